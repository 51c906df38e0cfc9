package org.flashgrove.grove.index;

import java.util.Arrays;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Tests the entries of a packed page that a window scan found. It first tests cells, which are the
 * upper bits of coordinates. It tests exact rectangles only of entries for which the cells do not
 * decide whether they match. Reusable; not safe for use by several threads.
 */
public final class MatchFilter {
  private static final RectangleTest EVERY = EntryQuery.all().test();

  private final double[] box = new double[4];
  private final double[] inner = new double[4];
  private RectangleTest test;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  /**
   * Sets the query.
   *
   * @param query minX, minY, maxX, maxY
   */
  public void reset(RectangleTest newTest, double[] query) {
    test = newTest;
    minX = query[0];
    minY = query[1];
    maxX = query[2];
    maxY = query[3];
  }

  /**
   * Tests the cells of entries, which are the upper bits of their coordinates. Removes the entries
   * that cannot match according to their cells. Marks the entries that may or may not match.
   *
   * @param found bits of the entries to test; bits of entries without a match are cleared
   * @param unsure receives the bits of entries that match only if their residual rows, the lower
   *     bits of coordinates, confirm it
   * @param words number of words in use
   */
  public void cells(PackedPage page, long[] found, long[] unsure, int words) {
    if (test == EVERY) {
      Arrays.fill(unsure, 0, words, 0); // the query of all entries
      return;
    }
    boolean isExact = page.residualPages() == 0;
    for (int w = 0; w < words; w++) {
      long left = found[w];
      long open = 0;
      for (long rest = left; rest != 0; rest &= rest - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(rest);
        page.outerRectangle(i, box);
        if (!(isExact ? matches() : mayHold())) {
          left &= ~(rest & -rest);
        } else if (!isExact) {
          page.innerSides(i, inner);
          open |= test.matchesAll(minX, minY, maxX, maxY, box, inner) ? 0 : rest & -rest;
        }
      }
      found[w] = left;
      unsure[w] = open;
    }
  }

  private boolean matches() {
    return test.matches(minX, minY, maxX, maxY, box[0], box[1], box[2], box[3]);
  }

  private boolean mayHold() {
    return test.mayHold(minX, minY, maxX, maxY, box[0], box[1], box[2], box[3]);
  }

  /**
   * Removes the entries whose exact rectangles do not match.
   *
   * @param found bits of entries; bits of entries without a match are cleared
   * @param of bits of the entries to test, whose residual rows (lower bits of coordinates) must be
   *     attached
   * @param words number of words in use
   */
  public void exact(PackedPage page, long[] found, long[] of, int words) {
    for (int w = 0; w < words; w++) {
      for (long rest = of[w]; rest != 0; rest &= rest - 1) {
        page.rectangle((w << 6) + Long.numberOfTrailingZeros(rest), box);
        if (!matches()) {
          found[w] &= ~(rest & -rest);
        }
      }
    }
  }
}
