package org.flashgrove.access.geodesic;

import org.flashgrove.core.geometry.DistanceFrom;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Distances in metres between geometries of longitudes and latitudes whose parts are points,
 * rectangles or lines along meridians and parallels: sets of points whose distances are known
 * exactly.
 */
final class GeometryDistance {
  private GeometryDistance() {}

  /**
   * Returns the least distance between a point of one geometry and one of another; 0 if one is
   * empty.
   *
   * @throws IllegalArgumentException for other geometries
   */
  static double between(Geometry a, Geometry b) {
    if (a.isEmpty() || b.isEmpty()) {
      return 0;
    }
    requireMeasurable(a);
    requireMeasurable(b);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < a.getNumGeometries(); i++) {
      Envelope one = a.getGeometryN(i).getEnvelopeInternal();
      DistanceFrom from = null;
      for (int j = 0; j < b.getNumGeometries() && !one.isNull(); j++) {
        Envelope other = b.getGeometryN(j).getEnvelopeInternal();
        if (other.isNull()) {
          continue;
        }
        from = from == null ? from(one) : from;
        least =
            Math.min(
                least, from.to(other.getMinX(), other.getMinY(), other.getMaxX(), other.getMaxY()));
      }
    }
    return least;
  }

  private static DistanceFrom from(Envelope box) {
    return GeodesicMetric.WGS84.from(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /**
   * Refuses geometries that distances are not known of.
   *
   * @throws IllegalArgumentException in one line with what is allowed
   */
  static void requireMeasurable(Geometry geometry) {
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      Geometry part = geometry.getGeometryN(i);
      Envelope box = part.getEnvelopeInternal();
      boolean isFlat = box.getWidth() == 0 || box.getHeight() == 0; // and then all of its box
      if (!isFlat && !part.isEmpty() && !part.isRectangle()) {
        throw new IllegalArgumentException(
            "the distance in metres of a "
                + part.getGeometryType()
                + " (allowed by metric geodesic: points, and rectangles or lines along meridians"
                + " and parallels)");
      }
    }
  }
}
