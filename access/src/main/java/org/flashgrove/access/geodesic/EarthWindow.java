package org.flashgrove.access.geodesic;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.geometry.Semantics;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Test for objects whose geometries intersect a window on the earth. */
final class EarthWindow implements GeometryTest {
  private final GeodesicWindow window;
  private final Envelope envelope;
  private final List<GeometryQuery> boxes = new ArrayList<>();

  EarthWindow(GeodesicWindow window) {
    this.window = window;
    RectangleQuery all = window.query();
    envelope = new Envelope(all.minX(), all.maxX(), all.minY(), all.maxY());
    GeometryFactory geometries = new GeometryFactory();
    window.forEachBox(
        (minX, minY, maxX, maxY) ->
            boxes.add(
                new GeometryQuery(
                    Predicate.INTERSECTS,
                    Semantics.OGC,
                    geometries.toGeometry(new Envelope(minX, maxX, minY, maxY)))));
  }

  @Override
  public Envelope envelope() {
    return envelope;
  }

  @Override
  public RectangleTest candidates() {
    return window;
  }

  @Override
  public boolean holdsByBounds(double minX, double minY, double maxX, double maxY) {
    for (GeometryQuery box : boxes) {
      Envelope e = box.envelope();
      if (Rectangles.covers(
          e.getMinX(), e.getMinY(), e.getMaxX(), e.getMaxY(), minX, minY, maxX, maxY)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean matches(Geometry object) {
    for (GeometryQuery box : boxes) {
      if (box.matches(object)) {
        return true;
      }
    }
    return false;
  }
}
