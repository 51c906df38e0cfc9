package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicData;
import net.sf.geographiclib.GeodesicMask;

/**
 * Decides whether two edges cross, by Karney's iteration (Geodesic intersections, 2023). Each step
 * starts with a point on each edge. For each edge it takes the great circle that touches the edge
 * at its point. The intersection of these two circles gives the next point on each edge.
 */
final class EdgeCrossing {
  private static final int MOST_STEPS = 30;
  private static final double SAME_POINT = 1e-5; // metres
  private static final double ROOM = 1e-4; // metres that a crossing may lie beyond an end
  private static final double PARALLEL = 1e-15;
  private static final double HALF_WAY = Math.PI * GeodesicEdge.RADIUS;
  private static final int MASK = GeodesicMask.DISTANCE | GeodesicMask.AZIMUTH;

  private final GeodesicEdge one;
  private final GeodesicEdge other;
  private double onOne;
  private double onOther;

  private EdgeCrossing(GeodesicEdge one, GeodesicEdge other) {
    this.one = one;
    this.other = other;
  }

  /**
   * Returns whether two edges have a common point. Edges along the same line may be reported as
   * disjoint.
   */
  static boolean isOf(GeodesicEdge one, GeodesicEdge other) {
    EdgeCrossing crossing = new EdgeCrossing(one, other);
    double length = one.line().Distance();
    double otherLength = other.line().Distance();
    int starts = Math.max(length, otherLength) < HALF_WAY / 4 ? 1 : 3;
    for (int i = 1; i <= starts; i++) {
      for (int j = 1; j <= starts; j++) {
        crossing.onOne = length * i / (starts + 1);
        crossing.onOther = otherLength * j / (starts + 1);
        if (crossing.converges()
            && isWithin(crossing.onOne, length)
            && isWithin(crossing.onOther, otherLength)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isWithin(double at, double length) {
    return at >= -ROOM && at <= length + ROOM;
  }

  private boolean converges() {
    for (int step = 0; step < MOST_STEPS; step++) {
      GeodesicData a = one.at(onOne);
      GeodesicData b = other.at(onOther);
      GeodesicData way = Geodesic.WGS84.Inverse(a.lat2, a.lon2, b.lat2, b.lon2, MASK);
      if (way.s12 <= SAME_POINT) {
        return true;
      }
      if (!step(way.s12 / GeodesicEdge.RADIUS, a.azi2 - way.azi1, b.azi2 - way.azi2)) {
        return false;
      }
    }
    return false;
  }

  /**
   * Moves the points on both edges to the nearest intersection of the great circles.
   *
   * @param angle angle between the points, in radians
   * @param turnOne angle from the line between the points to the first edge, in degrees
   * @param turnOther angle from that line to the second edge, in degrees
   */
  private boolean step(double angle, double turnOne, double turnOther) {
    // The points have the coordinates (1, 0, 0) and (cos, sin, 0). The third axis points to the
    // right of the line between them.
    double sin = Math.sin(angle);
    double cos = Math.cos(angle);
    double[] a = {1, 0, 0};
    double[] b = {cos, sin, 0};
    double[] alongA = direction(0, 1, turnOne);
    double[] alongB = direction(-sin, cos, turnOther);
    double[] common = cross(cross(a, alongA), cross(b, alongB));
    if (dot(common, common) < PARALLEL * PARALLEL) {
      return false;
    }
    if (dot(common, a) + dot(common, b) < 0) {
      common = new double[] {-common[0], -common[1], -common[2]};
    }
    onOne += GeodesicEdge.RADIUS * Math.atan2(dot(common, alongA), dot(common, a));
    onOther += GeodesicEdge.RADIUS * Math.atan2(dot(common, alongB), dot(common, b));
    return Math.abs(onOne) < 2 * HALF_WAY && Math.abs(onOther) < 2 * HALF_WAY;
  }

  private static double[] direction(double x, double y, double turn) {
    double ahead = Math.cos(Math.toRadians(turn));
    return new double[] {ahead * x, ahead * y, Math.sin(Math.toRadians(turn))};
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
