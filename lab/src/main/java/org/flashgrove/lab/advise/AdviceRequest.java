package org.flashgrove.lab.advise;

import java.nio.file.Path;

/**
 * Request for advice.
 *
 * @param data a data file as experiments read it
 * @param workload what is to be done
 * @param device spec of the device that the store is for
 * @param simulator spec of the simulated device that stands for a real one
 * @param memory bytes for buffers
 * @param sample rows of the first trials
 * @param measure which configurations also run on a real device
 * @param repeats how often each does
 * @param conditions of trials
 */
public record AdviceRequest(
    Path data,
    AdviceWorkload workload,
    String device,
    String simulator,
    long memory,
    long sample,
    Measure measure,
    int repeats,
    TrialConditions conditions) {
  /** Configurations that also run on the real device. */
  public enum Measure {
    /** Nothing. */
    NONE,
    /** The proposed ones. */
    PROPOSED,
    /** All configurations that were tried, to see how well the simulator foretells. */
    ALL
  }
}
