package org.flashgrove.datasets.feature;

/**
 * Source of new ids for features without an id in a file where other features have ids. It creates
 * ids outside the range of ids in use, so ids stay unique.
 */
public final class FreshIds {
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;
  private long leastMade = Long.MAX_VALUE;
  private long greatestMade = Long.MIN_VALUE;

  public FreshIds() {}

  /** Returns a copy of this source that knows the same ids in use. */
  public FreshIds copy() {
    FreshIds copy = new FreshIds();
    copy.least = least;
    copy.greatest = greatest;
    return copy;
  }

  /** Adds an id to the ids in use. */
  public void use(long id) {
    least = Math.min(least, id);
    greatest = Math.max(greatest, id);
  }

  /** Returns the largest id in use if it is positive, otherwise 0. */
  public long greatestOrZero() {
    return Math.max(greatest, 0);
  }

  /** Adds a new id that the caller created to the ids in use. */
  void make(long id) {
    use(id);
    leastMade = Math.min(leastMade, id);
    greatestMade = Math.max(greatestMade, id);
  }

  /**
   * Returns whether an id lies between the smallest and the largest id that this source created.
   */
  public boolean isMade(long id) {
    return leastMade <= id && id <= greatestMade;
  }

  /**
   * Returns a new id.
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

  /**
   * Returns the message about features that got new ids.
   *
   * @param count number of these features
   */
  public static String note(long count) {
    return Losses.counted(count, "feature") + " without an id got ids that no other feature has";
  }
}
