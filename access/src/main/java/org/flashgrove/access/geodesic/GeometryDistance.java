package org.flashgrove.access.geodesic;

import java.util.List;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.UnansweredGeometryException;
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
   * @throws UnansweredGeometryException for other geometries
   */
  static double between(Geometry a, Geometry b) {
    List<Geometry> ones = measurableAtoms(a);
    List<Geometry> others = measurableAtoms(b);
    if (ones.isEmpty() || others.isEmpty()) {
      return 0;
    }
    double least = Double.POSITIVE_INFINITY;
    for (Geometry one : ones) {
      DistanceFrom from = from(one.getEnvelopeInternal());
      for (Geometry each : others) {
        Envelope other = each.getEnvelopeInternal();
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
   * @throws UnansweredGeometryException if the metric cannot measure the geometry
   */
  static void requireMeasurable(Geometry geometry) {
    measurableAtoms(geometry);
  }

  private static List<Geometry> measurableAtoms(Geometry geometry) {
    List<Geometry> atoms = GeometryForm.atoms(geometry);
    for (Geometry atom : atoms) {
      Envelope box = atom.getEnvelopeInternal();
      boolean isFlat = box.getWidth() == 0 || box.getHeight() == 0; // and then all of its box
      if (!isFlat && !atom.isRectangle()) {
        throw new UnansweredGeometryException(
            "the distance in metres of a "
                + atom.getGeometryType()
                + " (allowed by metric geodesic: points, and rectangles or lines along meridians"
                + " and parallels)",
            null);
      }
    }
    return atoms;
  }
}
