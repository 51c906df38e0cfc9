package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;

/**
 * A box of longitudes and latitudes that contains every line and area whose vertices lie in a given
 * box. It is larger than the given box, because geodesic edges bend towards the nearer pole.
 *
 * <p>Proof. A geodesic corresponds to a great circle of the auxiliary sphere, where a point has its
 * reduced latitude b and another longitude. A step of longitude on the ellipsoid is sqrt(1 - e^2
 * cos^2 b) times the corresponding step on the sphere (Karney, Algorithms for geodesics, 2013,
 * section 2). This factor is at least 1 - f. So if two points differ in longitude by w on the
 * ellipsoid, they differ by at most w / (1 - f) on the sphere.
 *
 * <p>Let w / (1 - f) be below 180 degrees. Let all vertices be south of a parallel that lies north
 * of the equator, at the reduced latitude b. Take the great circle through the points where the
 * western and the eastern side of the box meet that parallel. It bounds a hemisphere that contains
 * all vertices. Hemispheres and ranges of longitudes below 180 degrees are convex, so their
 * intersection contains all edges. The tangent of the greatest reduced latitude of the great circle
 * is tan b / cos(w / (2 (1 - f))). The tangent of a reduced latitude is 1 - f times the tangent of
 * the latitude. This factor cancels out, so the formula also holds for latitudes.
 *
 * <p>A parallel south of the equator bounds a cap that is smaller than a hemisphere. This cap is
 * convex, so no edge leaves it to the north.
 *
 * <p>For a wider box, the result has all longitudes. Its latitudes reach both poles if the box
 * touches or crosses the equator. Otherwise they reach only the nearer pole, because no edge leaves
 * the cap.
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
