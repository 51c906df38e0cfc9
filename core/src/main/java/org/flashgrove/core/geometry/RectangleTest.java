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
   * Returns whether some rectangle within e may match query q. A wrong true only costs reads; a
   * wrong false loses results.
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

  /**
   * Computes a window that intersects the rectangle of every object that can match query q. Returns
   * whether such a window exists. Indexes search the window and test the remaining entries.
   *
   * @param window receives minX, minY, maxX, maxY; sides may be infinite
   */
  default boolean findWindow(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] window) {
    return false;
  }

  /**
   * Returns whether all rectangles of a group match query q, given the ranges in which their sides
   * lie. The result must be true only if this is certain. A false result only costs reads, even if
   * all rectangles match.
   *
   * @param outer the least minX and minY and the greatest maxX and maxY of the objects' rectangles
   * @param inner the greatest minX and minY and the least maxX and maxY of the objects' rectangles.
   *     A minimum may exceed its maximum
   */
  default boolean matchesAll(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] outer, double[] inner) {
    return false;
  }
}
