package org.flashgrove.grove.index;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Tests the entries of packed pages that a window has left, by their cells first, by their exact
 * rectangles where these leave it open. To be used again; for one thread.
 */
public final class MatchFilter {
  private final double[] box = new double[4];
  private final double[] inner = new double[4];
  private RectangleTest test;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  /**
   * Sets what is asked.
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
   * Takes away what cells show to be no match, and notes what they leave open.
   *
   * @param found bits of the entries to test, of those left behind
   * @param unsure takes the bits of those that only their residual rows decide
   */
  public void cells(PackedPage page, long[] found, long[] unsure, int words) {
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
   * Takes away what does not match by its exact rectangle.
   *
   * @param found bits of entries
   * @param of those of them to look at, whose rows are attached
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
