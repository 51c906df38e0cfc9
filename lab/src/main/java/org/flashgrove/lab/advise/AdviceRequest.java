package org.flashgrove.lab.advise;

import java.nio.file.Path;

/**
 * Request for advice.
 *
 * @param data data file, in a format that experiments can read
 * @param workload planned workload of the store
 * @param device spec (kind and settings as text) of the device that the store will use
 * @param simulator spec of the simulated device on which trials run if {@code device} is a real
 *     device
 * @param memory memory for buffers in bytes
 * @param sample number of rows in the first trials
 * @param measure configurations that also run on a real device
 * @param repeats number of runs of each configuration on a real device
 * @param conditions conditions of all trials
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
    /** No configuration. */
    NONE,
    /** The proposed configurations. */
    PROPOSED,
    /** All configurations that were tried, to see how well the simulator predicts the device. */
    ALL
  }
}
