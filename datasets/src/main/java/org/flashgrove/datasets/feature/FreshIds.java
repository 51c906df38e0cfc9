package org.flashgrove.datasets.feature;

import java.util.Locale;

/**
 * Creates ids for features without one where other features have ids. It starts from the smallest
 * and the largest id in use, so ids stay unique.
 */
public final class FreshIds {
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;
  private long leastMade = Long.MAX_VALUE;
  private long greatestMade = Long.MIN_VALUE;

  /** Creates a source without ids in use. */
  public FreshIds() {}

  /** Returns a source with the same ids in use. */
  public FreshIds copy() {
    FreshIds copy = new FreshIds();
    copy.least = least;
    copy.greatest = greatest;
    return copy;
  }

  /** Adds an id in use. */
  public void use(long id) {
    least = Math.min(least, id);
    greatest = Math.max(greatest, id);
  }

  /** Returns the largest id in use if it is positive, else 0. */
  public long greatestOrZero() {
    return Math.max(greatest, 0);
  }

  /** Adds an id that the caller made. */
  void make(long id) {
    use(id);
    leastMade = Math.min(leastMade, id);
    greatestMade = Math.max(greatestMade, id);
  }

  /** Returns whether an id lies between new ids. */
  public boolean isMade(long id) {
    return leastMade <= id && id <= greatestMade;
  }

  /**
   * Returns an id that is not in use, and uses it.
   *
   * @throws IllegalStateException if both the smallest and the largest possible id are in use
   */
  public long next() {
    if (greatest < Long.MAX_VALUE) {
      make(greatestOrZero() + 1);
      return greatest;
    }
    if (least > Long.MIN_VALUE) {
      make(least - 1);
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
