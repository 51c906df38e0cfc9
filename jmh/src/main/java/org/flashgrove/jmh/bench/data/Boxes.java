package org.flashgrove.jmh.bench.data;

/**
 * Rectangles by number, from 0 on; the id of an entry is its number and 1. Coordinates are exact as
 * floats, in which some peers keep them, unless {@link BoxForm} says doubles.
 */
public interface Boxes {
  /** Returns how many there are. */
  int count();

  /** Returns the least x of a rectangle. */
  double minX(int number);

  /** Returns the least y of a rectangle. */
  double minY(int number);

  /** Returns the greatest x of a rectangle. */
  double maxX(int number);

  /** Returns the greatest y of a rectangle. */
  double maxY(int number);

  /** Returns the distance of a rectangle from a point, 0 inside. */
  default double distance(int number, double x, double y) {
    double dx = Math.max(0, Math.max(minX(number) - x, x - maxX(number)));
    double dy = Math.max(0, Math.max(minY(number) - y, y - maxY(number)));
    return Math.hypot(dx, dy);
  }
}
