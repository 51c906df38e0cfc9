package org.flashgrove.access.geodesic;

import java.util.List;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.GeometryForm;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;

/**
 * Distances in metres between geometries of longitudes and latitudes. Edges of lines and areas are
 * geodesics, except for the sides of rectangles between meridians and parallels.
 */
final class GeometryDistance {
  private GeometryDistance() {}

  /** Returns the least distance between two geometries in metres; 0 if one of them is empty. */
  static double between(Geometry a, Geometry b) {
    List<Geometry> ones = GeometryForm.atoms(a);
    List<Geometry> others = GeometryForm.atoms(b);
    if (ones.isEmpty() || others.isEmpty()) {
      return 0;
    }
    return areBoxes(ones) && areBoxes(others)
        ? betweenBoxes(ones, others)
        : EarthShape.of(a).to(EarthShape.of(b));
  }

  /**
   * Returns the least distance in metres between a geometry and a rectangle of longitudes and
   * latitudes; 0 if the geometry is empty.
   */
  static double between(Geometry geometry, Envelope rectangle) {
    List<Geometry> atoms = GeometryForm.atoms(geometry);
    if (atoms.isEmpty()) {
      return 0;
    }
    return areBoxes(atoms)
        ? toBoxes(rectangle, atoms)
        : EarthShape.of(geometry).to(EarthShape.of(rectangle));
  }

  private static boolean areBoxes(List<Geometry> atoms) {
    for (Geometry atom : atoms) {
      boolean isBox = atom instanceof Point || atom.isRectangle();
      if (!isBox) {
        return false;
      }
    }
    return true;
  }

  private static double betweenBoxes(List<Geometry> ones, List<Geometry> others) {
    double least = Double.POSITIVE_INFINITY;
    for (Geometry one : ones) {
      least = Math.min(least, toBoxes(one.getEnvelopeInternal(), others));
    }
    return least;
  }

  private static double toBoxes(Envelope box, List<Geometry> others) {
    double least = Double.POSITIVE_INFINITY;
    DistanceFrom from =
        GeodesicMetric.WGS84.from(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    for (Geometry each : others) {
      Envelope other = each.getEnvelopeInternal();
      least =
          Math.min(
              least, from.to(other.getMinX(), other.getMinY(), other.getMaxX(), other.getMaxY()));
    }
    return least;
  }
}
