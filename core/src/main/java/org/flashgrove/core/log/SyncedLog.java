package org.flashgrove.core.log;

/** Log that a group commit can sync: numbered frames and a call that makes them durable. */
public interface SyncedLog {
  /** Makes durable every frame that was appended before the call. */
  void sync();

  /**
   * Returns the number of the newest frame known to be durable: the last one that opening found, a
   * sync covered, or a rewrite wrote; 0 if there is none.
   */
  long durableFrame();

  /**
   * Returns the number of the newest frame, durable or not; 0 before the first. A rewrite to
   * nothing leaves it as it was.
   */
  long lastFrame();
}
