package org.flashgrove.core.geometry;

/**
 * A test of entries with rectangles against a query rectangle: {@link #matches} decides on the
 * rectangle of an object, {@link #mayHold} prunes the nodes below which no object can match.
 *
 * <p>Rectangles are four doubles minX, minY, maxX, maxY, closed, finite and in order. Points and
 * horizontal or vertical lines are rectangles without extent on an axis.
 */
public interface RectangleTest {
  /**
   * Returns whether some rectangle within e may match query q. A true where nothing matches costs
   * reads; a false must be certain, or answers are lost.
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

  /** Returns whether the rectangle o of an object matches query q. */
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
