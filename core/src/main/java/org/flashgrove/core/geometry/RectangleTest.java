package org.flashgrove.core.geometry;

/**
 * A question to entries with rectangles, asked with a query rectangle: one test for the objects'
 * rectangles, and one that tells below which nodes an answer may lie.
 *
 * <p>Rectangles are four doubles minX, minY, maxX, maxY, closed, finite and in order. Points and
 * horizontal or vertical lines are rectangles without extent on an axis.
 */
public interface RectangleTest {
  /**
   * Whether some rectangle within e may match query q. True for more than need be costs reads;
   * false must be certain.
   */
  boolean mayHold(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double eMinX,
      double eMinY,
      double eMaxX,
      double eMaxY);

  /** Whether the rectangle o of an object matches query q. */
  boolean matches(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double oMinX,
      double oMinY,
      double oMaxX,
      double oMaxY);
}
