package org.flashgrove.core.geometry;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
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

  /** Returns the name that selects this metric in the spec string of an index. */
  String name();

  /** Returns the unit of distances, such as {@code m} or "units of the coordinates". */
  String unit();

  /**
   * Rejects an object's rectangle that an index with this metric cannot store.
   *
   * @throws IllegalArgumentException with a message that names the allowed range
   */
  void requireObject(double minX, double minY, double maxX, double maxY);

  /**
   * Converts a query to the form that the index evaluates during a search.
   *
   * @param test the caller's test; the distance of a {@link WithinDistance} is in this metric
   * @throws IllegalArgumentException if the rectangle or the test is not allowed
   */
  RectangleQuery query(RectangleTest test, double minX, double minY, double maxX, double maxY);

  /**
   * Converts a geometry test to the form that a table with this metric evaluates; distances are in
   * this metric.
   *
   * @throws IllegalArgumentException if the geometry or the test is not allowed
   */
  GeometryTest question(GeometryTest test);

  /**
   * Returns an object that computes distances from a rectangle. A point is a rectangle without
   * extent.
   *
   * @throws IllegalArgumentException for a rectangle that is not allowed
   */
  DistanceFrom from(double minX, double minY, double maxX, double maxY);

  /**
   * Returns an object that computes distances from a rectangle, like {@link #from(double, double,
   * double, double)}. A metric may reuse the object {@code used} instead of creating one.
   *
   * @param used result of an earlier call, which this call may overwrite, or null
   */
  default DistanceFrom from(
      double minX, double minY, double maxX, double maxY, @Nullable DistanceFrom used) {
    return from(minX, minY, maxX, maxY);
  }

  /**
   * Returns the least distance between two geometries; 0 if one of them is empty. The result is at
   * least as great as the lower bounds of {@link DistanceFrom#ofObjects}.
   *
   * @throws UnansweredGeometryException if this metric cannot measure the geometries
   */
  double between(Geometry a, Geometry b);

  /**
   * Returns the least distance between a geometry and a rectangle; 0 if the geometry is empty. The
   * rectangle is bounded by lines of constant x and y, as for {@link DistanceFrom#to}. A geometry
   * with the same corners may have other edges in this metric.
   *
   * @throws UnansweredGeometryException if this metric cannot measure the geometry
   */
  double between(Geometry geometry, Envelope rectangle);

  /**
   * Returns a rectangle that contains all objects whose vertices lie within a rectangle. In some
   * metrics an edge of an object may leave the bounding rectangle of its vertices.
   */
  default Envelope aroundObjects(Envelope vertices) {
    return vertices;
  }

  /** Returns whether {@link #between(Geometry, Geometry)} is at most a distance. */
  default boolean within(Geometry a, Geometry b, double distance) {
    return between(a, b) <= distance;
  }
}
