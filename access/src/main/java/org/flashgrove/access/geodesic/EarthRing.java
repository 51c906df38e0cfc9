package org.flashgrove.access.geodesic;

import java.util.List;
import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicData;
import net.sf.geographiclib.PolygonArea;

/**
 * A closed path of geodesic edges. A ring around the earth's axis divides the earth into two parts,
 * and encloses the smaller part with its pole. Any other ring encloses no pole. Each edge takes the
 * short way around the axis.
 *
 * <p>A point is inside if its meridian crosses an odd number of edges north of the point. If the
 * ring encloses the north pole, a point is inside if this number is even.
 */
final class EarthRing {
  private static final int MOST_STEPS = 100;
  private static final double ROUND = 360;
  private static final double POLE = 90;

  private final List<GeodesicEdge> edges;
  private final boolean holdsNorthPole;

  /** Creates a ring of edges. Each edge starts where the previous edge ends. */
  EarthRing(List<GeodesicEdge> edges) {
    this.edges = edges;
    double turn = 0;
    for (GeodesicEdge edge : edges) {
      turn += Math.IEEEremainder(edge.end.longitude - edge.start.longitude, ROUND);
    }
    boolean isAroundAxis = Math.round(turn / ROUND) % 2 != 0;
    holdsNorthPole = isAroundAxis && turn > 0 == signedArea() > 0;
  }

  /**
   * Returns the area in square metres of the smaller of the two parts into which the ring divides
   * the earth. It is positive if this part is on the left of the edges, and negative if it is on
   * the right.
   */
  private double signedArea() {
    PolygonArea area = new PolygonArea(Geodesic.WGS84, false);
    for (GeodesicEdge edge : edges) {
      area.AddPoint(edge.start.latitude, edge.start.longitude);
    }
    return area.Compute(false, true).area;
  }

  /** Returns whether a point lies inside; the result is undefined for a point on an edge. */
  boolean contains(EarthVertex point) {
    boolean isInside = holdsNorthPole;
    if (point.latitude == POLE) {
      return isInside;
    }
    for (GeodesicEdge edge : edges) {
      isInside ^= isCrossedNorthOf(edge, point);
    }
    return isInside;
  }

  private static boolean isCrossedNorthOf(GeodesicEdge edge, EarthVertex point) {
    double start = Math.IEEEremainder(edge.start.longitude - point.longitude, ROUND);
    double end = Math.IEEEremainder(edge.end.longitude - point.longitude, ROUND);
    if (start < 0 == end < 0 || Math.abs(end - start) > ROUND / 2) {
      return false; // the edge does not cross the point's meridian
    }
    double startLatitude = edge.start.latitude;
    double endLatitude = edge.end.latitude;
    for (double latitude : new double[] {startLatitude, endLatitude}) {
      if (Math.abs(latitude) == POLE) {
        return latitude > 0; // the edge is a meridian and meets the others at the pole
      }
    }
    EarthBounds bounds =
        EarthBounds.around(
            Math.min(start, end),
            Math.min(startLatitude, endLatitude),
            Math.max(start, end),
            Math.max(startLatitude, endLatitude));
    if (point.latitude < bounds.minY()) {
      return true;
    }
    return point.latitude <= bounds.maxY() && latitudeAt(edge, point.longitude) > point.latitude;
  }

  /**
   * Returns the latitude at which an edge crosses a meridian. The search relies on the fact that
   * the longitude only grows or only falls along an edge.
   */
  private static double latitudeAt(GeodesicEdge edge, double longitude) {
    double low = 0;
    double high = edge.line().Distance();
    boolean isWest = Math.IEEEremainder(edge.start.longitude - longitude, ROUND) < 0;
    double latitude = edge.start.latitude;
    for (int step = 0; step < MOST_STEPS; step++) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        break;
      }
      GeodesicData place = edge.at(middle);
      latitude = place.lat2;
      double beyond = Math.IEEEremainder(place.lon2 - longitude, ROUND);
      if (beyond == 0) {
        break;
      }
      if (beyond < 0 == isWest) {
        low = middle;
      } else {
        high = middle;
      }
      if (high - low < 1e-6) {
        break;
      }
    }
    return latitude;
  }
}
