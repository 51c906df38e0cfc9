package org.flashgrove.literature.tree.region;

import java.util.Arrays;

/** The plane that has half of some coordinates on each side, as near as equal ones allow. */
public final class MedianValue {
  private MedianValue() {}

  /**
   * Chooses one of the coordinates as the least of the upper side.
   *
   * @param coordinates those in {@code [0, count)}; sorted by this
   * @return whether there is a plane with coordinates on both sides
   */
  public static boolean choose(double[] coordinates, int count, int dimension, Cut cut) {
    Arrays.sort(coordinates, 0, count);
    int middle = count / 2;
    int lower = middle; // the first of the middle's value
    while (lower > 0 && coordinates[lower - 1] == coordinates[middle]) {
      lower--;
    }
    int upper = middle; // the first of the next value
    while (upper < count && coordinates[upper] == coordinates[middle]) {
      upper++;
    }
    if (lower == 0 && upper == count) {
      return false;
    }
    boolean takeLower = upper == count || lower > 0 && middle - lower <= upper - middle;
    cut.set(dimension, coordinates[takeLower ? lower : upper]);
    return true;
  }
}
