package org.flashgrove.grove.columns;

/**
 * Orders entries in the plane by recursive splits along the longer side of the bounding box of
 * their centres.
 */
public final class KdTiling {
  private KdTiling() {}

  /**
   * Returns the start of a run when the entries {@code [from, to)} are divided into {@code runs}
   * runs; for run {@code runs}, the end.
   */
  public static int runStart(int from, int to, int run, int runs) {
    return from + (int) ((long) (to - from) * run / runs);
  }

  /**
   * Partitions the entries {@code [from, to)} at index {@code middle} along the longer side of the
   * bounding box of their centres.
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
      // Quarters: neither the sums nor the differences of the ends overflow.
      double x = 0.25 * minXs[i] + 0.25 * maxXs[i];
      double y = 0.25 * minYs[i] + 0.25 * maxYs[i];
      // Comparisons are foreseen; Math.min and max, which tell -0.0 from 0.0, take longer.
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
   * Orders the entries {@code [from, to)} into runs of nearby entries, which are the leaves of a
   * k-d tree. The number of runs is a power of two.
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
