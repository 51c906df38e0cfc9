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
  static void run(SweepArrays left, SweepArrays right, double reach, Pairs pairs) {
    int i = 0;
    int j = 0;
    boolean more = true;
    while (more && i < left.count && j < right.count) {
      if (left.minX[i] <= right.minX[j]) {
        int k = right.nextNear(j, left, i, reach);
        while (more && k >= 0) {
          more = pairs.meet(i, k);
          k = right.nextNear(k + 1, left, i, reach);
        }
        i++;
      } else {
        int k = left.nextNear(i, right, j, reach);
        while (more && k >= 0) {
          more = pairs.meet(k, j);
          k = left.nextNear(k + 1, right, j, reach);
        }
        j++;
      }
    }
  }
}
