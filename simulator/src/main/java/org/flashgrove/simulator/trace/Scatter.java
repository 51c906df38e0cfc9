package org.flashgrove.simulator.trace;

/** A fixed permutation of 0 to n - 1 that maps neighbouring numbers to distant ones. */
final class Scatter {
  /**
   * Maximum number of permuted values. The product of two numbers below this maximum fits in a
   * long.
   */
  static final long MOST = 1L << 31;

  private static final double GOLDEN = 0.6180339887498949;

  private final long n;
  private final long step;

  Scatter(long n) {
    this.n = n;
    long candidate = Math.max(1, (long) (n * GOLDEN));
    while (gcd(candidate, n) != 1) {
      candidate++;
    }
    step = candidate;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  long place(long number) {
    return number * step % n;
  }
}
