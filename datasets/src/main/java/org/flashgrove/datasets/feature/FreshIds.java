package org.flashgrove.datasets.feature;

import java.util.Locale;

/**
 * Creates ids for features without one in a file where other features have ids. It starts from the
 * smallest and the largest id of the file, so ids stay unique.
 */
public final class FreshIds {
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;

  /** Creates a source without ids of the file. */
  public FreshIds() {}

  /** Adds an id of the file. */
  public void use(long id) {
    least = Math.min(least, id);
    greatest = Math.max(greatest, id);
  }

  /**
   * Returns an id that neither the file nor an earlier call has used.
   *
   * @throws IllegalStateException if the file has both the smallest and the largest possible id
   */
  public long next() {
    if (greatest < Long.MAX_VALUE) {
      use(Math.max(greatest, 0) + 1);
      return greatest;
    }
    if (least > Long.MIN_VALUE) {
      use(least - 1);
      return least;
    }
    throw new IllegalStateException("no ids are left");
  }

  /** Returns the note on features that got ids. */
  public static String note(long count) {
    return String.format(
        Locale.ROOT, "%,d features without an id got ids that no other feature has", count);
  }
}
