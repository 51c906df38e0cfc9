package org.flashgrove.access.geodesic;

import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicData;
import net.sf.geographiclib.GeodesicLine;
import net.sf.geographiclib.GeodesicMask;
import org.jspecify.annotations.Nullable;

/**
 * The shortest line between two points on the earth.
 *
 * <p>Along the line, the derivative of the distance to a point is the cosine of the angle between
 * the line and the direction to the point. So the distance is least at an end, or at a place where
 * this angle is a right angle. On a sphere, a line shorter than half the equator has one place with
 * a right angle. On the ellipsoid this is nearly the same, unless all distances are about a quarter
 * of the equator. Then there may be several such places, and the line is searched in parts.
 *
 * <p>A search step moves to the foot of the perpendicular on a sphere, which reduces the error
 * about 300 times. If a step leaves the current part, the search halves the part instead. At a
 * place where the cosine is e, the distance s exceeds the least distance by about s e^2 / 2.
 */
final class GeodesicEdge {
  static final double RADIUS = 6_371_008.8;
  private static final double EQUATORIAL_TO_POLAR = 1 / (1 - Geodesic.WGS84.Flattening());
  private static final double FAR = 7_000_000; // metres from which a line is searched in parts
  private static final double PART = 500_000;
  private static final int MOST_STEPS = 60;
  private static final double SHORT_STEP = 1e-4; // metres
  private static final double RIGHT_ANGLE = 1e-9;
  private static final int MASK = GeodesicMask.DISTANCE | GeodesicMask.AZIMUTH;
  private static final int PLACE = GeodesicMask.STANDARD;

  final EarthVertex start;
  final EarthVertex end;

  /** Half of an upper bound of the angle between the ends on the auxiliary sphere, in radians. */
  private final double reach;

  private @Nullable GeodesicLine line;

  GeodesicEdge(EarthVertex start, EarthVertex end) {
    this.start = start;
    this.end = end;
    reach = Math.min(Math.PI, start.angleTo(end) * EQUATORIAL_TO_POLAR) / 2;
  }

  GeodesicLine line() {
    if (line == null) {
      line =
          Geodesic.WGS84.InverseLine(
              start.latitude,
              start.longitude,
              end.latitude,
              end.longitude,
              GeodesicMask.STANDARD | GeodesicMask.DISTANCE_IN);
    }
    return line;
  }

  /** Returns the point of the edge at a distance from its start. */
  GeodesicData at(double metres) {
    return line().Position(metres, PLACE);
  }

  /**
   * Returns a lower bound of the distance to a vertex, in metres. The bound is correct because each
   * point of the edge is at most half the edge's length away from an end.
   */
  double leastTo(EarthVertex vertex) {
    return EarthVertex.metres(Math.min(start.angleTo(vertex), end.angleTo(vertex)) - reach);
  }

  /** Returns false if two edges certainly have no common point, and true otherwise. */
  boolean mayCross(GeodesicEdge other) {
    double starts = Math.min(start.angleTo(other.start), start.angleTo(other.end));
    double ends = Math.min(end.angleTo(other.start), end.angleTo(other.end));
    return EarthVertex.metres(Math.min(starts, ends) - reach - other.reach) <= 0;
  }

  /**
   * Returns the distance to a vertex in metres, or {@code known} if it is smaller.
   *
   * <p>A place at t metres from the start is at least {@code fromStart} - t and {@code fromEnd} -
   * (length - t) away, by the triangle inequality. So no place is nearer than the mean of {@code
   * fromStart} and {@code fromEnd}, less half the length. If this bound is at least {@code known},
   * only the ends are measured.
   *
   * @param fromStart distance of the vertex from the start
   * @param fromEnd distance of the vertex from the end
   * @param known a distance in metres that the caller has already found
   */
  double to(EarthVertex vertex, double fromStart, double fromEnd, double known) {
    double least = Math.min(known, Math.min(fromStart, fromEnd));
    double most = 2 * reach * Geodesic.WGS84.EquatorialRadius(); // at least the length of the edge
    if ((fromStart + fromEnd - most) / 2 - EarthVertex.ROOM >= least) {
      return least;
    }
    double length = line().Distance();
    int parts = Math.min(fromStart, fromEnd) < FAR ? 1 : (int) Math.ceil(length / PART);
    for (int part = 0; part < parts; part++) {
      least = Math.min(least, search(vertex, length * part / parts, length * (part + 1) / parts));
    }
    return least;
  }

  /**
   * Returns the distance from a vertex to the foot of its perpendicular on a part of the edge.
   * Returns positive infinity if the nearest point is an end of the part.
   */
  private double search(EarthVertex vertex, double from, double to) {
    double low = from;
    double high = to;
    if (!(forward(vertex, low).cosine > 0 && forward(vertex, high).cosine < 0)) {
      return Double.POSITIVE_INFINITY; // an end is the nearest point
    }
    double least = Double.POSITIVE_INFINITY;
    double at = low + foot(forward(vertex, low));
    for (int step = 0; step < MOST_STEPS; step++) {
      if (!(at > low && at < high)) {
        at = low + (high - low) / 2;
      }
      View view = forward(vertex, at);
      least = Math.min(least, view.distance);
      if (Math.abs(view.cosine) <= RIGHT_ANGLE || view.distance == 0) {
        break;
      }
      if (view.cosine > 0) {
        low = at;
      } else {
        high = at;
      }
      double move = foot(view);
      if (Math.abs(move) < SHORT_STEP || high - low < SHORT_STEP) {
        break;
      }
      at += move;
    }
    return least;
  }

  private static double foot(View view) {
    double angle = view.distance / RADIUS;
    return RADIUS * Math.atan2(Math.sin(angle) * view.cosine, Math.cos(angle));
  }

  /**
   * View of a vertex from a place on the edge: the distance to the vertex, and the cosine of the
   * angle between the edge and the direction to the vertex.
   */
  private record View(double distance, double cosine) {}

  private View forward(EarthVertex vertex, double metres) {
    GeodesicData place = at(metres);
    GeodesicData to =
        Geodesic.WGS84.Inverse(place.lat2, place.lon2, vertex.latitude, vertex.longitude, MASK);
    return new View(to.s12, Math.cos(Math.toRadians(to.azi1 - place.azi2)));
  }
}
