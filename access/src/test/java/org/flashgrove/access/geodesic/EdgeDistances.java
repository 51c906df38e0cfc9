package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicData;
import net.sf.geographiclib.GeodesicLine;
import org.locationtech.jts.geom.Coordinate;

/**
 * Distances of paths with geodesic edges by branch and bound, with a proven error of at most {@link
 * #ERROR}. An interval of an edge is divided until a lower bound of its distances shows that it
 * cannot improve the least distance found.
 *
 * <p>The Gaussian curvature of the ellipsoid lies between 0 and 1/b². Two facts follow. The
 * distance between inner points of two edges has no local minimum above 0: both points can move in
 * parallel, which shortens the geodesic between them. So edges that do not cross are nearest at an
 * end of one of them. And the second derivative of the distance d from a point, along a geodesic,
 * is at least min(0, cot(d/b)/b) as long as d is less than πb. Below that distance each shortest
 * geodesic is unique.
 */
final class EdgeDistances {
  /** Greatest error of a distance in metres. */
  static final double ERROR = 0.001;

  private static final double POLAR_RADIUS =
      Geodesic.WGS84.EquatorialRadius() * (1 - Geodesic.WGS84.Flattening());
  private static final double UNIQUE = Math.PI * POLAR_RADIUS - 1000;

  private double least = Double.POSITIVE_INFINITY;

  private EdgeDistances() {}

  /** Returns the distance of two paths. A path of one coordinate is a point. */
  static double between(Coordinate[] one, Coordinate[] other) {
    EdgeDistances distances = new EdgeDistances();
    for (Coordinate from : one) {
      for (Coordinate to : other) {
        distances.least = Math.min(distances.least, inverse(from, to).s12);
      }
    }
    GeodesicLine[] edges = edges(one);
    GeodesicLine[] others = edges(other);
    for (Coordinate from : one) {
      distances.addEdges(from, others);
    }
    for (Coordinate from : other) {
      distances.addEdges(from, edges);
    }
    for (GeodesicLine edge : edges) {
      for (GeodesicLine next : others) {
        if (distances.least > ERROR && cross(edge, 0, edge.Distance(), next, 0, next.Distance())) {
          distances.least = 0;
        }
      }
    }
    return distances.least;
  }

  private static GeodesicLine[] edges(Coordinate[] path) {
    GeodesicLine[] edges = new GeodesicLine[path.length - 1];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = Geodesic.WGS84.InverseLine(path[i].y, path[i].x, path[i + 1].y, path[i + 1].x);
    }
    return edges;
  }

  private static GeodesicData inverse(Coordinate a, Coordinate b) {
    return Geodesic.WGS84.Inverse(a.y, a.x, b.y, b.x);
  }

  private void addEdges(Coordinate from, GeodesicLine[] edges) {
    for (GeodesicLine edge : edges) {
      add(from, edge, 0, edge.Distance());
    }
  }

  /** Lowers the least distance by that from a point to an interval of an edge. */
  private void add(Coordinate from, GeodesicLine edge, double start, double end) {
    double middle = (start + end) / 2;
    double half = (end - start) / 2;
    GeodesicData at = edge.Position(middle);
    GeodesicData to = Geodesic.WGS84.Inverse(from.y, from.x, at.lat2, at.lon2);
    least = Math.min(least, to.s12);
    double slope = Math.cos(Math.toRadians(to.azi2 - at.azi2));
    double before = lowerBound(to.s12, -slope, half);
    double behind = lowerBound(to.s12, slope, half);
    for (boolean isBehind : new boolean[] {behind < before, behind >= before}) {
      if ((isBehind ? behind : before) < least - ERROR) {
        add(from, edge, isBehind ? middle : start, isBehind ? end : middle);
      }
    }
  }

  /**
   * Returns a lower bound of the distances from a point to the points of a geodesic.
   *
   * @param distance distance of the first point of the geodesic
   * @param slope derivative of the distance there
   */
  private static double lowerBound(double distance, double slope, double length) {
    if (distance + length >= UNIQUE) {
      return distance - length;
    }
    double farthest = (distance + length) / POLAR_RADIUS;
    double bend = Math.min(0, 1 / Math.tan(farthest) / POLAR_RADIUS);
    double last = distance + length * (slope + length * bend / 2); // concave: least at an end
    return Math.max(distance - length, Math.min(distance, last));
  }

  /**
   * Returns whether intervals of two edges meet. If they do not, the result may still be true if
   * two of their points are at most {@link #ERROR} apart.
   */
  private static boolean cross(
      GeodesicLine one, double from, double to, GeodesicLine other, double start, double end) {
    double middle = (from + to) / 2;
    double centre = (start + end) / 2;
    GeodesicData a = one.Position(middle);
    GeodesicData b = other.Position(centre);
    double distance = Geodesic.WGS84.Inverse(a.lat2, a.lon2, b.lat2, b.lon2).s12;
    if (distance > (to - from + end - start) / 2) {
      return false;
    }
    if (distance <= ERROR) {
      return true;
    }
    return to - from > end - start
        ? cross(one, from, middle, other, start, end) || cross(one, middle, to, other, start, end)
        : cross(one, from, to, other, start, centre) || cross(one, from, to, other, centre, end);
  }
}
