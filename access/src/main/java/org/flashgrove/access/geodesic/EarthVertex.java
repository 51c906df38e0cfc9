package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;

/** A point on the earth with its image on the auxiliary sphere ({@link SphereAngles}). */
final class EarthVertex {
  private static final double POLAR_TO_EQUATORIAL = 1 - Geodesic.WGS84.Flattening();
  private static final double POLAR = Geodesic.WGS84.EquatorialRadius() * POLAR_TO_EQUATORIAL;
  private static final double POLE = 90;

  /** Metres by which bounds are lowered, to allow for rounding. */
  static final double ROOM = 1e-6;

  final double latitude;
  final double longitude;
  private final double x;
  private final double y;
  private final double z;

  EarthVertex(double latitude, double longitude) {
    this.latitude = latitude;
    this.longitude = longitude;
    double sin = POLAR_TO_EQUATORIAL * Math.sin(Math.toRadians(latitude));
    double cos = Math.abs(latitude) == POLE ? 0 : Math.cos(Math.toRadians(latitude));
    double length = Math.sqrt(sin * sin + cos * cos);
    z = sin / length;
    x = cos / length * Math.cos(Math.toRadians(longitude));
    y = cos / length * Math.sin(Math.toRadians(longitude));
  }

  /** Returns whether two vertices are one point. */
  boolean isAt(EarthVertex other) {
    boolean isPole = Math.abs(latitude) == POLE;
    return latitude == other.latitude
        && (isPole || Math.IEEEremainder(longitude - other.longitude, 360) == 0);
  }

  /**
   * Returns the square of the chord's length between the images of two points on the auxiliary
   * sphere.
   */
  double squareTo(EarthVertex other) {
    double dx = x - other.x;
    double dy = y - other.y;
    double dz = z - other.z;
    return dx * dx + dy * dy + dz * dz;
  }

  /** Returns the angle between the images of two points on the auxiliary sphere, in radians. */
  double angleTo(EarthVertex other) {
    return 2 * Math.asin(Math.min(1, Math.sqrt(squareTo(other)) / 2));
  }

  /** Returns a lower bound of the distance to another vertex, in metres. */
  double leastTo(EarthVertex other) {
    return metres(angleTo(other));
  }

  /** Converts a lower bound of an angle, in radians, to a lower bound of the distance in metres. */
  static double metres(double angle) {
    return POLAR * angle - ROOM;
  }

  /** Returns the distance to another vertex, in metres. */
  double to(EarthVertex other) {
    return MeridianSearch.between(latitude, longitude, other.latitude, other.longitude);
  }
}
