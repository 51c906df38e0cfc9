package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;

/**
 * A box of longitudes and latitudes that contains every line and area whose vertices lie in a given
 * box. It is larger than the given box, because geodesic edges bend towards the nearer pole.
 *
 * <p>A geodesic is a great circle of the auxiliary sphere, where a point has its reduced latitude b
 * and its own longitude. If the longitudes of two points differ by w, they differ there by at most
 * w / (1 - f), because a step of longitude is sqrt(1 - e^2 cos^2 b) times a step on the sphere
 * (Karney, Algorithms for geodesics, 2013, section 2).
 *
 * <p>Let the vertices lie within a range of longitudes with w / (1 - f) below 180 degrees, and
 * south of a parallel b above the equator. The great circle through both ends of that parallel
 * bounds a hemisphere that contains all vertices. Hemispheres and ranges of longitudes below 180
 * degrees are convex, so their intersection contains all edges. It reaches to tan b / cos(w / (2 (1
 * - f))), which is a tangent of a reduced latitude; the factor of reduced latitudes cancels out. A
 * parallel south of the equator bounds a cap below a hemisphere, which is convex, so no edge leaves
 * it to the north.
 *
 * <p>Wider boxes get all longitudes. They reach to a pole unless they lie beyond the equator; in
 * that case the cap contains all edges. An area contains no pole that its vertices cannot enclose.
 */
record EarthBounds(double minX, double minY, double maxX, double maxY) {
  private static final double POLAR_TO_EQUATORIAL = 1 - Geodesic.WGS84.Flattening();
  private static final double ROOM = 1e-9; // degrees, for rounding
  private static final double WIDEST = 179.999;

  static EarthBounds around(double minX, double minY, double maxX, double maxY) {
    double width = (maxX - minX) / POLAR_TO_EQUATORIAL;
    if (width == 0) {
      return new EarthBounds(minX, minY, maxX, maxY);
    }
    if (width >= WIDEST) {
      return new EarthBounds(-180, minY > 0 ? minY : -90, 180, maxY < 0 ? maxY : 90);
    }
    double cos = Math.cos(Math.toRadians(width / 2));
    return new EarthBounds(
        minX, minY < 0 ? -farthest(-minY, cos) : minY, maxX, maxY > 0 ? farthest(maxY, cos) : maxY);
  }

  private static double farthest(double latitude, double cos) {
    if (latitude >= 90) {
      return 90;
    }
    double tan = Math.tan(Math.toRadians(latitude)) / cos;
    return Math.min(90, Math.max(latitude, Math.toDegrees(Math.atan(tan)) + ROOM));
  }
}
