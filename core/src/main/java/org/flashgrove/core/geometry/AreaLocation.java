package org.flashgrove.core.geometry;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.algorithm.LineIntersector;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.algorithm.RayCrossingCounter;
import org.locationtech.jts.algorithm.RobustLineIntersector;
import org.locationtech.jts.algorithm.locate.SimplePointInAreaLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateXY;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.prep.PreparedPolygon;

/**
 * Locates points and small geometries relative to polygons, with the same results as {@link
 * PreparedPolygon}. For polygons with few vertices this class is faster than {@code
 * PreparedPolygon}, because it builds no index.
 *
 * <p>Safe for use by several threads.
 */
final class AreaLocation {
  /**
   * Least number of vertices for which the index of {@link PreparedPolygon} is faster than a scan
   * of all segments.
   */
  private static final int INDEXED_VERTICES = 64;

  /**
   * Maximum number of segment pairs for which it is faster to compare every pair than to use the
   * prepared geometry of JTS.
   */
  private static final int MOST_PAIRS = 1024;

  private final PreparedPolygon prepared;
  private final Geometry area;
  private final Envelope bounds;
  private final int vertices;
  private final boolean isRectangle;

  /**
   * The rings of the polygons if these have fewer than {@link #INDEXED_VERTICES} vertices in total;
   * otherwise null.
   */
  private final @Nullable List<Coordinate[]> rings;

  AreaLocation(PreparedPolygon prepared) {
    this.prepared = prepared;
    area = prepared.getGeometry();
    bounds = area.getEnvelopeInternal();
    vertices = area.getNumPoints();
    isRectangle = area.isRectangle();
    rings = vertices < INDEXED_VERTICES ? rings(area) : null;
  }

  private static List<Coordinate[]> rings(Geometry of) {
    List<Coordinate[]> rings = new ArrayList<>();
    for (int i = 0; i < of.getNumGeometries(); i++) {
      Geometry part = of.getGeometryN(i);
      if (part instanceof LineString line) {
        rings.add(line.getCoordinates());
      } else if (!part.isEmpty()) {
        Polygon polygon = (Polygon) part;
        rings.add(polygon.getExteriorRing().getCoordinates());
        for (int hole = 0; hole < polygon.getNumInteriorRing(); hole++) {
          rings.add(polygon.getInteriorRingN(hole).getCoordinates());
        }
      }
    }
    return rings;
  }

  /** Returns the {@link Location} of a point. */
  int locate(double x, double y) {
    return bounds.covers(x, y) ? locate(new CoordinateXY(x, y)) : Location.EXTERIOR;
  }

  private int locate(Coordinate place) {
    if (rings == null) {
      return prepared.getPointLocator().locate(place);
    }
    RayCrossingCounter crossings = new RayCrossingCounter(place);
    for (int ring = 0; ring < rings.size(); ring++) {
      Coordinate[] path = rings.get(ring);
      for (int i = 1; i < path.length; i++) {
        crossings.countSegment(path[i - 1], path[i]);
      }
    }
    return crossings.getLocation();
  }

  /**
   * Returns whether {@link #intersects} supports an object and is faster for it than the prepared
   * geometry of JTS.
   */
  boolean isQuickFor(Geometry object) {
    return rings != null
        && !isRectangle
        && area instanceof Polygon
        && (object instanceof Polygon || object instanceof LineString)
        && !object.isEmpty()
        && (long) vertices * object.getNumPoints() <= MOST_PAIRS;
  }

  /**
   * Returns whether the polygons of this object and a line or another polygon share a point. They
   * do if a vertex of one geometry lies in the other, or if two segments intersect.
   */
  boolean intersects(Geometry object) {
    if (rings == null || !bounds.intersects(object.getEnvelopeInternal())) {
      return false;
    }
    List<Coordinate[]> others = rings(object);
    for (Coordinate[] other : others) {
      if (locate(other[0]) != Location.EXTERIOR) {
        return true;
      }
    }
    return doSegmentsMeet(rings, others) || object instanceof Polygon && holdsRing(object, rings);
  }

  private static boolean holdsRing(Geometry polygon, List<Coordinate[]> rings) {
    SimplePointInAreaLocator locator = new SimplePointInAreaLocator(polygon);
    for (Coordinate[] ring : rings) {
      if (locator.locate(ring[0]) != Location.EXTERIOR) {
        return true;
      }
    }
    return false;
  }

  private static boolean doSegmentsMeet(List<Coordinate[]> ones, List<Coordinate[]> others) {
    LineIntersector segments = new RobustLineIntersector();
    for (Coordinate[] one : ones) {
      for (Coordinate[] other : others) {
        if (doSegmentsMeet(one, other, segments)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean doSegmentsMeet(
      Coordinate[] one, Coordinate[] other, LineIntersector segments) {
    for (int i = 1; i < one.length; i++) {
      for (int j = 1; j < other.length; j++) {
        if (doMeet(one[i - 1], one[i], other[j - 1], other[j], segments)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns whether two segments intersect, with the same result as {@link RobustLineIntersector}.
   * That class also computes the point of intersection, which this method does not need. This
   * method therefore calls it only for segments on one straight line.
   */
  private static boolean doMeet(
      Coordinate p1, Coordinate p2, Coordinate q1, Coordinate q2, LineIntersector segments) {
    if (!Envelope.intersects(p1, p2, q1, q2)) {
      return false;
    }
    int first = Orientation.index(p1, p2, q1);
    int second = Orientation.index(p1, p2, q2);
    if (first * second > 0) {
      return false;
    }
    int third = Orientation.index(q1, q2, p1);
    int fourth = Orientation.index(q1, q2, p2);
    if (third * fourth > 0) {
      return false;
    }
    if (first == 0 && second == 0 && third == 0 && fourth == 0) {
      segments.computeIntersection(p1, p2, q1, q2);
      return segments.hasIntersection();
    }
    return true;
  }
}
