package org.flashgrove.datasets.feature;

import java.util.Locale;

/**
 * Ids for features that have none in a file whose other features have some. Made from the least and
 * the greatest id of the file, so that no id is given twice.
 */
public final class FreshIds {
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;

  /** Creates a source that knows no ids of the file. */
  public FreshIds() {}

  /** Adds an id of the file. */
  public void use(long id) {
    least = Math.min(least, id);
    greatest = Math.max(greatest, id);
  }

  /**
   * Returns an id that neither the file nor an earlier call has.
   *
   * @throws IllegalStateException if the file has the least and the greatest of all ids
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
