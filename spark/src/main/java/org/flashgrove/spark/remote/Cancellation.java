package org.flashgrove.spark.remote;

import org.apache.spark.TaskContext;

/** Ends work of tasks that Spark has cancelled, at places where nothing is half done. */
public final class Cancellation {
  private Cancellation() {}

  /**
   * Does nothing unless the calling thread runs a task that was cancelled.
   *
   * @throws org.apache.spark.TaskKilledException if it does
   */
  public static void check() {
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.killTaskIfInterrupted();
    }
  }
}
