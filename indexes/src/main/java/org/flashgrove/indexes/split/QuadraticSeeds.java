package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/**
 * PickSeeds of Guttman's quadratic split: finds the first pair that wastes the most area, {@code
 * area(union) - area(a) - area(b)}.
 *
 * <p>The search skips entries that cannot be in a more wasteful pair than the best known one.
 * Bounds of the waste are rounded like the waste itself, so the result is exact. After {@link
 * #pick}, the caller may use the columns of coordinates.
 */
final class QuadraticSeeds {
  /** Box of all entries: minX, minY, maxX, maxY. */
  final double[] extent = new double[4];

  double[] minX = new double[0];
  double[] minY;
  double[] maxX;
  double[] maxY;
  double[] area;

  /** Indexes of the seeds, {@code first < second}. */
  int first;

  int second;
  private int[] candidates;
  private double[] most1;
  private double[] most2;
  private double widest;
  private double highest;
  private double leastArea;
  private int count;

  /** Fills the columns of coordinates and finds the seeds. There must be at least two entries. */
  void pick(EntryList entries) {
    load(entries);
    int able = findCandidates();
    double most = Double.NEGATIVE_INFINITY;
    first = 0;
    second = 1;
    for (int a = 0; a < able - 1; a++) {
      for (int b = a + 1; b < able; b++) {
        double waste = waste(candidates[a], candidates[b]);
        if (waste > most) {
          most = waste;
          first = candidates[a];
          second = candidates[b];
        }
      }
    }
  }

  private void load(EntryList entries) {
    count = entries.count();
    if (minX.length < count) {
      allocate();
    }
    widest = 0;
    highest = 0;
    leastArea = Double.POSITIVE_INFINITY;
    extent[0] = extent[1] = Double.POSITIVE_INFINITY;
    extent[2] = extent[3] = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      double x1 = minX[i] = entries.real(i, SplitAlgorithm.BOUNDS);
      double y1 = minY[i] = entries.real(i, SplitAlgorithm.BOUNDS + 1);
      double x2 = maxX[i] = entries.real(i, SplitAlgorithm.BOUNDS + 2);
      double y2 = maxY[i] = entries.real(i, SplitAlgorithm.BOUNDS + 3);
      area[i] = (x2 - x1) * (y2 - y1);
      extent[0] = Math.min(extent[0], x1);
      extent[1] = Math.min(extent[1], y1);
      extent[2] = Math.max(extent[2], x2);
      extent[3] = Math.max(extent[3], y2);
      widest = Math.max(widest, x2 - x1);
      highest = Math.max(highest, y2 - y1);
      leastArea = Math.min(leastArea, area[i]);
    }
  }

  private void allocate() {
    candidates = new int[count];
    minX = new double[count];
    minY = new double[count];
    maxX = new double[count];
    maxY = new double[count];
    area = new double[count];
    most1 = new double[count];
    most2 = new double[count];
  }

  /**
   * Collects, in order, the entries that may belong to the most wasteful pair. To do so, the method
   * pairs the farthest entry with all others. It skips an entry if no pair with this entry can
   * waste as much as the best of these pairs. Returns the number of collected entries.
   */
  private int findCandidates() {
    int farthest = 0;
    for (int i = 0; i < count; i++) {
      boundWaste(i);
      farthest = most1[i] > most1[farthest] ? i : farthest;
    }
    double reached = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < count; j++) {
      if (j != farthest) {
        double waste = waste(Math.min(j, farthest), Math.max(j, farthest));
        reached = waste > reached ? waste : reached;
      }
    }
    int able = 0;
    for (int i = 0; i < count; i++) {
      if (!(most1[i] < reached && most2[i] < reached)) { // for NaN the bound is unknown
        candidates[able++] = i;
      }
    }
    return able;
  }

  /** Returns the area that a pair of entries wastes. The first index must be the smaller one. */
  private double waste(int i, int j) {
    double width = Math.max(maxX[i], maxX[j]) - Math.min(minX[i], minX[j]);
    double height = Math.max(maxY[i], maxY[j]) - Math.min(minY[i], minY[j]);
    return width * height - area[i] - area[j];
  }

  /**
   * Computes upper bounds of the waste of entry i, as the first and as the second entry of a pair.
   *
   * <p>The union of two entries is as wide as one of them, or it extends from the low side of one
   * entry to the high side of the other. The bounds are subtracted in the same order as in {@link
   * #waste}, so that rounding cannot raise a pair above its bound.
   */
  private void boundWaste(int i) {
    double width = Math.max(widest, Math.max(extent[2] - minX[i], maxX[i] - extent[0]));
    double height = Math.max(highest, Math.max(extent[3] - minY[i], maxY[i] - extent[1]));
    most1[i] = width * height - area[i] - leastArea;
    most2[i] = width * height - leastArea - area[i];
  }
}
