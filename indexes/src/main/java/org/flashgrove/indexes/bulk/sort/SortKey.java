package org.flashgrove.indexes.bulk.sort;

/** Sort key of entries: a signed number per entry. */
@FunctionalInterface
public interface SortKey {
  /** The lower x. */
  SortKey LOWER_X = (id, minX, minY, maxX, maxY) -> ordered(minX);

  /** The x of the centre. */
  SortKey CENTRE_X = (id, minX, minY, maxX, maxY) -> ordered(0.5 * minX + 0.5 * maxX);

  /** The y of the centre. */
  SortKey CENTRE_Y = (id, minX, minY, maxX, maxY) -> ordered(0.5 * minY + 0.5 * maxY);

  /** Returns the key of an entry. */
  long of(long id, double minX, double minY, double maxX, double maxY);

  /** Returns a number whose order is the order of the doubles. */
  static long ordered(double value) {
    long bits = Double.doubleToRawLongBits(value + 0.0); // -0.0 becomes 0.0
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }
}
