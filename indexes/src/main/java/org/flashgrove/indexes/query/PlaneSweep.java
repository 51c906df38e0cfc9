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
      // one loop for both sides, so that the JIT compiler compiles the receiver once
      boolean leftIsFirst = left.minX[i] <= right.minX[j];
      SweepArrays first = leftIsFirst ? left : right;
      SweepArrays other = leftIsFirst ? right : left;
      int at = leftIsFirst ? i++ : j++;
      int next = leftIsFirst ? j : i;
      while (more) {
        int near = other.nextNear(next, first, at, reach);
        if (near < 0) {
          break;
        }
        more = pairs.meet(leftIsFirst ? at : near, leftIsFirst ? near : at);
        next = near + 1;
      }
    }
  }
}
