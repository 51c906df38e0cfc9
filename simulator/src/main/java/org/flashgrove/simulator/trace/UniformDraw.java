package org.flashgrove.simulator.trace;

import java.util.SplittableRandom;

/** Random numbers by documented arithmetic, which are equal on every Java release. */
final class UniformDraw {
  private UniformDraw() {}

  /** Returns a number uniform in [0, 1). */
  static double fraction(SplittableRandom random) {
    return (random.nextLong() >>> 11) * 0x1p-53;
  }

  /** Returns a number uniform in [0, bound), bound at most 2^53. */
  static long below(SplittableRandom random, long bound) {
    return Math.min(bound - 1, (long) (fraction(random) * bound));
  }
}
