package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicData;
import net.sf.geographiclib.GeodesicMask;

/**
 * Finds the distance between a point and a part of a meridian on the ellipsoid.
 *
 * <p>Along the meridian, the derivative of the distance s by latitude is the cosine of the azimuth
 * at which the geodesic arrives. So the distance is least at an end, or at a place where the
 * azimuth is a right angle. If the longitudes of point and meridian differ by at most {@value
 * #FOCAL} degrees, there is one such place, a minimum. If they differ by 90 degrees or more, every
 * such place is a maximum. For differences in between, geodesics from the equator can have a focus,
 * so several parts of the meridian are searched.
 *
 * <p>If the cosine of the azimuth is e, the distance exceeds the least distance by about s e^2 / 2.
 * The search ends at e = 1e-8. The remaining error is far below 15 nanometres, the error of the
 * solution of the inverse problem.
 */
final class MeridianSearch {
  private static final double FOCAL = 89.6;
  private static final int PARTS = 64;
  private static final int MOST_STEPS = 100;
  private static final double RIGHT_ANGLE = 1e-8;
  private static final int MASK = GeodesicMask.DISTANCE | GeodesicMask.AZIMUTH;

  private MeridianSearch() {}

  /** Returns the distance between two points, in metres. */
  static double between(double lat1, double lon1, double lat2, double lon2) {
    return Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2, GeodesicMask.DISTANCE).s12;
  }

  /**
   * Returns the least distance in metres between a point and a part of a meridian.
   *
   * @param latitude latitude of the point in degrees
   * @param gap difference between the longitudes of point and meridian in degrees, above 0 and at
   *     most 180
   * @param low latitude of the southern end of the part in degrees
   * @param high latitude of the northern end of the part in degrees
   */
  static double to(double latitude, double gap, double low, double high) {
    if (low == high) {
      return between(latitude, 0, low, gap);
    }
    double least = Math.min(between(latitude, 0, low, gap), between(latitude, 0, high, gap));
    if (gap >= 90) {
      return least;
    }
    int parts = gap <= FOCAL ? 1 : PARTS;
    double from = low;
    for (int part = 1; part <= parts; part++) {
      double to = part == parts ? high : low + (high - low) * part / parts;
      least = Math.min(least, search(latitude, gap, from, to));
      from = to;
    }
    return least;
  }

  /**
   * Returns the distance at the latitude where the cosine of the azimuth changes from negative to
   * positive. Returns positive infinity if there is no such latitude.
   */
  private static double search(double latitude, double gap, double from, double to) {
    double low = from;
    double high = to;
    double lowCosine = cosine(arrival(latitude, gap, low));
    double highCosine = cosine(arrival(latitude, gap, high));
    if (!(lowCosine < 0 && highCosine > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    double least = Double.POSITIVE_INFINITY;
    int side = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
      double middle = (low * highCosine - high * lowCosine) / (highCosine - lowCosine);
      if (!(middle > low && middle < high)) {
        middle = low + (high - low) / 2;
        if (middle == low || middle == high) {
          break;
        }
      }
      GeodesicData at = arrival(latitude, gap, middle);
      double cosine = cosine(at);
      least = Math.min(least, at.s12);
      if (Math.abs(cosine) <= RIGHT_ANGLE) {
        break;
      }
      // The Illinois rule halves the value of an end that did not move, so that both ends converge.
      if (cosine < 0) {
        low = middle;
        lowCosine = cosine;
        highCosine = side < 0 ? highCosine / 2 : highCosine;
        side = -1;
      } else {
        high = middle;
        highCosine = cosine;
        lowCosine = side > 0 ? lowCosine / 2 : lowCosine;
        side = 1;
      }
    }
    return least;
  }

  private static GeodesicData arrival(double latitude, double gap, double at) {
    return Geodesic.WGS84.Inverse(latitude, 0, at, gap, MASK);
  }

  private static double cosine(GeodesicData geodesic) {
    return Math.cos(Math.toRadians(geodesic.azi2));
  }
}
