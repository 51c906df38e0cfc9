package org.flashgrove.core.geometry;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Distance measure and coordinate system of an index, chosen when the index is created. Safe for
 * use by several threads.
 */
public interface Metric {
  /**
   * Euclidean distances in the plane, in units of the coordinates. For longitudes and latitudes
   * these are degrees, which do not order points by nearness on the earth. This is the default
   * metric.
   */
  Metric PLANAR = new PlanarMetric();

  /** Returns its name in specs. */
  String name();

  /** Returns the unit of distances, such as {@code m}, or "units of the coordinates". */
  String unit();

  /**
   * Refuses the rectangle of an object that an index of this metric does not hold.
   *
   * @throws IllegalArgumentException in one line with what is allowed
   */
  void requireObject(double minX, double minY, double maxX, double maxY);

  /**
   * Returns a query as searches of the index run it.
   *
   * @param test as the caller gave it; {@link WithinDistance} is a distance of this metric
   * @throws IllegalArgumentException for a rectangle or a test that is not allowed
   */
  RectangleQuery query(RectangleTest test, double minX, double minY, double maxX, double maxY);

  /**
   * Returns a question to geometries as a table of the metric asks it; distances are of the metric.
   *
   * @throws IllegalArgumentException for a geometry or a test that is not allowed
   */
  GeometryTest question(GeometryTest test);

  /**
   * Returns the distances from a rectangle, or from a point given as one.
   *
   * @throws IllegalArgumentException for a rectangle that is not allowed
   */
  DistanceFrom from(double minX, double minY, double maxX, double maxY);

  /**
   * Returns the distances from a rectangle as {@link #from(double, double, double, double)} does,
   * without an allocation where that can be.
   *
   * @param used what an earlier call returned, which may change; null before the first
   */
  default DistanceFrom from(
      double minX, double minY, double maxX, double maxY, @Nullable DistanceFrom used) {
    return from(minX, minY, maxX, maxY);
  }

  /**
   * Returns the least distance between points of two geometries; 0 if one of them is empty. It is
   * not less than the bounds of {@link DistanceFrom#ofObjects}.
   *
   * @throws UnansweredGeometryException for geometries that this metric cannot measure
   */
  double between(Geometry a, Geometry b);

  /** Returns whether {@link #between} is at most a distance. */
  default boolean within(Geometry a, Geometry b, double distance) {
    return between(a, b) <= distance;
  }
}
