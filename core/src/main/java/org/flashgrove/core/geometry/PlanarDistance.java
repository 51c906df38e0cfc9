package org.flashgrove.core.geometry;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateSequenceFilter;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;

/**
 * Euclidean distances in the plane, in units of the coordinates; for longitudes and latitudes these
 * are degrees.
 *
 * <p>Squares of numbers above 1e154 overflow and squares of numbers below 1e-162 underflow. If this
 * might happen, the numbers are first scaled by a power of two, which does not round them.
 */
public final class PlanarDistance {
  /** Least distance whose square loses no digits to underflow. */
  public static final double LEAST_SAFE = 0x1p-480;

  /** Greatest distance that is sure to have a finite square. */
  public static final double MOST_SAFE = 0x1p500;

  /**
   * Lower bound of safe coordinates. Two coordinates at least this far from 0 are equal, or their
   * difference is safe to square.
   */
  private static final double LEAST_SAFE_COORDINATE = 0x1p-420;

  private static final double MOST_SAFE_COORDINATE = 0x1p498;
  private static final int SCALED_EXPONENT = 480;

  private PlanarDistance() {}

  /**
   * Returns the length of a vector without overflow or underflow of squares. The result is infinite
   * above {@link Double#MAX_VALUE}.
   */
  public static double length(double dx, double dy) {
    double square = dx * dx + dy * dy;
    return square >= LEAST_SAFE * LEAST_SAFE && square <= MOST_SAFE * MOST_SAFE
            || dx == 0 && dy == 0
        ? Math.sqrt(square)
        : scaledLength(Math.abs(dx), Math.abs(dy));
  }

  private static double scaledLength(double dx, double dy) {
    double longer = Math.max(dx, dy);
    if (longer == 0 || !(longer <= Double.MAX_VALUE)) {
      return longer;
    }
    int exponent = Math.getExponent(longer);
    double x = Math.scalb(dx, -exponent);
    double y = Math.scalb(dy, -exponent);
    return Math.scalb(Math.sqrt(x * x + y * y), exponent);
  }

  /**
   * Returns the least distance between points of two geometries; 0 if one of them is empty. A
   * geometry without extent is the point that it covers.
   *
   * <p>JTS computes the distance. Geometries with coordinates above 1e149, or below 1e-126 other
   * than 0, are scaled together first. In this case a distance of less than 1e-280 times the
   * greatest coordinate may become 0, except between two points. If JTS fails for the whole
   * geometries, their members are measured one by one.
   *
   * @throws UnansweredGeometryException if a vertex is not finite and the distance cannot be
   *     computed
   */
  public static double between(Geometry one, Geometry other) {
    Geometry a = GeometryForm.withoutExtentAsPoint(one);
    Geometry b = GeometryForm.withoutExtentAsPoint(other);
    double distance;
    try {
      distance = measured(a, b);
    } catch (RuntimeException e) { // JTS does not document its exceptions
      distance = betweenParts(a, b, e);
    }
    if (Double.isNaN(distance)) {
      throw unanswered(a, b, null);
    }
    return distance;
  }

  /** Returns the distance of two points, as {@link #between(Geometry, Geometry)} does. */
  public static double between(double x1, double y1, double x2, double y2) {
    return isSafe(x1, y1) && isSafe(x2, y2)
        ? new Coordinate(x1, y1).distance(new Coordinate(x2, y2))
        : length(x1 - x2, y1 - y2);
  }

  /** Returns whether JTS can measure distances from a point without overflow or underflow. */
  static boolean isSafe(double x, double y) {
    return isSafe(Math.abs(x)) && isSafe(Math.abs(y));
  }

  private static boolean isSafe(double size) {
    return size == 0 || size >= LEAST_SAFE_COORDINATE && size <= MOST_SAFE_COORDINATE;
  }

  private static double betweenParts(Geometry a, Geometry b, RuntimeException first) {
    double least = Double.POSITIVE_INFINITY;
    try {
      for (Geometry one : GeometryForm.atoms(a)) {
        for (Geometry other : GeometryForm.atoms(b)) {
          least = Math.min(least, measured(one, other));
        }
      }
      return least;
    } catch (RuntimeException e) {
      throw unanswered(a, b, first);
    }
  }

