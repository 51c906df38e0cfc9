package org.flashgrove.core;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Seeds of random tests. The seed of a test is a hash of its class, its method and the number of
 * its invocation, so that each run draws the same data. With {@code -Dflashgrove.seed=random} each
 * run draws new data; with {@code -Dflashgrove.seed=N} every test starts from the seed N. A test
 * that drew and failed prints one line that repeats it ({@link SeedExtension}).
 */
public final class Seeds {
  static final String PROPERTY = "flashgrove.seed";

  /** What the seeds of one run with new data have in common. */
  private static final long RUN = System.nanoTime();

  /** The test that is running, or null. Tests of one process run one after the other. */
  private static volatile Seeds running;

  private final String test;
  private final long seed;
  private int draws;

  private Seeds(String test) {
    this.test = test;
    this.seed = seed(test, System.getProperty(PROPERTY, "name"));
  }

  /** Returns a generator for the test that runs; each call in a test returns another stream. */
  public static Random random() {
    Seeds seeds = running;
    if (seeds == null) {
      throw new IllegalStateException("no test is running that draws");
    }
    return new Random(seeds.next());
  }

  /** Announces that a test, named with its invocation, or the set-up of a class begins. */
  static void begin(String test) {
    Seeds before = running;
    if (before == null || !before.test.equals(test)) {
      running = new Seeds(test);
    }
  }

  /** Returns the seed of the running test, or empty if the test never drew. */
  static OptionalLong used() {
    Seeds seeds = running;
    return seeds == null || seeds.drawn() == 0 ? OptionalLong.empty() : OptionalLong.of(seeds.seed);
  }

  private synchronized int drawn() {
    return draws;
  }

  /** The first call gets the seed itself, so that a seed in a message is one for {@link Random}. */
  private synchronized long next() {
    return seed + draws++ * 0x9E3779B97F4A7C15L;
  }

  /**
   * Returns the seed of a test.
   *
   * @param setting {@code name}, {@code random} or a number
   * @throws IllegalArgumentException if it is none of these
   */
  static long seed(String test, String setting) {
    switch (setting) {
      case "name":
        return hash(test, 0);
      case "random":
        return hash(test, RUN);
      default:
        try {
          return Long.parseLong(setting);
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(
              "-D" + PROPERTY + "=" + setting + " (allowed: name, random, a number)", e);
        }
    }
  }

  /** FNV-1a of the bytes, mixed, in 32 bits: short enough to type. */
  private static long hash(String test, long run) {
    long hash = 0xcbf29ce484222325L ^ run;
    for (byte value : test.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ value) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
    return hash >>> 32;
  }
}
