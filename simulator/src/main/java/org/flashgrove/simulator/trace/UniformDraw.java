package org.flashgrove.simulator.trace;

import java.util.SplittableRandom;

/** Random numbers that are equal on every Java release, because their arithmetic is fixed here. */
final class UniformDraw {
  private UniformDraw() {}

  /** Returns a uniformly distributed number in [0, 1). */
  static double fraction(SplittableRandom random) {
    return (random.nextLong() >>> 11) * 0x1p-53;
  }

  /** Returns a uniformly distributed number in [0, bound), where {@code bound} is at most 2^53. */
  static long below(SplittableRandom random, long bound) {
    return Math.min(bound - 1, (long) (fraction(random) * bound));
  }
}
