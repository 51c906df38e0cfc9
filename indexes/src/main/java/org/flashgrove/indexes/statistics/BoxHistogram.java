package org.flashgrove.indexes.statistics;

import java.util.Arrays;
import org.flashgrove.core.geometry.RectangleQuery;

/**
 * Approximate distribution of the rectangles of a spatial index. It has a box for each leaf page,
 * or for several leaf pages together. Entries are assumed to be evenly distributed within a box.
 * Immutable.
 */
public final class BoxHistogram {
  /** Maximum number of boxes. */
  private static final int MOST_BOXES = 2_048;

  /**
   * Number of consecutive boxes in a group. If a query cannot match the bounding box of a group,
   * its boxes are skipped.
   */
  private static final int TOGETHER = 16;

  private static final int SIDES = 4;

  /** Number of words of a box in {@link #words()}: entries, pages and the box itself. */
  private static final int BOX_WORDS = 2 + SIDES;

  /**
   * Number of sample points on each axis of a box. An estimate tests the query at {@code SAMPLES}
   * times {@code SAMPLES} points.
   */
  private static final int SAMPLES = 4;

  private final double[] boxes;
  private final double[] groups;
  private final double[] entries;
  private final double[] pages;
  private final int count;
  private final double descent;
  private final double pagesAbove;

  private BoxHistogram(Builder from, double descent, double pagesAbove, double entriesOfAll) {
    count = from.count;
    boxes = Arrays.copyOf(from.boxes, SIDES * count);
    entries = Arrays.copyOf(from.entries, count);
    pages = Arrays.copyOf(from.pages, count);
    this.descent = descent;
    this.pagesAbove = pagesAbove;
    double sum = Arrays.stream(entries).sum();
    for (int i = 0; i < count; i++) {
      entries[i] *= entriesOfAll / sum;
    }
    groups = new double[(count + TOGETHER - 1) / TOGETHER * SIDES];
    for (int i = 0; i < count; i++) {
      int group = i / TOGETHER * SIDES;
      if (i % TOGETHER == 0) {
        System.arraycopy(boxes, SIDES * i, groups, group, SIDES);
      } else {
        include(groups, group, boxes, SIDES * i);
      }
    }
  }

  /** Returns the histogram with the given {@link #words}, or null if there is none. */
  public static BoxHistogram of(long[] words) {
    if (words.length < 2 + BOX_WORDS || (words.length - 2) % BOX_WORDS != 0) {
      return null;
    }
    double[] reals = Arrays.stream(words).mapToDouble(Double::longBitsToDouble).toArray();
    Builder boxes = new Builder();
    double sum = 0;
    for (int at = 2; at < reals.length; at += BOX_WORDS) {
      boxes.add(
          reals[at], reals[at + 1], reals[at + 2], reals[at + 3], reals[at + 4], reals[at + 5]);
      sum += reals[at];
    }
    return boxes.build(reals[0], reals[1], sum);
  }

  /** Returns the histogram as numbers, for {@link #of}. */
  public long[] words() {
    double[] reals = new double[2 + BOX_WORDS * count];
    reals[0] = descent;
    reals[1] = pagesAbove;
    for (int i = 0; i < count; i++) {
      reals[2 + BOX_WORDS * i] = entries[i];
      reals[3 + BOX_WORDS * i] = pages[i];
      System.arraycopy(boxes, SIDES * i, reals, 4 + BOX_WORDS * i, SIDES);
    }
    return Arrays.stream(reals).mapToLong(Double::doubleToLongBits).toArray();
  }

  private static void include(double[] box, int at, double[] other, int otherAt) {
    box[at] = Math.min(box[at], other[otherAt]);
    box[at + 1] = Math.min(box[at + 1], other[otherAt + 1]);
    box[at + 2] = Math.max(box[at + 2], other[otherAt + 2]);
    box[at + 3] = Math.max(box[at + 3], other[otherAt + 3]);
  }

  /** Collects boxes. If there are too many, neighbouring boxes are united. */
  public static final class Builder {
    private static final int FIRST_BOXES = 64;

    private double[] boxes = {};
    private double[] entries = {};
    private double[] pages = {};
    private int count;

    /** Number of added boxes that make one box of the histogram from now on. */
    private int united = 1;

    private int last;

    /** Removes all boxes. */
    public void clear() {
      count = 0;
      united = 1;
      last = 0;
    }

    /** Multiplies the number of pages of each box by a factor. */
    public void scalePages(double factor) {
      for (int i = 0; i < count; i++) {
        pages[i] *= factor;
      }
    }

