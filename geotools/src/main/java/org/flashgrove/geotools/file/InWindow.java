package org.flashgrove.geotools.file;

import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Test for geometries whose bounds intersect a rectangle.
 *
 * @param envelope the rectangle, not null
 */
record InWindow(Envelope envelope) implements GeometryTest {
  @Override
  public RectangleTest candidates() {
    return Predicate.INTERSECTS;
  }

  @Override
  public boolean holdsByBounds(double minX, double minY, double maxX, double maxY) {
    return envelope.intersects(new Envelope(minX, maxX, minY, maxY));
  }

  @Override
  public boolean matches(Geometry object) {
    return envelope.intersects(object.getEnvelopeInternal());
  }
}
