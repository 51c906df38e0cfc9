package org.flashgrove.grove.columns;

/**
 * Order of the entries of a chunk (a packed group of buffered changes) in runs, which are the
 * leaves of a k-d tree as in {@link KdTiling#arrangeRuns}. It compares centres on a grid of 32,767
 * cells for each axis. An item combines the cell on the axis of the last split, the cell on the
 * other axis, and the index of the entry. Reusable; not safe for use by several threads.
 */
public final class RunOrder extends ColumnOrder {
  private static final int CELL_BITS = 15;
  private static final int GREATEST_CELL = (1 << CELL_BITS) - 1;
  private static final int FIRST_SHIFT = 48;
  private static final int SECOND_SHIFT = 32;
  private static final long FIRST_CELL = (long) GREATEST_CELL << FIRST_SHIFT;
  private static final long SECOND_CELL = (long) GREATEST_CELL << SECOND_SHIFT;
  private static final int SIDES_APART = FIRST_SHIFT - SECOND_SHIFT;

  private int count;
  private int runs;
  private double cellWidth;
  private double cellHeight;

  /**
   * Computes the order of entries {@code from} to {@code to - 1}, at least one.
   *
   * @param newRuns number of runs (groups of close entries), a power of two
   */
  public void arrange(EntryColumns entries, int from, int to, int newRuns) {
    count = to - from;
    runs = newRuns;
    makeRoom(count);
    if (runs == 1) {
      for (int i = 0; i < count; i++) {
        items[i] = from + i;
      }
      return;
    }
    fill(entries, from, to);
    arrange(0, runs, true);
  }

  private void fill(EntryColumns entries, int from, int to) {
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      double x = quarter(entries.minX(i), entries.maxX(i));
      double y = quarter(entries.minY(i), entries.maxY(i));
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = Math.max(maxY, y);
    }
    cellWidth = (maxX - minX) / GREATEST_CELL;
    cellHeight = (maxY - minY) / GREATEST_CELL;
    double perX =
        GREATEST_CELL / (maxX - minX); // infinite for tiny extents; then any order is acceptable
    double perY = GREATEST_CELL / (maxY - minY);
    for (int i = from; i < to; i++) {
      long x = cell((quarter(entries.minX(i), entries.maxX(i)) - minX) * perX);
      long y = cell((quarter(entries.minY(i), entries.maxY(i)) - minY) * perY);
      items[i - from] = x << FIRST_SHIFT | y << SECOND_SHIFT | i;
    }
  }

  /**
   * Returns half of the midpoint. The result is so small that sums and differences of two results
   * do not overflow.
   */
  private static double quarter(double lower, double upper) {
    return 0.25 * lower + 0.25 * upper;
  }

  private static long cell(double at) {
    return Math.min(GREATEST_CELL, (int) at);
  }

  /**
   * Divides entries among runs {@code firstRun} to {@code endRun - 1}.
   *
   * @param xInFront whether an item begins with its cell on the x axis, otherwise on the y axis
   */
  private void arrange(int firstRun, int endRun, boolean xInFront) {
    int from = KdTiling.runStart(0, count, firstRun, runs);
    int to = KdTiling.runStart(0, count, endRun, runs);
    if (endRun - firstRun < 2 || to - from < 2) {
      return;
    }
    long least1 = Long.MAX_VALUE;
    long least2 = Long.MAX_VALUE;
    long most1 = 0;
    long most2 = 0;
    for (int i = from; i < to; i++) {
      long first = items[i] & FIRST_CELL;
      long second = items[i] & SECOND_CELL;
      least1 = Math.min(least1, first);
      most1 = Math.max(most1, first);
      least2 = Math.min(least2, second);
      most2 = Math.max(most2, second);
    }
    double extent1 = (most1 - least1 >>> FIRST_SHIFT) * (xInFront ? cellWidth : cellHeight);
    double extent2 = (most2 - least2 >>> SECOND_SHIFT) * (xInFront ? cellHeight : cellWidth);
    boolean turned = extent2 > extent1;
    if (turned) {
      for (int i = from; i < to; i++) {
        long item = items[i];
        items[i] =
            (item & SECOND_CELL) << SIDES_APART
                | (item & FIRST_CELL) >>> SIDES_APART
                | position(item);
      }
    }
    int middle = firstRun + endRun >>> 1;
    select(from, to, KdTiling.runStart(0, count, middle, runs));
    arrange(firstRun, middle, xInFront != turned);
    arrange(middle, endRun, xInFront != turned);
  }

  /**
   * Moves the smallest items before index {@code middle} with Hoare's quickselect. No two items are
   * equal. There are so few items that bad pivots do not matter.
   */
  private void select(int from, int to, int middle) {
    long[] of = items;
    int low = from;
    int high = to - 1;
    while (low < high) {
      long pivot = median(of[low], of[low + high >>> 1], of[high]);
      int i = low;
      int j = high;
      while (i <= j) {
        while (of[i] < pivot) {
          i++;
        }
        while (of[j] > pivot) {
          j--;
        }
        if (i <= j) {
          long kept = of[i];
          of[i++] = of[j];
          of[j--] = kept;
        }
      }
      // items low to j are at most the pivot, and items from i on at least
      if (middle <= j) {
        high = j;
      } else if (middle >= i) {
        low = i;
      } else {
        return;
      }
    }
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
