package org.flashgrove.indexes.tree;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;

/** Bounding rectangles of lists of entries. */
public final class Bounds {
  private Bounds() {}

  /**
   * Writes the bounding rectangle of the entries {@code [from, to)} to {@code into[at]} and the
   * following words. There must be at least one entry. The coordinates of an entry start at word 1.
   *
   * @param upper index of the word maxX: 3 for rectangles, 1 for points
   */
  public static void of(EntryList entries, int from, int to, int upper, long[] into, int at) {
    double minX = entries.real(from, 1);
    double minY = entries.real(from, 2);
    double maxX = entries.real(from, upper);
    double maxY = entries.real(from, upper + 1);
    for (int i = from + 1; i < to; i++) { // no coordinate is NaN or -0.0, so < and > suffice
      double lowX = entries.real(i, 1);
      double lowY = entries.real(i, 2);
      double highX = entries.real(i, upper);
      double highY = entries.real(i, upper + 1);
      minX = lowX < minX ? lowX : minX;
      minY = lowY < minY ? lowY : minY;
      maxX = highX > maxX ? highX : maxX;
      maxY = highY > maxY ? highY : maxY;
    }
    into[at] = Double.doubleToRawLongBits(minX);
    into[at + 1] = Double.doubleToRawLongBits(minY);
    into[at + 2] = Double.doubleToRawLongBits(maxX);
    into[at + 3] = Double.doubleToRawLongBits(maxY);
  }

  /**
   * Returns whether the rectangle of the entry at an index of a list covers the rectangle of {@code
   * entry}.
   */
  static boolean covers(EntryList entries, int index, long[] entry) {
    return Rectangles.covers(
        entries.real(index, 1),
        entries.real(index, 2),
        entries.real(index, 3),
        entries.real(index, 4),
        Double.longBitsToDouble(entry[1]),
        Double.longBitsToDouble(entry[2]),
        Double.longBitsToDouble(entry[3]),
        Double.longBitsToDouble(entry[4]));
  }

  /**
   * Extends the rectangle at {@code bounds[at]} to cover the rectangle of {@code entry}.
   *
   * @return whether the rectangle in {@code bounds} changed
   */
  public static boolean grow(double[] bounds, int at, long[] entry) {
    double minX = Double.longBitsToDouble(entry[1]);
    double minY = Double.longBitsToDouble(entry[2]);
    double maxX = Double.longBitsToDouble(entry[3]);
    double maxY = Double.longBitsToDouble(entry[4]);
    if (Rectangles.covers(
        bounds[at], bounds[at + 1], bounds[at + 2], bounds[at + 3], minX, minY, maxX, maxY)) {
      return false;
    }
    bounds[at] = Math.min(bounds[at], minX);
    bounds[at + 1] = Math.min(bounds[at + 1], minY);
    bounds[at + 2] = Math.max(bounds[at + 2], maxX);
    bounds[at + 3] = Math.max(bounds[at + 3], maxY);
    return true;
  }
}
