package org.flashgrove.datasets;

/** Receives entries one by one, without an object for each entry. */
@FunctionalInterface
public interface EntrySink {
  /**
   * Receives an entry. Coordinates are finite, with {@code minX <= maxX} and {@code minY <= maxY}.
   * A point is a rectangle without width and height.
   *
   * @param id id of the object
   */
  void accept(long id, double minX, double minY, double maxX, double maxY);
}
