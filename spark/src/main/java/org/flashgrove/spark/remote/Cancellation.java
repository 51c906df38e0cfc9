package org.flashgrove.spark.remote;

import org.apache.spark.TaskContext;

/**
 * Stops tasks that Spark has cancelled. Callers use it only at points at which no work is half
 * done.
 */
public final class Cancellation {
  private Cancellation() {}

  /**
   * Throws an exception if the calling thread runs a cancelled task.
   *
   * @throws org.apache.spark.TaskKilledException if the task was cancelled
   */
  public static void check() {
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.killTaskIfInterrupted();
    }
  }
}
