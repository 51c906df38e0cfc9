package org.flashgrove.core.geometry;

/**
 * A test of entries, together with the query rectangle of the test.
 *
 * @param minX least x of the query rectangle, which must be valid
 */
public record RectangleQuery(
    RectangleTest test, double minX, double minY, double maxX, double maxY) {
  /** Returns whether the rectangle of an object matches; a coordinate -0.0 counts as 0.0. */
  public boolean holdsFor(double x1, double y1, double x2, double y2) {
    return test.matches(minX + 0.0, minY + 0.0, maxX + 0.0, maxY + 0.0, x1, y1, x2, y2);
  }
}
