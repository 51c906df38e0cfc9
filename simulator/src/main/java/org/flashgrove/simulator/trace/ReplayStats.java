package org.flashgrove.simulator.trace;

/**
 * Statistics of a replay in addition to those of the device.
 *
 * @param requests requests of the trace
 * @param bytesRead bytes of its reads
 * @param bytesWritten bytes of its writes
 * @param readModifyWrites pages that were read first because a write covers them in part
 * @param foldedRequests requests beyond the end of the device, put where the address modulo its
 *     size is
 * @param failedReads reads whose content the device had lost
 * @param spanNanos from the first arrival to the last; 0 if arrivals did not count
 * @param lateNanos how long after its arrival the last request found room in the device's queue; 0
 *     if arrivals did not count
 */
public record ReplayStats(
    long requests,
    long bytesRead,
    long bytesWritten,
    long readModifyWrites,
    long foldedRequests,
    long failedReads,
    long spanNanos,
    long lateNanos) {
  /** Part of the span by which the last request has to be late for the device to be saturated. */
  private static final double SATURATED = 0.1;

  /**
   * Returns whether requests came faster than the device could serve them, so that they waited ever
   * longer: the last one was late by more than a tenth of the time in which all of them came.
   * Latencies then depend on the length of the trace, not on the speed of the device.
   */
  public boolean isSaturated() {
    return lateNanos > SATURATED * spanNanos;
  }
}
