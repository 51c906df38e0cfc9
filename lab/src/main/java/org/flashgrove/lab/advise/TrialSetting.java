package org.flashgrove.lab.advise;

import java.nio.file.Path;

/**
 * Settings that all trials of a pass have in common.
 *
 * @param data the data file
 * @param rows number of rows in the file
 * @param workload the workload of each store
 * @param device spec of the device
 * @param conditions conditions of the trials
 */
record TrialSetting(
    Path data, long rows, AdviceWorkload workload, String device, TrialConditions conditions) {
  /** Returns a copy of these settings with another device. */
  TrialSetting on(String other) {
    return new TrialSetting(data, rows, workload, other, conditions);
  }
}
