package org.flashgrove.core.geometry;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Test for objects within a Euclidean distance of a geometry in the plane, inclusive. It measures
 * to the geometry itself ({@link PlanarDistance#between}), not to its bounding rectangle. A table
 * with another {@link Metric} interprets the distance in that metric. Thread-safe.
 */
public final class DistanceQuery implements GeometryTest {
  private final Geometry geometry;
  private final double distance;
  private final WithinDistance candidates;
  private volatile @Nullable PointDistances points;

  /**
   * Creates a query.
   *
   * @param geometry not empty, of finite coordinates
   * @param distance 0 to {@link WithinDistance#MAX_DISTANCE}, in units of the coordinates
   * @throws IllegalArgumentException if the geometry or the distance is not allowed
   */
  public DistanceQuery(Geometry geometry, double distance) {
    this.geometry = GeometryForm.requireAskable("query geometry", geometry);
    this.distance = distance;
    candidates = WithinDistance.candidates(distance);
  }

  /** Returns the geometry that distances are measured from. */
  public Geometry geometry() {
    return geometry;
  }

  /** Returns the distance. */
  public double distance() {
    return distance;
  }

  @Override
  public Envelope envelope() {
    return geometry.getEnvelopeInternal();
  }

  @Override
  public RectangleTest candidates() {
    return candidates;
  }

  /** Returns false, because bounds alone do not prove that a geometry is near enough. */
  @Override
  public boolean holdsByBounds(double minX, double minY, double maxX, double maxY) {
    return false;
  }

  @Override
  public boolean matches(Geometry object) {
    return PlanarDistance.within(geometry, object, distance);
  }

  @Override
  public boolean matchesPoint(double x, double y) {
    PointDistances known = points;
    if (known == null) {
      known = new PointDistances(geometry);
      points = known;
    }
    return known.within(x, y, distance);
  }
}
