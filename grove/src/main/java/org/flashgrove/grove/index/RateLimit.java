package org.flashgrove.grove.index;

/** Limiter of a byte rate: computes how long to wait. Idle time earns no credit. For one thread. */
final class RateLimit {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long bytesPerSecond;
  private double paidUntil = Double.NEGATIVE_INFINITY; // in nanoseconds

  /** Creates a limit of some bytes a second, at least 1. */
  RateLimit(long bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /**
   * Notes bytes that came.
   *
   * @param now the time in nanoseconds
   * @return the nanoseconds to wait before more may come, 0 or more
   */
  long pause(long bytes, long now) {
    paidUntil = Math.max(paidUntil, now) + bytes * NANOS_PER_SECOND / bytesPerSecond;
    return (long) (paidUntil - now);
  }
}
