package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;

/**
 * Angles between boxes of longitudes and latitudes on the auxiliary sphere, where a point has its
 * longitude and its reduced latitude.
 *
 * <p>Let the ellipsoid have the radii a (equator) and c = (1 - f) a (pole). With the reduced
 * latitude b, tan b = (1 - f) tan(latitude), a step on the ellipsoid has the length
 *
 * <pre>ds^2 = (a^2 sin^2 b + c^2 cos^2 b) db^2 + a^2 cos^2 b dl^2</pre>
 *
 * (Karney, Algorithms for geodesics, 2013, section 2). On the unit sphere the same step has {@code
 * dA^2 = db^2 + cos^2 b dl^2}. Since c is less than a, the length of a curve on the ellipsoid lies
 * between c and a times the length of its image on the sphere. The image of a shortest curve on one
 * surface is a curve on the other one, though not always the shortest. So a distance lies between c
 * and a times the angle A between the images. The two bounds differ by f, one part in 298, at any
 * distance. A box of longitudes and latitudes is also a box of longitudes and reduced latitudes. So
 * the angles to boxes bound the distances to boxes.
 *
 * <p>The nearest point of a box lies at the least difference of longitudes, since cos A = sin b sin
 * b' + cos b cos b' cos(dl). On that meridian A is least where tan b' = tan b / cos(dl), or at an
 * end. Between two boxes, one of the two nearest points is a corner of its box. Otherwise the
 * shortest line would be perpendicular to a side of each box that is a meridian. Only the equator
 * is perpendicular to two meridians, and it is not the shortest line between these sides.
 *
 * <p>Safe for use by several threads.
 */
final class SphereAngles {
  private static final double POLAR_TO_EQUATORIAL = 1 - Geodesic.WGS84.Flattening();

  private final double minX;
  private final double maxX;
  private final double sinMin;
  private final double cosMin;
  private final double sinMax;
  private final double cosMax;
  private final boolean isParallel;

  /** Creates an object that computes angles from a box. The box is in degrees. */
  SphereAngles(double minX, double minY, double maxX, double maxY) {
    this.minX = minX;
    this.maxX = maxX;
    isParallel = minY == maxY;
    double sin = sin(minY);
    double cos = cos(minY);
    double length = Math.sqrt(sin * sin + cos * cos);
    sinMin = sin / length;
    cosMin = cos / length;
    sin = sin(maxY);
    cos = cos(maxY);
    length = Math.sqrt(sin * sin + cos * cos);
    sinMax = sin / length;
    cosMax = cos / length;
  }

  /**
   * Returns the sine of the reduced latitude, times a factor that depends on the latitude.
   * Latitudes beyond a pole count as the pole.
   */
  private static double sin(double latitude) {
    return POLAR_TO_EQUATORIAL * Math.sin(Math.toRadians(atMost90(latitude)));
  }

  /** Returns the cosine of the reduced latitude, times the factor that {@link #sin} uses. */
  private static double cos(double latitude) {
    return Math.cos(Math.toRadians(atMost90(latitude)));
  }

  private static double atMost90(double latitude) {
    return Math.max(-90, Math.min(90, latitude));
  }

  /** Returns the least difference between two ranges of longitudes, 0 to 180 degrees. */
  static double gap(double aMin, double aMax, double bMin, double bMax) {
    double east = bMin - aMax;
    double west = aMin - bMax;
    if (east <= 0 && west <= 0) {
      return 0;
    }
    double one = Math.max(east, west);
    double other = 360 + Math.min(east, west);
    return Math.max(0, Math.min(one, other));
  }

  /**
   * Returns the least angle between a point of this object's box and a point of another box, in
   * radians.
   */
  double to(double x1, double y1, double x2, double y2) {
    double sin = sin(y1);
    double cos = cos(y1);
    double length = Math.sqrt(sin * sin + cos * cos);
    double sinLow = sin / length;
    double cosLow = cos / length;
    double sinHigh = sinLow;
    double cosHigh = cosLow;
    if (y1 != y2) {
      sin = sin(y2);
      cos = cos(y2);
      length = Math.sqrt(sin * sin + cos * cos);
      sinHigh = sin / length;
      cosHigh = cos / length;
    }
    double gap = gap(minX, maxX, x1, x2);
    if (gap == 0) {
      return meridianGap(sinLow, cosLow, sinHigh, cosHigh);
    }
    double sinGap = Math.sin(Math.toRadians(gap));
    double cosGap = Math.cos(Math.toRadians(gap));
    double least = toMeridian(sinMin, cosMin, sinLow, cosLow, sinHigh, cosHigh, sinGap, cosGap);
    if (!isParallel) {
      least =
          Math.min(
              least, toMeridian(sinMax, cosMax, sinLow, cosLow, sinHigh, cosHigh, sinGap, cosGap));
      least =
          Math.min(
              least, toMeridian(sinLow, cosLow, sinMin, cosMin, sinMax, cosMax, sinGap, cosGap));
      least =
          Math.min(
              least, toMeridian(sinHigh, cosHigh, sinMin, cosMin, sinMax, cosMax, sinGap, cosGap));
    }
    return least;
  }

  private double meridianGap(double sinLow, double cosLow, double sinHigh, double cosHigh) {
    double north = sinLow * cosMax - cosLow * sinMax; // sine of the angle north to the box
    if (north > 0) {
      return Math.atan2(north, cosLow * cosMax + sinLow * sinMax);
    }
    double south = sinMin * cosHigh - cosMin * sinHigh;
    return south > 0 ? Math.atan2(south, cosMin * cosHigh + sinMin * sinHigh) : 0;
  }

  @SuppressWarnings("checkstyle:ParameterNumber") // sines and cosines of four angles
  private static double toMeridian(
      double sin,
      double cos,
      double sinLow,
      double cosLow,
      double sinHigh,
      double cosHigh,
      double sinGap,
      double cosGap) {
    double across = cos * cosGap; // the nearest point of the meridian is at atan2(sin, across)
    if (across > 0) {
      if (sin * cosLow < across * sinLow) {
        return angle(sin, cos, sinLow, cosLow, sinGap, cosGap);
      }
      if (sin * cosHigh > across * sinHigh) {
        return angle(sin, cos, sinHigh, cosHigh, sinGap, cosGap);
      }
      return Math.atan2(cos * sinGap, Math.sqrt(sin * sin + across * across));
    }
    double low = angle(sin, cos, sinLow, cosLow, sinGap, cosGap);
    return cosLow == cosHigh && sinLow == sinHigh
        ? low
        : Math.min(low, angle(sin, cos, sinHigh, cosHigh, sinGap, cosGap));
  }

  private static double angle(
      double sin, double cos, double sinTo, double cosTo, double sinGap, double cosGap) {
    double north = cos * sinTo - sin * cosTo * cosGap;
    double east = cosTo * sinGap;
    return Math.atan2(Math.sqrt(north * north + east * east), sin * sinTo + cos * cosTo * cosGap);
  }
}
