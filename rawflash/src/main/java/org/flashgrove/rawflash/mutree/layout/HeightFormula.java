package org.flashgrove.rawflash.mutree.layout;

/**
 * Estimated height of a kμ-tree (Yang et al., section IV, formula 1): the height at which a tree
 * with half-full nodes and one entry in its root has n entries. This is the formula as printed,
 * although its derivation ignores that a root with one entry has two children.
 *
 * <p>The fanout F is the number of entries that fit in a complete page. If k leaves too little
 * space for the upper levels, the formula has no real solution.
 */
public final class HeightFormula {
  private static final int STEPS = 10_000;

  private HeightFormula() {}

  /**
   * Returns the estimated height of a tree.
   *
   * @param k share that each level gets of the page space that the levels below leave, above 0 and
   *     below 1
   * @param entryCount n, 1 or more
   * @param fanout F, capacity of a node that has a page to itself
   * @return number of levels, not rounded; NaN if formula (1) has no real solution
   */
  public static double height(double k, double entryCount, double fanout) {
    if (!(k > 0 && k < 1) || !(entryCount >= 1)) {
      throw new IllegalArgumentException(
          "k " + k + ", " + entryCount + " entries (allowed: 0 < k < 1, 1 entry or more)");
    }
    double leafFanout = k * fanout;
    if (leafFanout <= 2) {
      return Double.NaN;
    }
    double rest = Math.log(1 - k);
    double half = Math.log(leafFanout / 2);
    double discriminant =
        Math.pow(rest + 2 * half, 2) + 8 * rest * Math.log(2 * entryCount / (leafFanout - 2));
    // Math.sqrt of a negative number is NaN, which means no solution
    return (3 * rest - 2 * half + Math.sqrt(discriminant)) / (2 * rest);
  }

  /**
   * Returns the maximum k for which formula (1) has a solution. This k also gives the index that
   * takes the least space.
   *
   * @param entryCount n, 1 or more
   * @param fanout F, capacity of a node that has a page to itself
   * @return k in steps of 0.0001; NaN if there is no such k
   */
  public static double largestK(double entryCount, double fanout) {
    for (int step = STEPS - 1; step > 0; step--) {
      double k = (double) step / STEPS;
      if (!Double.isNaN(height(k, entryCount, fanout))) {
        return k;
      }
    }
    return Double.NaN;
  }

  /**
   * Returns the maximum k for which formula (1) has a solution, for entries of {@code entryBytes}
   * bytes on pages of {@code pageBytes} bytes.
   *
   * @return k in steps of 0.0001; NaN if there is no such k
   */
  public static double largestK(double entryCount, int pageBytes, int entryBytes) {
    return largestK(entryCount, Math.floor((double) pageBytes / entryBytes));
  }
}
