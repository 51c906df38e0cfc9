package org.flashgrove.lab.advise;

import java.nio.file.Path;

/**
 * What all trials of a pass have in common.
 *
 * @param data the file
 * @param rows entries that it has
 * @param workload what each store does
 * @param device spec of the device
 * @param conditions of the trials
 */
record TrialSetting(
    Path data, long rows, AdviceWorkload workload, String device, TrialConditions conditions) {
  /** The same on another device. */
  TrialSetting on(String other) {
    return new TrialSetting(data, rows, workload, other, conditions);
  }
}
