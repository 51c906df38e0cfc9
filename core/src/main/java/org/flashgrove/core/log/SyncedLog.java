package org.flashgrove.core.log;

/** Log that a group commit can sync: numbered frames and a call that makes them durable. */
public interface SyncedLog {
  /** Makes every frame durable that was appended before the call. */
  void sync();

  /**
   * Returns the number of the newest durable frame that opening found, a sync covered or a rewrite
   * wrote; 0 if there is none.
   */
  long durableFrame();

  /**
   * Returns the number of the newest frame, durable or not; 0 before the first. A rewrite that
   * removes all frames does not change it.
   */
  long lastFrame();
}
