package org.flashgrove.literature.tree.region;

import java.util.Arrays;

/**
 * Finds a plane with about half of the coordinates on each side. Equal coordinates are always on
 * the same side, so the sides may differ in size.
 */
public final class MedianValue {
  private MedianValue() {}

  /**
   * Sets the plane so that about half of the coordinates are on each side. The smallest coordinate
   * of the upper side is one of the given coordinates.
   *
   * @param coordinates coordinates in {@code [0, count)}, which this method sorts
   * @return false if all coordinates are equal, so that no plane has coordinates on both sides
   */
  public static boolean choose(double[] coordinates, int count, int dimension, Cut cut) {
    Arrays.sort(coordinates, 0, count);
    int middle = count / 2;
    int lower = middle; // first index with the middle's value
    while (lower > 0 && coordinates[lower - 1] == coordinates[middle]) {
      lower--;
    }
    int upper = middle; // first index with the next value
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
