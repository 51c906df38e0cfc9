package org.flashgrove.core;

import java.util.Random;

/** Seeds of random tests: new ones each run, printed, and repeatable with -Dflashgrove.seed. */
public final class Seeds {
  private static final String PROPERTY = "flashgrove.seed";

  private Seeds() {}

  /** A random generator for the test class {@code of}, whose seed it prints. */
  public static Random random(Class<?> of) {
    long seed = Long.getLong(PROPERTY, System.nanoTime() & 0xFFFF_FFFFL);
    System.out.println(of.getSimpleName() + ": -D" + PROPERTY + "=" + seed);
    return new Random(seed);
  }
}
