package org.flashgrove.core.shape;

import org.locationtech.jts.algorithm.CGAlgorithmsDD;
import org.locationtech.jts.algorithm.LineIntersector;
import org.locationtech.jts.algorithm.RobustLineIntersector;
import org.locationtech.jts.geom.CoordinateXY;

/** Robust tests of segments, with the same results as the classes of JTS. */
final class Segments {
  /** Result of {@link #step} for a point on a segment. */
  static final int TOUCHES = 1;

  /** Result of {@link #step} for a ray that crosses a segment. */
  static final int CROSSES = 2;

  private Segments() {}

  /**
   * Returns {@link #TOUCHES} if a point is on a segment. Otherwise returns {@link #CROSSES} if the
   * ray from the point towards greater x crosses the segment, or 0 if it does not. The result is
   * that of {@link org.locationtech.jts.algorithm.RayCrossingCounter}.
   */
  static int step(double x1, double y1, double x2, double y2, double x, double y) {
    if (x1 < x && x2 < x) {
      return 0;
    }
    if (x == x2 && y == y2) {
      return TOUCHES;
    }
    if (y1 == y && y2 == y) {
      return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) ? TOUCHES : 0;
    }
    if (y1 > y == y2 > y) {
      return 0;
    }
    int side = CGAlgorithmsDD.orientationIndex(x1, y1, x2, y2, x, y);
    return side == 0 ? TOUCHES : y2 < y1 == side < 0 ? CROSSES : 0;
  }

  /** Returns whether two numbers are both below or both above a range. */
  static boolean isOutside(double one, double other, double from, double to) {
    return one < from && other < from || one > to && other > to;
  }

  /**
   * Returns whether a point lies in the bounds of a path.
   *
   * @param places the x and y of each vertex
   * @param from index of the x of the first vertex of the path
   * @param end index after the y of its last vertex
   */
  static boolean isInBounds(double[] places, int from, int end, double x, double y) {
    boolean isWest = true;
    boolean isEast = true;
    boolean isSouth = true;
    boolean isNorth = true;
    for (int i = from; i < end; i += 2) {
      isWest &= x < places[i];
      isEast &= x > places[i];
      isSouth &= y < places[i + 1];
      isNorth &= y > places[i + 1];
    }
    return !isWest && !isEast && !isSouth && !isNorth;
  }

  /**
   * Returns whether a segment and any segment of a path share a point.
   *
   * @param places the x and y of each vertex
   * @param first index of the x of the first vertex of the path
   * @param last index of the x of the last vertex of the path
   */
  @SuppressWarnings("checkstyle:ParameterNumber") // a segment and a path
  static boolean meet(
      double[] places, int first, int last, double x1, double y1, double x2, double y2) {
    double west = x1 < x2 ? x1 : x2;
    double east = x1 < x2 ? x2 : x1;
    double south = y1 < y2 ? y1 : y2;
    double north = y1 < y2 ? y2 : y1;
    for (int i = first; i < last; i += 2) {
      double x3 = places[i];
      double y3 = places[i + 1];
      double x4 = places[i + 2];
      double y4 = places[i + 3];
      boolean isApart = isOutside(x3, x4, west, east) || isOutside(y3, y4, south, north);
      if (!isApart && doMeet(x1, y1, x2, y2, x3, y3, x4, y4)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether two segments with intersecting bounds share a point, with the result of {@link
   * RobustLineIntersector} but without computing the point. If both segments are on one line, that
   * class is called.
   */
  @SuppressWarnings("checkstyle:ParameterNumber") // four points
  private static boolean doMeet(
      double x1, double y1, double x2, double y2, double x3, double y3, double x4, double y4) {
    int first = CGAlgorithmsDD.orientationIndex(x1, y1, x2, y2, x3, y3);
    int second = CGAlgorithmsDD.orientationIndex(x1, y1, x2, y2, x4, y4);
    if (first * second > 0) {
      return false;
    }
    int third = CGAlgorithmsDD.orientationIndex(x3, y3, x4, y4, x1, y1);
    int fourth = CGAlgorithmsDD.orientationIndex(x3, y3, x4, y4, x2, y2);
    if (third * fourth > 0) {
      return false;
    }
    if (first == 0 && second == 0 && third == 0 && fourth == 0) {
      LineIntersector segments = new RobustLineIntersector();
      segments.computeIntersection(
          new CoordinateXY(x1, y1),
          new CoordinateXY(x2, y2),
          new CoordinateXY(x3, y3),
          new CoordinateXY(x4, y4));
      return segments.hasIntersection();
    }
    return true;
  }
}