  private static UnansweredGeometryException unanswered(
      Geometry a, Geometry b, @Nullable RuntimeException cause) {
    return new UnansweredGeometryException(
        "distance between a "
            + a.getGeometryType()
            + " and a "
            + b.getGeometryType()
            + (cause == null ? ": is not a number" : ": " + cause),
        cause);
  }

  private static double measured(Geometry a, Geometry b) {
    if (arePoints(a, b)) {
      Coordinate from = a.getCoordinate();
      Coordinate to = b.getCoordinate();
      return between(from.x, from.y, to.x, to.y);
    }
    if (isSafe(a) && isSafe(b)) {
      return a.distance(b);
    }
    int shift = SCALED_EXPONENT - Math.getExponent(greatest(a, b));
    return Math.scalb(scaled(a, shift).distance(scaled(b, shift)), -shift);
  }

  private static boolean arePoints(Geometry a, Geometry b) {
    return a instanceof Point && b instanceof Point && !a.isEmpty() && !b.isEmpty();
  }

  /**
   * Returns whether {@link #between} is at most a distance.
   *
   * @throws UnansweredGeometryException as {@link #between} does
   */
  public static boolean within(Geometry one, Geometry other, double distance) {
    Geometry a = GeometryForm.withoutExtentAsPoint(one);
    Geometry b = GeometryForm.withoutExtentAsPoint(other);
    if (!arePoints(a, b) && isSafe(a) && isSafe(b)) {
      try {
        return a.isWithinDistance(b, distance);
      } catch (RuntimeException e) { // JTS does not document its exceptions
        return betweenParts(a, b, e) <= distance;
      }
    }
    return between(a, b) <= distance;
  }

  /**
   * Returns whether JTS can square the differences between the geometry's coordinates without
   * overflow or underflow.
   */
  static boolean isSafe(Geometry geometry) {
    if (geometry.isEmpty()) {
      return true;
    }
    Envelope box = geometry.getEnvelopeInternal();
    boolean mayVanish =
        box.getMinX() < LEAST_SAFE_COORDINATE && box.getMaxX() > -LEAST_SAFE_COORDINATE
            || box.getMinY() < LEAST_SAFE_COORDINATE && box.getMaxY() > -LEAST_SAFE_COORDINATE;
    return greatest(geometry) <= MOST_SAFE_COORDINATE && !(mayVanish && hasTiny(geometry));
  }

  /** Returns the greatest absolute coordinate in the bounds of two geometries. */
  static double greatest(Geometry a, Geometry b) {
    return Math.max(greatest(a), greatest(b));
  }

  private static double greatest(Geometry geometry) {
    Envelope box = geometry.getEnvelopeInternal();
    return Math.max(
        Math.max(Math.abs(box.getMinX()), Math.abs(box.getMaxX())),
        Math.max(Math.abs(box.getMinY()), Math.abs(box.getMaxY())));
  }

  private static boolean hasTiny(Geometry geometry) {
    TinyCheck check = new TinyCheck();
    geometry.apply(check);
    return check.isDone();
  }

  /** Returns a copy of a geometry scaled by a power of two. */
  static Geometry scaled(Geometry geometry, int shift) {
    Geometry copy = geometry.copy();
    copy.apply(new Scaling(shift));
    return copy;
  }

  /**
   * Filter that stops at the first coordinate whose difference from another coordinate may become 0
   * when it is squared.
   */
  private static final class TinyCheck implements CoordinateSequenceFilter {
    private boolean found;

    private static boolean isTiny(double value) {
      return value != 0 && Math.abs(value) < LEAST_SAFE_COORDINATE;
    }

    @Override
    public void filter(CoordinateSequence sequence, int i) {
      found = isTiny(sequence.getX(i)) || isTiny(sequence.getY(i));
    }

    @Override
    public boolean isDone() {
      return found;
    }

    @Override
    public boolean isGeometryChanged() {
      return false;
    }
  }

  /** Multiplies all coordinates by a power of two. */
  private record Scaling(int shift) implements CoordinateSequenceFilter {

    @Override
    public void filter(CoordinateSequence sequence, int i) {
      sequence.setOrdinate(i, CoordinateSequence.X, Math.scalb(sequence.getX(i), shift));
      sequence.setOrdinate(i, CoordinateSequence.Y, Math.scalb(sequence.getY(i), shift));
    }

    @Override
    public boolean isDone() {
      return false;
    }

    @Override
    public boolean isGeometryChanged() {
      return true;
    }
  }
}