    /** Adds a box. Boxes that are near each other should be added one after the other. */
    public void add(
        double ofEntries, double ofPages, double minX, double minY, double maxX, double maxY) {
      if (count == MOST_BOXES && last == united) {
        halve();
      }
      double[] box = {minX, minY, maxX, maxY};
      if (count > 0 && last < united) {
        include(boxes, SIDES * (count - 1), box, 0);
        last++;
      } else {
        if (count == entries.length) {
          int room = Math.max(FIRST_BOXES, 2 * count);
          boxes = Arrays.copyOf(boxes, SIDES * room);
          entries = Arrays.copyOf(entries, room);
          pages = Arrays.copyOf(pages, room);
        }
        System.arraycopy(box, 0, boxes, SIDES * count, SIDES);
        entries[count] = 0;
        pages[count] = 0;
        count++;
        last = 1;
      }
      entries[count - 1] += ofEntries;
      pages[count - 1] += ofPages;
    }

    private void halve() {
      for (int i = 0; i < count / 2; i++) {
        System.arraycopy(boxes, 2 * SIDES * i, boxes, SIDES * i, SIDES);
        include(boxes, SIDES * i, boxes, SIDES * (2 * i + 1));
        entries[i] = entries[2 * i] + entries[2 * i + 1];
        pages[i] = pages[2 * i] + pages[2 * i + 1];
      }
      count /= 2;
      united *= 2;
      last = united;
    }

    /**
     * Returns the histogram of the added boxes. At least one box must have been added.
     *
     * @param descent number of pages above the leaves that every search reads
     * @param pagesAbove number of further pages above the leaves for each leaf that a search reads
     * @param entriesOfAll number of entries in the index
     */
    public BoxHistogram build(double descent, double pagesAbove, double entriesOfAll) {
      return new BoxHistogram(this, descent, pagesAbove, entriesOfAll);
    }
  }

  /**
   * Estimates the number of entries that match a query, and the number of pages that the search for
   * them reads.
   */
  public IndexEstimate estimate(RectangleQuery query) {
    double[] window = new double[SIDES];
    boolean hasWindow =
        query.test().findWindow(query.minX(), query.minY(), query.maxX(), query.maxY(), window);
    double found = 0;
    double leaves = 0;
    for (int group = 0; group < groups.length; group += SIDES) {
      if (mayHold(query, groups, group)) {
        int first = group / SIDES * TOGETHER;
        for (int i = first; i < Math.min(count, first + TOGETHER); i++) {
          if (mayHold(query, boxes, SIDES * i)) {
            double share = share(query, hasWindow ? window : null, SIDES * i);
            found += share * entries[i];
            double side = Math.sqrt(share * pages[i]) + 1;
            leaves += pages[i] <= 1 ? pages[i] : Math.min(pages[i], side * side);
          }
        }
      }
    }
    return new IndexEstimate(found, descent + leaves * (1 + pagesAbove));
  }

  private static boolean mayHold(RectangleQuery query, double[] box, int at) {
    return query
        .test()
        .mayHold(
            query.minX(),
            query.minY(),
            query.maxX(),
            query.maxY(),
            box[at],
            box[at + 1],
            box[at + 2],
            box[at + 3]);
  }

  /**
   * Returns the fraction of a box's entries that match a query, estimated at sample points.
   *
   * @param window rectangle outside of which nothing matches, or null
   * @param at index of the box in {@link #boxes}
   */
  private double share(RectangleQuery query, double[] window, int at) {
    double minX = boxes[at];
    double minY = boxes[at + 1];
    double maxX = boxes[at + 2];
    double maxY = boxes[at + 3];
    double share = 1;
    if (window != null) {
      double lowX = Math.max(minX, window[0]);
      double lowY = Math.max(minY, window[1]);
      double highX = Math.min(maxX, window[2]);
      double highY = Math.min(maxY, window[3]);
      share =
          (maxX > minX ? Math.max(0, (highX - lowX) / (maxX - minX)) : 1)
              * (maxY > minY ? Math.max(0, (highY - lowY) / (maxY - minY)) : 1);
      minX = lowX;
      minY = lowY;
      maxX = highX;
      maxY = highY;
    }
    int inside = 0;
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
      double x = minX + (maxX - minX) * (i % SAMPLES + .5) / SAMPLES;
      double y = minY + (maxY - minY) * (i / SAMPLES + .5) / SAMPLES;
      inside += query.holdsFor(x, y, x, y) ? 1 : 0;
    }
    return share * inside / (SAMPLES * SAMPLES);
  }
}
