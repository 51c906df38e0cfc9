package org.flashgrove.indexes.query;

/** Finds pairs of nearby rectangles by a sweep along x. */
final class PlaneSweep {
  private PlaneSweep() {}

  /** Receives pairs of rectangles. */
  @FunctionalInterface
  interface Pairs {
    /**
     * Receives a pair whose distance along each axis is at most the reach of the sweep.
     *
     * @return whether to continue the sweep
     */
    boolean meet(int leftIndex, int rightIndex);
  }

  /**
   * Visits the pairs of a left and a right rectangle whose distance along each axis is at most the
   * reach.
   */
  static void run(SweepSide left, SweepSide right, double reach, Pairs pairs) {
    int i = 0;
    int j = 0;
    boolean more = true;
    while (more && i < left.count() && j < right.count()) {
      if (left.minX(i) <= right.minX(j)) {
        double end = left.maxX(i);
        for (int k = j; more && k < right.count() && right.minX(k) - end <= reach; k++) {
          more = meet(left, i, right, k, reach, pairs);
        }
        i++;
      } else {
        double end = right.maxX(j);
        for (int k = i; more && k < left.count() && left.minX(k) - end <= reach; k++) {
          more = meet(left, k, right, j, reach, pairs);
        }
        j++;
      }
    }
  }

  private static boolean meet(
      SweepSide left, int i, SweepSide right, int j, double reach, Pairs pairs) {
    boolean apart = right.minY(j) - left.maxY(i) > reach || left.minY(i) - right.maxY(j) > reach;
    return apart || pairs.meet(i, j);
  }
}
