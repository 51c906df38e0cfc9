package org.flashgrove.lab.advise;

import java.nio.file.Path;

/**
 * Settings that all trials of a pass share.
 *
 * @param data the file
 * @param rows entries that it has
 * @param workload what each store does
 * @param device spec of the device
 * @param conditions of the trials
 */
record TrialSetting(
    Path data, long rows, AdviceWorkload workload, String device, TrialConditions conditions) {
  /** Returns the same setting on another device. */
  TrialSetting on(String other) {
    return new TrialSetting(data, rows, workload, other, conditions);
  }
}
