package org.flashgrove.core.geometry;

import java.util.Locale;
import java.util.Objects;
import org.flashgrove.core.failure.UnsupportedGeometryException;

/**
 * Arithmetic of closed, axis-parallel rectangles given as four doubles.
 *
 * <p>All comparisons are exact; there is no tolerance. Rectangles touching in a point or an edge
 * intersect. Areas of points and of horizontal or vertical lines are zero.
 */
public final class Rectangles {
  private static final int SIDES = 4;

  private Rectangles() {}

  /**
   * Rejects coordinates that do not form a valid rectangle.
   *
   * @throws IllegalArgumentException if a coordinate is NaN or infinite, or a minimum exceeds its
   *     maximum; the message contains the four values
   */
  public static void requireValid(double minX, double minY, double maxX, double maxY) {
    // A NaN anywhere makes one of the comparisons false, an infinity makes a difference infinite.
    if (!(minX <= maxX
        && minY <= maxY
        && minX >= -Double.MAX_VALUE
        && minY >= -Double.MAX_VALUE
        && maxX <= Double.MAX_VALUE
        && maxY <= Double.MAX_VALUE)) {
      throw new UnsupportedGeometryException(
          "not a rectangle: minx="
              + minX
              + " miny="
              + minY
              + " maxx="
              + maxX
              + " maxy="
              + maxY
              + " (allowed: finite coordinates, minx <= maxx, miny <= maxy)");
    }
  }

  /**
   * Rejects an array that does not hold the sides of one rectangle.
   *
   * @param name name of the argument in the message
   * @param sides minX, minY, maxX, maxY
   * @throws IllegalArgumentException if the array has another length; the values are not checked
   */
  public static void requireSides(String name, double[] sides) {
    if (Objects.requireNonNull(sides, name).length != SIDES) {
      throw new IllegalArgumentException(
          name + ": " + sides.length + " numbers (allowed: 4, which are minX, minY, maxX, maxY)");
    }
  }

  /**
   * Rejects rectangles that are not points.
   *
   * @param place name of the index or store in the message
   * @throws IllegalArgumentException if the rectangle has an extent; the message contains the four
   *     values
   */
  public static void requirePoint(
      double minX, double minY, double maxX, double maxY, String place) {
    if (!(minX == maxX && minY == maxY)) {
      throw new UnsupportedGeometryException(
          "not a point: minx="
              + minX
              + " miny="
              + minY
              + " maxx="
              + maxX
              + " maxy="
              + maxY
              + "; "
              + place
              + " stores points only");
    }
  }

  /**
   * Rejects a domain of a curve or tree whose width or height exceeds the range of a double.
   *
   * @throws IllegalArgumentException if the width or height is infinite
   */
  public static void requireFiniteExtents(double minX, double minY, double maxX, double maxY) {
    if (Double.isInfinite(maxX - minX) || Double.isInfinite(maxY - minY)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "domain %s/%s/%s/%s (allowed: width and height at most %s)",
              minX,
              minY,
              maxX,
              maxY,
              Double.MAX_VALUE));
    }
  }

  /** Puts the sides of a rectangle into an array: minX, minY, maxX, maxY. */
  static void copy(double minX, double minY, double maxX, double maxY, double[] into) {
    into[0] = minX;
    into[1] = minY;
    into[2] = maxX;
    into[3] = maxY;
  }

  /** Returns whether rectangles a and b share at least one point. */
  public static boolean intersects(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return aMinX <= bMaxX && bMinX <= aMaxX && aMinY <= bMaxY && bMinY <= aMaxY;
  }

  /** Returns whether every point of b is a point of a. */
  public static boolean covers(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return aMinX <= bMinX && aMinY <= bMinY && aMaxX >= bMaxX && aMaxY >= bMaxY;
  }

  /**
   * Returns whether b lies in the interior of a. On an axis where a has no extent, b must equal a.
   */
  public static boolean interiorCovers(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return (aMinX < bMinX && bMaxX < aMaxX || aMinX == aMaxX && bMinX == aMinX && bMaxX == aMinX)
        && (aMinY < bMinY && bMaxY < aMaxY || aMinY == aMaxY && bMinY == aMinY && bMaxY == aMinY);
  }

  /**
   * Returns whether the interiors of a and b share a point. The interior of a point is the point
   * itself.
   */
  public static boolean interiorsMeet(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return spansMeet(aMinX, aMaxX, bMinX, bMaxX) && spansMeet(aMinY, aMaxY, bMinY, bMaxY);
  }

  private static boolean spansMeet(double aMin, double aMax, double bMin, double bMax) {
    double low = Math.max(aMin, bMin);
    double high = Math.min(aMax, bMax);
    return low < high
        || low == high
            && (aMin == aMax || aMin < low && low < aMax)
            && (bMin == bMax || bMin < low && low < bMax);
  }

  /** Returns whether a and b are equal. */
  public static boolean equal(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return aMinX == bMinX && aMinY == bMinY && aMaxX == bMaxX && aMaxY == bMaxY;
  }

  /**
   * Returns the midpoint of two sides without overflow. Halves of subnormal numbers are rounded, so
   * the midpoint of equal sides may differ from them. Compare midpoints with midpoints only.
   */
  public static double centre(double lower, double upper) {
    return 0.5 * lower + 0.5 * upper;
  }

  /**
   * Returns the square of the least Euclidean distance between a and b; 0 if they intersect.
   * Distances above 1e154 overflow to infinity, and distances below 1e-162 become 0.
   */
  public static double squaredDistance(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    double dx = gap(aMinX, aMaxX, bMinX, bMaxX);
    double dy = gap(aMinY, aMaxY, bMinY, bMaxY);
    return dx * dx + dy * dy;
  }

  /**
   * Returns the least Euclidean distance between a and b, in units of the coordinates; 0 if they
   * intersect, infinite above {@link Double#MAX_VALUE}.
   */
  public static double distance(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return PlanarDistance.length(gap(aMinX, aMaxX, bMinX, bMaxX), gap(aMinY, aMaxY, bMinY, bMaxY));
  }

  private static double gap(double aMin, double aMax, double bMin, double bMax) {
    return Math.max(0, Math.max(bMin - aMax, aMin - bMax));
  }

  /** Returns the greatest float that is not above a number, for a box rounded outwards. */
  public static float below(double value) {
    float near = (float) value;
    return near > value ? Math.nextDown(near) : near;
  }

  /** Returns the least float that is not below a number, for a box rounded outwards. */
  public static float above(double value) {
    float near = (float) value;
    return near < value ? Math.nextUp(near) : near;
  }

  /** Returns the area of a rectangle, at least zero. */
  public static double area(double minX, double minY, double maxX, double maxY) {
    return (maxX - minX) * (maxY - minY);
  }

  /** Returns the area of the smallest rectangle that covers a and b. */
  public static double unionArea(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return (Math.max(aMaxX, bMaxX) - Math.min(aMinX, bMinX))
        * (Math.max(aMaxY, bMaxY) - Math.min(aMinY, bMinY));
  }
}
