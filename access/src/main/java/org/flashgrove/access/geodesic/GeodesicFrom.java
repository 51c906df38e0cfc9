package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;
import org.flashgrove.core.geometry.DistanceFrom;

/**
 * Distances in metres from a point or a box of longitudes and latitudes.
 *
 * <p>A distance lies between the polar radius and the equatorial radius times the angle on the
 * auxiliary sphere ({@link SphereAngles} has the proof). These two bounds are widened by a margin
 * for rounding. Angles are accurate to about 1e-15, which is some nanometres, and {@link #ROOM} is
 * a thousand times larger. {@link #bound}, the bound of a box, has twice the margin of {@link
 * #least}, the bound of a rectangle. So the bound of a box never exceeds the bound of a rectangle
 * within the box.
 */
final class GeodesicFrom implements DistanceFrom {
  /** Absolute margin of a bound for rounding errors, in metres. */
  private static final double ROOM = 1e-6;

  private static final double RELATIVE = 1e-12;
  private static final double EQUATORIAL = Geodesic.WGS84.EquatorialRadius();
  private static final double POLAR = EQUATORIAL * (1 - Geodesic.WGS84.Flattening());

  private final double minX;
  private final double minY;
  private final double maxX;
  private final double maxY;
  private final SphereAngles angles;

  /**
   * Tells which distances the bounds must hold for. If true, they hold for distances to geometries,
   * whose geodesic edges may leave their rectangles. If false, they hold only for distances to
   * rectangles.
   */
  private final boolean ofObjects;

  GeodesicFrom(double minX, double minY, double maxX, double maxY) {
    this.minX = minX;
    this.minY = minY;
    this.maxX = maxX;
    this.maxY = maxY;
    angles = new SphereAngles(minX, minY, maxX, maxY);
    ofObjects = false;
  }

  private GeodesicFrom(GeodesicFrom rectangles) {
    minX = rectangles.minX;
    minY = rectangles.minY;
    maxX = rectangles.maxX;
    maxY = rectangles.maxY;
    EarthBounds bounds = EarthBounds.around(minX, minY, maxX, maxY);
    angles = new SphereAngles(bounds.minX(), bounds.minY(), bounds.maxX(), bounds.maxY());
    ofObjects = true;
  }

  /** Returns bounds for objects with geodesic edges ({@link EarthBounds}). */
  @Override
  public DistanceFrom ofObjects() {
    return ofObjects ? this : new GeodesicFrom(this);
  }

  private double angle(double x1, double y1, double x2, double y2) {
    if (!ofObjects) {
      return angles.to(x1, y1, x2, y2);
    }
    EarthBounds bounds = EarthBounds.around(x1, y1, x2, y2);
    return angles.to(bounds.minX(), bounds.minY(), bounds.maxX(), bounds.maxY());
  }

  @Override
  public double minX() {
    return minX;
  }

  @Override
  public double minY() {
    return minY;
  }

  @Override
  public double maxX() {
    return maxX;
  }

  @Override
  public double maxY() {
    return maxY;
  }

  @Override
  public double bound(double x1, double y1, double x2, double y2) {
    return Math.max(0, POLAR * angle(x1, y1, x2, y2) * (1 - 2 * RELATIVE) - 2 * ROOM);
  }

  @Override
  public double least(double x1, double y1, double x2, double y2) {
    return Math.max(0, POLAR * angle(x1, y1, x2, y2) * (1 - RELATIVE) - ROOM);
  }

  @Override
  public double most(double x1, double y1, double x2, double y2) {
    double unknown = Math.max(0, x1 - x2) + Math.max(0, y1 - y2); // a detour of degrees at most
    double angle = angles.to(x1, y1, Math.max(x1, x2), Math.max(y1, y2));
    double detour = Math.toRadians(unknown) * EQUATORIAL / POLAR;
    return EQUATORIAL * (angle + detour) * (1 + RELATIVE) + ROOM;
  }

  @Override
  public double to(double x1, double y1, double x2, double y2) {
    if (x1 == x2 && y1 == y2 && minX == maxX && minY == maxY) {
      return MeridianSearch.between(minY, minX, y1, x1);
    }
    double gap = SphereAngles.gap(minX, maxX, x1, x2);
    if (gap == 0) {
      if (y1 > maxY) {
        return MeridianSearch.between(maxY, 0, y1, 0);
      }
      return y2 < minY ? MeridianSearch.between(minY, 0, y2, 0) : 0;
    }
    double least = MeridianSearch.to(minY, gap, y1, y2);
    if (minY != maxY) {
      least = Math.min(least, MeridianSearch.to(maxY, gap, y1, y2));
      least = Math.min(least, MeridianSearch.to(y1, gap, minY, maxY));
      least = Math.min(least, MeridianSearch.to(y2, gap, minY, maxY));
    }
    return least;
  }
}
