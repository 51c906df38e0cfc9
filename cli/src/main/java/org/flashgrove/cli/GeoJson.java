package org.flashgrove.cli;

/** Pieces of GeoJSON (RFC 7946). */
final class GeoJson {
  static final String BEGIN = "{\"type\":\"FeatureCollection\",\"features\":[";
  static final String END = "]}";

  private GeoJson() {}

  /** The geometry of a rectangle: a Point if it has no extent, else a Polygon. */
  static String geometry(double minX, double minY, double maxX, double maxY) {
    return minX == maxX && minY == maxY
        ? "{\"type\":\"Point\",\"coordinates\":" + corner(minX, minY) + "}"
        : polygon(minX, minY, maxX, maxY);
  }

  /** The rectangle as a Polygon, counterclockwise, whatever its extent. */
  static String polygon(double minX, double minY, double maxX, double maxY) {
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
}
