package org.flashgrove.indexes.bulk.sort;

/** Sort key of entries: a signed number per entry. */
@FunctionalInterface
public interface SortKey {
  /** Sorts by the lower x of the rectangle. */
  SortKey LOWER_X = (id, minX, minY, maxX, maxY) -> ordered(minX);

  /** Sorts by the x of the rectangle's centre. */
  SortKey CENTRE_X = (id, minX, minY, maxX, maxY) -> ordered(0.5 * minX + 0.5 * maxX);

  /** Sorts by the y of the rectangle's centre. */
  SortKey CENTRE_Y = (id, minX, minY, maxX, maxY) -> ordered(0.5 * minY + 0.5 * maxY);

  /** Returns the key of an entry. */
  long of(long id, double minX, double minY, double maxX, double maxY);

  /** Converts a double to an integer. The integers have the same order as the doubles. */
  static long ordered(double value) {
    long bits = Double.doubleToRawLongBits(value + 0.0); // -0.0 becomes 0.0
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }
}
