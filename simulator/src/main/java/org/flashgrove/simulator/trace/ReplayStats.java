package org.flashgrove.simulator.trace;

/**
 * Statistics of a replay in addition to those of the device.
 *
 * @param requests number of requests in the trace
 * @param bytesRead number of bytes read
 * @param bytesWritten number of bytes written
 * @param readModifyWrites number of pages that were read first because a write covers only a part
 *     of them
 * @param foldedRequests number of requests that extend beyond the end of the device; their
 *     addresses were taken modulo the size of the device
 * @param failedReads number of reads that failed because the content was lost
 * @param spanNanos time from the first to the last arrival in nanoseconds; 0 if arrivals are
 *     ignored
 * @param lateNanos time in nanoseconds from the last arrival until the queue of the device had room
 *     for that request; 0 if arrivals are ignored
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
  /**
   * If the last request's delay exceeds this share of the span of arrivals, the device counts as
   * saturated.
   */
  private static final double SATURATED = 0.1;

  /**
   * Returns whether requests arrived faster than the device could serve them. The criterion is that
   * the last request was delayed by more than a tenth of the span of arrivals. Latencies then
   * depend on the length of the trace, not on the speed of the device.
   */
  public boolean isSaturated() {
    return lateNanos > SATURATED * spanNanos;
  }
}
