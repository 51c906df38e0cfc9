package org.flashgrove.grove.columns;

/**
 * Arranges entries in the plane with a k-d tree. It splits entries recursively along the longer
 * side of the bounding box of their centres.
 */
public final class KdTiling {
  private KdTiling() {}

  /**
   * Returns the index of the first entry of run {@code run}, counted from 0. Entries {@code from}
   * to {@code to - 1} are divided into {@code runs} runs of about equal size. If {@code run} equals
   * {@code runs}, returns {@code to}.
   */
  public static int runStart(int from, int to, int run, int runs) {
    return from + (int) ((long) (to - from) * run / runs);
  }

  /**
   * Partitions entries {@code from} to {@code to - 1} at index {@code middle}. It splits along the
   * longer side of the bounding box of their centres.
   */
  public static void split(EntryColumns entries, int from, int to, int middle) {
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    double[] minXs = entries.minXs();
    double[] minYs = entries.minYs();
    double[] maxXs = entries.maxXs();
    double[] maxYs = entries.maxYs();
    for (int i = from; i < to; i++) {
      // With quarters, neither the sums nor the differences overflow.
      double x = 0.25 * minXs[i] + 0.25 * maxXs[i];
      double y = 0.25 * minYs[i] + 0.25 * maxYs[i];
      // The CPU predicts these comparisons well. Math.min and Math.max distinguish -0.0 from 0.0
      // and are slower.
      minX = x < minX ? x : minX;
      maxX = x > maxX ? x : maxX;
      minY = y < minY ? y : minY;
      maxY = y > maxY ? y : maxY;
    }
    if (maxX - minX >= maxY - minY) {
      entries.selectByCentreX(from, to, middle);
    } else {
      entries.selectByCentreY(from, to, middle);
    }
  }

  /**
   * Arranges entries {@code from} to {@code to - 1} in runs, which are the leaves of a k-d tree.
   *
   * @param runs number of runs, a power of two
   */
  public static void arrangeRuns(EntryColumns entries, int from, int to, int runs) {
    arrange(entries, from, to, 0, runs, runs);
  }

  private static void arrange(
      EntryColumns entries, int from, int to, int firstRun, int endRun, int runs) {
    if (endRun - firstRun < 2) {
      return;
    }
    int middle = firstRun + endRun >>> 1;
    int first = runStart(from, to, firstRun, runs);
    int end = runStart(from, to, endRun, runs);
    if (end - first > 1) {
      split(entries, first, end, runStart(from, to, middle, runs));
      arrange(entries, from, to, firstRun, middle, runs);
      arrange(entries, from, to, middle, endRun, runs);
    }
  }
}
