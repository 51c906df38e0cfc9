package org.flashgrove.access.geodesic;

import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Test for geometries within a distance in metres of a geometry. It measures distances between
 * geometries, not between their bounds.
 */
final class WithinMetres implements GeometryTest {
  private final Geometry geometry;
  private final double distance;
  private final RectangleTest candidates;

  /**
   * Creates a test.
   *
   * @throws IllegalArgumentException if the geometry has longitudes or latitudes off the earth
   */
  WithinMetres(Geometry geometry, double distance) {
    this.geometry = geometry;
    this.distance = distance;
    Envelope box = geometry.getEnvelopeInternal();
    DistanceFrom from =
        GeodesicMetric.WGS84.from(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    candidates =
        new GeodesicWithin(from.ofObjects(), WithinDistance.candidates(distance).distance());
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
    return GeometryDistance.between(geometry, object) <= distance;
  }
}
