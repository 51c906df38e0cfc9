package org.flashgrove.core.log;

/** Log that a group commit can sync: numbered frames and a call that makes them durable. */
public interface SyncedLog {
  /** Makes every frame durable that was appended before the call. */
  void sync();

  /**
   * Returns the number of the newest frame that is known to be durable, or 0 if there is none. A
   * frame is known to be durable after a sync covered it or a rewrite wrote it, or if the log
   * contained it when it was opened.
   */
  long durableFrame();

  /**
   * Returns the number of the newest frame, durable or not; 0 before the first frame. A rewrite
   * that removes all frames does not change this number.
   */
  long lastFrame();

  /** Returns the path of the log's file, for messages; a log without a file has another name. */
  default String name() {
    return "store";
  }
}
