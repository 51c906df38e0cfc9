package org.flashgrove.access.geodesic;

import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;

/** Distances in metres between geometries of longitudes and latitudes. */
final class GeometryDistance {
  private GeometryDistance() {}

  /**
   * Returns the least distance between a point of one geometry and one of another; 0 if one is
   * empty.
   *
   * @throws IllegalArgumentException unless both are made of points
   */
  static double between(Geometry a, Geometry b) {
    if (a.isEmpty() || b.isEmpty()) {
      return 0;
    }
    requirePoints(a);
    requirePoints(b);
    double least = Double.POSITIVE_INFINITY;
    for (Coordinate from : a.getCoordinates()) {
      for (Coordinate to : b.getCoordinates()) {
        least = Math.min(least, MeridianSearch.between(from.y, from.x, to.y, to.x));
      }
    }
    return least;
  }

  private static void requirePoints(Geometry geometry) {
    if (geometry.getDimension() > 0) {
      throw new IllegalArgumentException(
          "the distance in metres of a "
              + geometry.getGeometryType()
              + " (allowed by metric geodesic: points, and rectangles of entries)");
    }
  }
}
