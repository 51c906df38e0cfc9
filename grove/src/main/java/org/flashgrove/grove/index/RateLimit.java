package org.flashgrove.grove.index;

/**
 * Limits the bytes of work per second. For each piece of work it computes the pause that must
 * follow. Idle time before a piece of work does not shorten the pause after it. Not safe for use by
 * several threads.
 */
final class RateLimit {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long bytesPerSecond;
  private double paidUntil = Double.NEGATIVE_INFINITY; // time in nanoseconds

  RateLimit(long bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /**
   * Takes {@code bytes} bytes of completed work into account.
   *
   * @param now current time in nanoseconds
   * @return pause in nanoseconds before the next work, 0 or more
   */
  long pause(long bytes, long now) {
    paidUntil = Math.max(paidUntil, now) + bytes * NANOS_PER_SECOND / bytesPerSecond;
    return (long) (paidUntil - now);
  }
}
