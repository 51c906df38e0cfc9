package org.flashgrove.datasets.geojson;

import org.flashgrove.datasets.feature.EmptyParts;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/** Builds pieces of GeoJSON (RFC 7946). */
public final class GeoJson {
  /** Text before the features of a collection. Commas separate the features. */
  public static final String BEGIN = "{\"type\":\"FeatureCollection\",\"features\":[";

  /** Text after the features of a collection. */
  public static final String END = "]}";

  private GeoJson() {}

  /**
   * Returns a rectangle as a geometry: a Point if it has neither width nor height, otherwise a
   * Polygon.
   */
  public static String geometry(double minX, double minY, double maxX, double maxY) {
    return minX == maxX && minY == maxY
        ? "{\"type\":\"Point\",\"coordinates\":" + corner(minX, minY) + "}"
        : polygon(minX, minY, maxX, maxY);
  }

  /** Returns a rectangle as a counterclockwise Polygon, whatever its extent. */
  public static String polygon(double minX, double minY, double maxX, double maxY) {
    return "{\"type\":\"Polygon\",\"coordinates\":[["
        + corner(minX, minY)
        + ","
        + corner(maxX, minY)
        + ","
        + corner(maxX, maxY)
        + ","
        + corner(minX, maxY)
        + ","
        + corner(minX, minY)
        + "]]}";
  }

  private static String corner(double x, double y) {
    return "[" + x + "," + y + "]";
  }

  /** Returns the position of a vertex: x, y, and z if the vertex has one. RFC 7946 has no m. */
  private static String corner(Coordinate at) {
    return Double.isNaN(at.getZ())
        ? corner(at.x, at.y)
        : "[" + at.x + "," + at.y + "," + at.getZ() + "]";
  }

  /**
   * Returns a geometry without m, or {@code null} for null. Rings have the orientation of RFC 7946.
   */
  public static String geometry(Geometry geometry) {
    if (geometry == null) {
      return "null";
    }
    return textOf(EmptyParts.removed(geometry)); // RFC 7946 does not allow empty parts
  }

  private static String textOf(Geometry geometry) {
    boolean mixed = geometry.getGeometryType().equals(Geometry.TYPENAME_GEOMETRYCOLLECTION);
    String type = geometry instanceof LinearRing ? "LineString" : geometry.getGeometryType();
    StringBuilder out = new StringBuilder("{\"type\":\"").append(type).append("\",\"");
    out.append(mixed ? "geometries" : "coordinates").append("\":");
    if (mixed) {
      appendParts(out, geometry, true);
    } else {
      append(out, geometry);
    }
    return out.append('}').toString();
  }

  private static void append(StringBuilder out, Geometry geometry) {
    if (geometry instanceof GeometryCollection) {
      appendParts(out, geometry, false);
    } else if (geometry instanceof Polygon polygon) {
      out.append('[');
      if (!polygon.isEmpty()) {
        append(out, polygon.getExteriorRing().getCoordinates(), true);
        for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
          append(out.append(','), polygon.getInteriorRingN(i).getCoordinates(), false);
        }
      }
      out.append(']');
    } else if (geometry instanceof Point point) {
      out.append(point.isEmpty() ? "[]" : corner(point.getCoordinate()));
    } else {
      append(out, ((LineString) geometry).getCoordinates());
    }
  }

  private static void appendParts(StringBuilder out, Geometry geometry, boolean asObjects) {
    out.append('[');
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      out.append(i == 0 ? "" : ",");
      if (asObjects) {
        out.append(textOf(geometry.getGeometryN(i)));
      } else {
        append(out, geometry.getGeometryN(i));
      }
    }
    out.append(']');
  }

  private static void append(StringBuilder out, Coordinate[] ring, boolean counterclockwise) {
    if (Orientation.isCCW(ring) != counterclockwise) {
      Coordinate[] turned = new Coordinate[ring.length];
      for (int i = 0; i < ring.length; i++) {
        turned[i] = ring[ring.length - 1 - i];
      }
      append(out, turned);
    } else {
      append(out, ring);
    }
  }

  private static void append(StringBuilder out, Coordinate[] line) {
    out.append('[');
    for (int i = 0; i < line.length; i++) {
      out.append(i == 0 ? "" : ",").append(corner(line[i]));
    }
    out.append(']');
  }
}
