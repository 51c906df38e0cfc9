package org.flashgrove.jmh.bench.data;

/**
 * Rectangles, numbered from 0. The id of an entry is its number plus 1. Because some of the
 * measured libraries store floats, all coordinates can be stored as floats without rounding, unless
 * {@link BoxForm} says that they are doubles.
 */
public interface Boxes {
  /** Returns the number of rectangles. */
  int count();

  /** Returns the minimum x of a rectangle. */
  double minX(int number);

  /** Returns the minimum y of a rectangle. */
  double minY(int number);

  /** Returns the maximum x of a rectangle. */
  double maxX(int number);

  /** Returns the maximum y of a rectangle. */
  double maxY(int number);

  /** Returns the distance of a rectangle from a point, 0 if the point is inside. */
  default double distance(int number, double x, double y) {
    double dx = Math.max(0, Math.max(minX(number) - x, x - maxX(number)));
    double dy = Math.max(0, Math.max(minY(number) - y, y - maxY(number)));
    return Math.hypot(dx, dy);
  }
}
