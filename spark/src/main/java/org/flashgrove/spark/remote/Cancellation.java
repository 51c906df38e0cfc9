package org.flashgrove.spark.remote;

import org.apache.spark.TaskContext;

/** Stops tasks that Spark has cancelled, at points without half-done work. */
public final class Cancellation {
  private Cancellation() {}

  /**
   * Does nothing unless the calling thread runs a task that was cancelled.
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
