package org.flashgrove.lab.experiment.placement;

import java.util.SplittableRandom;

/**
 * Zipf distribution of the I/O tester fio (version 3.36), which the authors of WARP (FAST 2026)
 * used. Ranks are drawn by the method of Gray and others (Quickly generating billion-record
 * synthetic databases, SIGMOD 1994), also for exponents above 1. A hash assigns the ranks to pages,
 * so some ranks share a page.
 */
final class FioZipf {
  private static final long HASH = 0x61C8864680B583EBL;

  /**
   * Number of terms of the zeta sum to add exactly. A formula approximates the sum of the other
   * terms.
   */
  private static final long EXACT_TERMS = 1_000_000;

  private final long n;
  private final double zeta;
  private final double second;
  private final double a;
  private final double e;
  private final long shift;

  /**
   * Creates a distribution.
   *
   * @param n number of pages, at least 2
   * @param theta exponent, positive and not 1
   * @param shift constant that is added to the hash of each rank
   */
  FioZipf(long n, double theta, long shift) {
    this.n = n;
    this.shift = shift;
    zeta = zeta(n, theta);
    second = 1 + Math.pow(2, -theta);
    a = 1 / (1 - theta);
    e = (1 - Math.pow(2.0 / n, 1 - theta)) / (1 - second / zeta);
  }

  /**
   * Returns the sum of k^-theta for k = 1 to n. Adds the first 10^6 terms exactly, and approximates
   * the sum of the other terms by the Euler-Maclaurin formula.
   */
  static double zeta(long n, double theta) {
    long exact = Math.min(n, EXACT_TERMS);
    double sum = 0;
    for (long k = exact; k >= 1; k--) {
      sum += Math.pow(k, -theta);
    }
    if (n > exact) {
      double integral = (Math.pow(n, 1 - theta) - Math.pow(exact, 1 - theta)) / (1 - theta);
      sum += integral + (Math.pow(n, -theta) - Math.pow(exact, -theta)) / 2;
    }
    return sum;
  }

  /** Draws a rank from 1 to n. */
  long rank(SplittableRandom random) {
    double u = random.nextDouble();
    if (u * zeta < 1) {
      return 1;
    }
    if (u * zeta < second) {
      return 2;
    }
    return Math.min(n, 1 + (long) (n * Math.pow(e * u - e + 1, a)));
  }

  /** Draws a page from 0 to n - 1. */
  long page(SplittableRandom random) {
    return Long.remainderUnsigned((rank(random) - 1) * HASH + shift, n);
  }
}
