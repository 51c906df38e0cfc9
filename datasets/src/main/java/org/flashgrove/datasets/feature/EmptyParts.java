package org.flashgrove.datasets.feature;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.MultiLineString;
import org.locationtech.jts.geom.MultiPoint;
import org.locationtech.jts.geom.MultiPolygon;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/** Removes empty parts of geometries, which some formats cannot store. */
public final class EmptyParts {
  private EmptyParts() {}

  /** Returns a geometry without its empty parts, or the same object if it has none. */
  public static Geometry removed(Geometry geometry) {
    if (!isWithin(geometry)) {
      return geometry;
    }
    GeometryFactory factory = geometry.getFactory();
    Geometry result;
    if (geometry instanceof Polygon polygon) {
      List<LinearRing> holes = new ArrayList<>();
      for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
        if (!polygon.getInteriorRingN(i).isEmpty()) {
          holes.add(polygon.getInteriorRingN(i));
        }
      }
      result = factory.createPolygon(polygon.getExteriorRing(), holes.toArray(LinearRing[]::new));
    } else {
      result = collection(factory, (GeometryCollection) geometry);
    }
    result.setSRID(geometry.getSRID());
    return result;
  }

  private static Geometry collection(GeometryFactory factory, GeometryCollection geometry) {
    List<Geometry> parts = new ArrayList<>();
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      Geometry part = geometry.getGeometryN(i);
      if (!part.isEmpty()) {
        parts.add(removed(part));
      }
    }
    if (geometry instanceof MultiPoint) {
      return factory.createMultiPoint(parts.toArray(Point[]::new));
    }
    if (geometry instanceof MultiLineString) {
      return factory.createMultiLineString(parts.toArray(LineString[]::new));
    }
    if (geometry instanceof MultiPolygon) {
      return factory.createMultiPolygon(parts.toArray(Polygon[]::new));
    }
    return factory.createGeometryCollection(parts.toArray(Geometry[]::new));
  }

  private static boolean isWithin(Geometry geometry) {
    if (geometry instanceof Polygon polygon) {
      for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
        if (polygon.getInteriorRingN(i).isEmpty()) {
          return true;
        }
      }
    } else if (geometry instanceof GeometryCollection) {
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        Geometry part = geometry.getGeometryN(i);
        if (part.isEmpty() || isWithin(part)) {
          return true;
        }
      }
    }
    return false;
  }
}
