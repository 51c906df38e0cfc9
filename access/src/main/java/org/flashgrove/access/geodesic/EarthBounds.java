package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;

/**
 * A box of longitudes and latitudes that contains every line and area whose vertices lie in a given
 * box. It is larger than the given box, because geodesic edges bend towards the nearer pole.
 *
 * <p>Proof. A geodesic is a great circle of the auxiliary sphere, where a point has its reduced
 * latitude b and its own longitude. A step of longitude is sqrt(1 - e^2 cos^2 b) times a step on
 * the sphere (Karney, Algorithms for geodesics, 2013, section 2). So if the longitudes of two
 * points differ by w, they differ by at most w / (1 - f) on the sphere.
 *
 * <p>Let w / (1 - f) be below 180 degrees, and let all vertices be south of a parallel b above the
 * equator. The great circle through both ends of that parallel bounds a hemisphere that contains
 * all vertices. Hemispheres and ranges of longitudes below 180 degrees are convex, so their
 * intersection contains all edges. The tangent of its greatest reduced latitude is tan b / cos(w /
 * (2 (1 - f))). The tangents of a reduced latitude and of its latitude differ by the factor 1 - f.
 * This factor cancels out, so the formula also holds for latitudes.
 *
 * <p>A parallel south of the equator bounds a cap that is smaller than a hemisphere. This cap is
 * convex, so no edge leaves it to the north.
 *
 * <p>For a wider box, the result has all longitudes and reaches both poles. If a wider box lies on
 * one side of the equator, the cap bounds the result towards the equator.
 */
record EarthBounds(double minX, double minY, double maxX, double maxY) {
  private static final double POLAR_TO_EQUATORIAL = 1 - Geodesic.WGS84.Flattening();
  private static final double ROOM = 1e-9; // degrees, to allow for rounding
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
