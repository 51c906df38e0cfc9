package org.flashgrove.datasets.generate;

import java.util.SplittableRandom;

/**
 * Random numbers that depend only on the seed. The class uses only specified arithmetic, so every
 * Java release returns the same numbers.
 */
public final class Draws {
  /** Maximum number of attempts of a rejection loop. */
  static final int MAX_TRIES = 1_000_000;

  private final SplittableRandom random;
  private double spareGaussian = Double.NaN;

  /**
   * Creates a stream of random numbers for one purpose. Streams for different purposes are
   * independent.
   */
  public Draws(long seed, long... purpose) {
    long mixed = mix(seed);
    for (long part : purpose) {
      mixed = mix(mixed ^ mix(part));
    }
    this.random = new SplittableRandom(mixed);
  }

  /** Applies the finalizer of SplitMix64, so that neighbouring seeds lead to unrelated streams. */
  private static long mix(long value) {
    return new SplittableRandom(value).nextLong();
  }

  /** Returns a uniform number in [0, 1). */
  public double fraction() {
    return (random.nextLong() >>> 11) * 0x1p-53;
  }

  /** Returns a uniform number in [low, high]. */
  public double between(double low, double high) {
    return Math.min(high, low + fraction() * (high - low));
  }

  /** Returns a uniform integer in [0, bound). {@code bound} is at most 2^53. */
  public long below(long bound) {
    return Math.min(bound - 1, (long) (fraction() * bound));
  }

  /**
   * Returns a normally distributed number with mean 0 and deviation 1, by Marsaglia's polar method.
   */
  double gaussian() {
    if (!Double.isNaN(spareGaussian)) {
      double spare = spareGaussian;
      spareGaussian = Double.NaN;
      return spare;
    }
    double u;
    double v;
    double square;
    do {
      u = 2 * fraction() - 1;
      v = 2 * fraction() - 1;
      square = u * u + v * v;
    } while (square >= 1 || square == 0);
    double factor = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
    spareGaussian = v * factor;
    return u * factor;
  }
}
