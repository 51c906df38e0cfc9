package org.flashgrove.core.geometry;

import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** A test that applies the filter of another test and skips its refinement. */
record FilterOnly(GeometryTest question) implements GeometryTest {
  @Override
  public Envelope envelope() {
    return question.envelope();
  }

  @Override
  public RectangleTest candidates() {
    return question.candidates();
  }

  @Override
  public GeometryTest on(Metric metric) {
    return question.on(metric).filterOnly();
  }

  @Override
  public boolean holdsByBounds(double minX, double minY, double maxX, double maxY) {
    Envelope q = envelope();
    return candidates()
        .matches(q.getMinX(), q.getMinY(), q.getMaxX(), q.getMaxY(), minX, minY, maxX, maxY);
  }

  @Override
  public boolean matches(Geometry object) {
    Envelope e = object.getEnvelopeInternal();
    return !e.isNull() && holdsByBounds(e.getMinX(), e.getMinY(), e.getMaxX(), e.getMaxY());
  }
}
