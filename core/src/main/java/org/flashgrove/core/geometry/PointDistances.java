package org.flashgrove.core.geometry;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.algorithm.Distance;
import org.locationtech.jts.algorithm.RayCrossingCounter;
import org.locationtech.jts.algorithm.locate.IndexedPointInAreaLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;

/**
 * Planar distances from one geometry to points, without creating a geometry for each point. Results
 * are bitwise equal to those of {@link PlanarDistance}, because the same steps of JTS measure them.
 * Segments are grouped in runs with a bounding box each, and most runs are skipped.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class PointDistances {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  /** Number of segments with a common bounding box. */
  private static final int RUN = 16;

  /** Least number of vertices of a ring that gets an index. */
  private static final int INDEXED_VERTICES = 128;

  /** Factor that is below 1 by more than the rounding errors of a squared distance. */
  private static final double ROUNDING = 1 - 0x1p-40;

  private final Geometry geometry;
  private final Envelope bounds;
  private final boolean isSafe;
  private final List<Path> paths = new ArrayList<>();
  private final List<Coordinate> points = new ArrayList<>();
  private final List<Path[]> areas = new ArrayList<>();

  /** Prepares a geometry. */
  public PointDistances(Geometry from) {
    geometry = GeometryForm.withoutExtentAsPoint(from);
    bounds = geometry.getEnvelopeInternal();
    isSafe =
        !geometry.isEmpty() && GeometryForm.isFinite(geometry) && PlanarDistance.isSafe(geometry);
    if (isSafe) {
      GeometryForm.atoms(geometry).forEach(this::add);
    }
  }

  private void add(Geometry atom) {
    if (atom instanceof Point point) {
      points.add(point.getCoordinate());
    } else if (atom instanceof Polygon polygon) {
      Path[] rings = new Path[1 + polygon.getNumInteriorRing()];
      rings[0] = new Path(polygon.getExteriorRing());
      for (int i = 1; i < rings.length; i++) {
        rings[i] = new Path(polygon.getInteriorRingN(i - 1));
      }
      areas.add(rings);
      paths.addAll(List.of(rings));
    } else {
      paths.add(new Path((LineString) atom));
    }
  }

  /**
   * Returns the distance of a point, as {@link PlanarDistance#between} does.
   *
   * @throws UnansweredGeometryException as {@link PlanarDistance#between} does
   */
  public double to(double x, double y) {
    if (!isSafe || !PlanarDistance.isSafe(x, y)) {
      return PlanarDistance.between(GEOMETRIES.createPoint(new Coordinate(x, y)), geometry);
    }
    Coordinate place = new Coordinate(x, y);
    return isInside(place) ? 0 : leastOf(place, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns whether a point is within a distance, as {@link PlanarDistance#within} does.
   *
   * @throws UnansweredGeometryException as {@link PlanarDistance#within} does
   */
  public boolean within(double x, double y, double distance) {
    if (!isSafe || !PlanarDistance.isSafe(x, y)) {
      return PlanarDistance.within(
          geometry, GEOMETRIES.createPoint(new Coordinate(x, y)), distance);
    }
    double square = lesserSquare(distance);
    double gap =
        Rectangles.squaredDistance(
            x, y, x, y, bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    if (gap > square && bounds.distance(new Envelope(x, x, y, y)) > distance) {
      return false;
    }
    Coordinate place = new Coordinate(x, y);
    return isVertexWithin(place, square)
        || leastOf(place, distance, Math.nextUp(distance)) <= distance
        || isInside(place);
  }

  /**
   * Returns a number such that every distance whose square is at most this number is less than
   * {@code distance}, even with rounding. Returns -1 if squares may overflow or underflow.
   */
  private static double lesserSquare(double distance) {
    return distance >= PlanarDistance.LEAST_SAFE && distance <= PlanarDistance.MOST_SAFE
        ? distance * distance * ROUNDING
        : -1;
  }

  /**
   * Returns whether a vertex of a short path proves that a point is near enough. This is cheaper
   * than the distances of segments. The distance that JTS computes to a segment exceeds the
   * distance to the segment's start by a few units in the last place at most. This does not hold
   * for the segment's end, so the last vertex of a path is left out.
   */
  private boolean isVertexWithin(Coordinate place, double square) {
    for (int i = 0; i < paths.size(); i++) {
      Path path = paths.get(i);
      if (path.boxes == null && path.hasVertexWithin(place, square)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the least distance to a point or segment.
   *
   * @param enough the search stops at a distance that is at most this
   * @param most the search skips everything that is farther away
   */
  private double leastOf(Coordinate place, double enough, double most) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < points.size() && least > enough; i++) {
      least = Math.min(least, place.distance(points.get(i)));
    }
    for (int i = 0; i < paths.size() && least > enough; i++) {
      least = Math.min(least, paths.get(i).leastOf(place, enough, Math.min(most, least)));
    }
    return least;
  }

  private boolean isInside(Coordinate place) {
    for (int i = 0; i < areas.size(); i++) {
      if (isInside(areas.get(i), place)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInside(Path[] rings, Coordinate place) {
    int of = rings[0].locate(place);
    if (of != Location.INTERIOR) {
      return of == Location.BOUNDARY;
    }
    for (int i = 1; i < rings.length; i++) {
      int hole = rings[i].locate(place);
      if (hole != Location.EXTERIOR) {
        return hole == Location.BOUNDARY;
      }
    }
    return true;
  }

  /** A sequence of segments with bounding boxes of groups of segments. */
  private static final class Path {
    private final Coordinate[] vertices;
    private final Envelope bounds;

    /** The minX, minY, maxX, maxY of each run of segments; null if there is only one run. */
    private final double @Nullable [] boxes;

    private final @Nullable IndexedPointInAreaLocator index;

    Path(LineString line) {
      vertices = line.getCoordinates();
      bounds = line.getEnvelopeInternal();
      boxes = vertices.length <= RUN + 1 ? null : boxes(vertices);
      index =
          line instanceof LinearRing && vertices.length >= INDEXED_VERTICES
              ? new IndexedPointInAreaLocator(line)
              : null;
    }

    private static double[] boxes(Coordinate[] vertices) {
      int runs = (vertices.length - 2) / RUN + 1;
      double[] boxes = new double[4 * runs];
      for (int run = 0; run < runs; run++) {
        Envelope box = new Envelope();
        for (int i = run * RUN; i <= Math.min((run + 1) * RUN, vertices.length - 1); i++) {
          box.expandToInclude(vertices[i]);
        }
        boxes[4 * run] = box.getMinX();
        boxes[4 * run + 1] = box.getMinY();
        boxes[4 * run + 2] = box.getMaxX();
        boxes[4 * run + 3] = box.getMaxY();
      }
      return boxes;
    }

    boolean hasVertexWithin(Coordinate place, double square) {
      for (int i = 0; i + 1 < vertices.length; i++) {
        double x = vertices[i].x - place.x;
        double y = vertices[i].y - place.y;
        if (x * x + y * y <= square) {
          return true;
        }
      }
      return false;
    }

    int locate(Coordinate place) {
      if (!bounds.covers(place)) {
        return Location.EXTERIOR;
      }
      return index == null
          ? RayCrossingCounter.locatePointInRing(place, vertices)
          : index.locate(place);
    }

    double leastOf(Coordinate place, double enough, double most) {
      if (boxes == null) {
        return leastOf(place, 0, vertices.length - 1, enough);
      }
      double least = Double.POSITIVE_INFINITY;
      for (int run = 0; 4 * run < boxes.length && least > enough; run++) {
        double bound = Math.min(most, least);
        double square =
            Rectangles.squaredDistance(
                place.x,
                place.y,
                place.x,
                place.y,
                boxes[4 * run],
                boxes[4 * run + 1],
                boxes[4 * run + 2],
                boxes[4 * run + 3]);
        if (square * ROUNDING <= bound * bound) {
          int end = Math.min((run + 1) * RUN, vertices.length - 1);
          least = Math.min(least, leastOf(place, run * RUN, end, enough));
        }
      }
      return least;
    }

    private double leastOf(Coordinate place, int from, int to, double enough) {
      double least = Double.POSITIVE_INFINITY;
      for (int i = from; i < to && least > enough; i++) {
        least = Math.min(least, Distance.pointToSegment(place, vertices[i], vertices[i + 1]));
      }
      return least;
    }
  }
}
