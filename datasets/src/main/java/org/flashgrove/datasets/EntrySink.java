package org.flashgrove.datasets;

/** Takes entries one by one, without an object for each. */
@FunctionalInterface
public interface EntrySink {
  /**
   * Takes one entry. The coordinates are finite, {@code minX <= maxX} and {@code minY <= maxY}; a
   * point is a rectangle without width and height.
   *
   * @param id identity of the object
   * @param minX left side
   * @param minY lower side
   * @param maxX right side
   * @param maxY upper side
   */
  void accept(long id, double minX, double minY, double maxX, double maxY);
}
