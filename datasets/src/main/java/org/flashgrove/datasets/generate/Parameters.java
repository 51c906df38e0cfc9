package org.flashgrove.datasets.generate;

import org.flashgrove.datasets.Extent;

/** Checks those parameters that several generators have in common. */
public final class Parameters {
  /** Number of values that the random draws can distinguish. */
  private static final long MAX_COUNT = 1L << 53;

  private Parameters() {}

  public static void requireCount(long count) {
    if (count < 0 || count > MAX_COUNT) {
      throw new IllegalArgumentException("count is " + count + "; allowed: 0 to " + MAX_COUNT);
    }
  }

  static void requireSide(double fraction) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException(
          "maximum side fraction is " + fraction + "; allowed: 0 to 1");
    }
  }

  /** Returns the exception for an object that could not be placed in an extent. */
  static GenerationException noRoom(String object, Extent extent) {
    return new GenerationException(
        "no "
            + object
            + " lay in the extent "
            + extent
            + " in "
            + Draws.MAX_TRIES
            + " draws; choose shorter sides or a smaller sigma");
  }
}
