package org.flashgrove.core.geometry;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.algorithm.CGAlgorithmsDD;
import org.locationtech.jts.algorithm.LineIntersector;
import org.locationtech.jts.algorithm.RobustLineIntersector;
import org.locationtech.jts.algorithm.locate.SimplePointInAreaLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateXY;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.impl.CoordinateArraySequence;

/**
 * A line or an area of few vertices, stored as one array of coordinates. Two shapes are compared
 * without creating objects, with the same results as {@link
 * org.locationtech.jts.geom.prep.PreparedPolygon}. A scan of all segments is faster than an index
 * for so few vertices.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class FlatShape {
  /** Maximum number of vertices of a shape. */
  static final int MOST_VERTICES = 63;

  /**
   * Maximum number of segment pairs for which it is faster to compare every pair than to use the
   * prepared geometry of JTS.
   */
  private static final int MOST_PAIRS = 1024;

  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int SRID_FLAG = 0x2000_0000;
  private static final int HEAD_BYTES = 5;
  private static final int LINE = 2;
  private static final int POLYGON = 3;
  private static final int LEAST_LINE = 2;
  private static final int LEAST_RING = 4;
  private static final int RECTANGLE_ORDINATES = 10;
  private static final int TOUCHES = 1;
  private static final int CROSSES = 2;

  /** The x and y of each vertex, path by path. */
  private final double[] places;

  /** For each path (a line or a ring), the index in {@link #places} after its last ordinate. */
  private final int[] ends;

  /** The type code of WKB for a single line or polygon, and 0 for other shapes. */
  private final int type;

  /** The bounds of the shape, which equal the bounds of its geometry. */
  private final double minX;

  private final double minY;
  private final double maxX;
  private final double maxY;
  private final boolean isBox;

  private FlatShape(double[] places, int[] ends, int type) {
    this.places = places;
    this.ends = ends;
    this.type = type;
    double west = places[0];
    double south = places[1];
    double east = west;
    double north = south;
    int bounding = type == POLYGON ? ends[0] : places.length;
    for (int i = 2; i < bounding; i += 2) {
      west = Math.min(west, places[i]);
      east = Math.max(east, places[i]);
      south = Math.min(south, places[i + 1]);
      north = Math.max(north, places[i + 1]);
    }
    minX = west;
    minY = south;
    maxX = east;
    maxY = north;
    isBox = type == POLYGON && places.length == RECTANGLE_ORDINATES && hasOnlyCorners();
  }

  private boolean isWithinBounds() {
    boolean isWithin = true;
    for (int i = type == POLYGON ? ends[0] : places.length; i < places.length; i += 2) {
      isWithin &= isInBounds(places[i], places[i + 1]);
    }
    return isWithin;
  }

  private boolean isInBounds(double x, double y) {
    return x >= minX && x <= maxX && y >= minY && y <= maxY;
  }

  private Envelope bounds() {
    return new Envelope(minX, maxX, minY, maxY);
  }

  /** Returns whether every vertex is a corner of the bounds. */
  private boolean hasOnlyCorners() {
    for (int i = 0; i < places.length; i += 2) {
      double x = places[i];
      double y = places[i + 1];
      if (x != minX && x != maxX || y != minY && y != maxY) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the shape of a geometry. Returns null if the geometry is not a line, a polygon or a
   * collection of polygons. Also returns null if it is empty, has too many vertices or no extent,
   * or if a hole reaches beyond the bounds of its shell.
   */
  static @Nullable FlatShape of(Geometry geometry) {
    int vertices = geometry.getNumPoints();
    if (vertices == 0 || vertices > MOST_VERTICES) {
      return null;
    }
    double[] places = new double[2 * vertices];
    int[] ends = new int[vertices];
    int paths = 0;
    for (int i = 0; i < geometry.getNumGeometries(); i++) {
      Geometry part = geometry.getGeometryN(i);
      if (part instanceof LineString line) {
        paths = append(line, places, ends, paths);
      } else if (part instanceof Polygon polygon) {
        paths = append(polygon.getExteriorRing(), places, ends, paths);
        for (int hole = 0; hole < polygon.getNumInteriorRing(); hole++) {
          paths = append(polygon.getInteriorRingN(hole), places, ends, paths);
        }
      } else {
        return null;
      }
    }
    int type = geometry instanceof LineString ? LINE : geometry instanceof Polygon ? POLYGON : 0;
    FlatShape shape = checked(places, Arrays.copyOf(ends, paths), type);
    return shape != null && geometry.getEnvelopeInternal().equals(shape.bounds()) ? shape : null;
  }

  private static int append(LineString line, double[] places, int[] ends, int paths) {
    CoordinateSequence sequence = line.getCoordinateSequence();
    if (sequence.size() == 0) {
      return paths;
    }
    int at = paths == 0 ? 0 : ends[paths - 1];
    for (int i = 0; i < sequence.size(); i++) {
      places[at++] = sequence.getX(i);
      places[at++] = sequence.getY(i);
    }
    ends[paths] = at;
    return paths + 1;
  }

  /**
   * Returns a shape. Returns null if a coordinate or the extent is not finite, if the shape has no
   * extent, or if a hole reaches beyond the bounds of its shell.
   */
  private static @Nullable FlatShape checked(double[] places, int[] ends, int type) {
    FlatShape shape = new FlatShape(places, ends, type);
    double width = shape.maxX - shape.minX; // not finite if an x is not
    double height = shape.maxY - shape.minY;
    boolean isFinite = Double.isFinite(width + height);
    return isFinite && (width != 0 || height != 0) && shape.isWithinBounds() ? shape : null;
  }

  /**
   * Returns the shape of a line or polygon in WKB. Returns null for other WKB: another type or byte
   * order, more than two ordinates, too many vertices, no extent, empty parts, open rings, holes
   * beyond the bounds of the shell, or coordinates that are not finite.
   *
   * @param wkb the bytes between position and limit, which stay unchanged
   */
  public static @Nullable FlatShape ofWkb(ByteBuffer wkb) {
    int at = wkb.position() + HEAD_BYTES;
    int end = wkb.limit();
    if (at > end || wkb.order() != ByteOrder.LITTLE_ENDIAN || wkb.get(wkb.position()) != 1) {
      return null;
    }
    int word = wkb.getInt(at - Integer.BYTES);
    int type = word & ~SRID_FLAG;
    at += word == type ? 0 : Integer.BYTES;
    int paths = 1;
    if (type == POLYGON && at + Integer.BYTES <= end) {
      paths = wkb.getInt(at);
      at += Integer.BYTES;
    }
    int ordinates = (end - at - Integer.BYTES * paths) / Double.BYTES;
    boolean isSmall = ordinates > 0 && ordinates <= 2 * MOST_VERTICES;
    return (type == LINE || type == POLYGON) && isSmall && paths > 0 && paths <= MOST_VERTICES
        ? ofPaths(wkb, at, new int[paths], new double[ordinates], type)
        : null;
  }

  private static @Nullable FlatShape ofPaths(
      ByteBuffer wkb, int from, int[] ends, double[] places, int type) {
    int at = from;
    int count = 0;
    int least = type == LINE ? LEAST_LINE : LEAST_RING;
    for (int path = 0; path < ends.length; path++) {
      int vertices = wkb.getInt(at);
      at += Integer.BYTES;
      if (vertices < least || vertices > (places.length - count) / 2) {
        return null;
      }
      int first = count;
      count += 2 * vertices;
      for (int i = first; i < count; i++) {
        places[i] = wkb.getDouble(at);
        at += Double.BYTES;
      }
      boolean isClosed =
          places[first] == places[count - 2] && places[first + 1] == places[count - 1];
      if (type == POLYGON && !isClosed) {
        return null;
      }
      ends[path] = count;
    }
    return count == places.length && at == wkb.limit() ? checked(places, ends, type) : null;
  }

  /** Returns a new geometry of a shape that is a line or a polygon. */
  public Geometry geometry() {
    if (type == LINE) {
      return GEOMETRIES.createLineString(sequence(0));
    }
    LinearRing[] holes = new LinearRing[ends.length - 1];
    for (int i = 0; i < holes.length; i++) {
      holes[i] = GEOMETRIES.createLinearRing(sequence(i + 1));
    }
    return GEOMETRIES.createPolygon(GEOMETRIES.createLinearRing(sequence(0)), holes);
  }

  /** Returns whether this is a polygon whose five vertices are corners of its bounds. */
  public boolean isBox() {
    return isBox;
  }

  private int start(int path) {
    return path == 0 ? 0 : ends[path - 1];
  }

  private CoordinateSequence sequence(int path) {
    int start = start(path);
    Coordinate[] vertices = new CoordinateXY[(ends[path] - start) / 2];
    for (int i = 0; i < vertices.length; i++) {
      vertices[i] = new CoordinateXY(places[start + 2 * i], places[start + 2 * i + 1]);
    }
    return new CoordinateArraySequence(vertices, 2, 0);
  }

  /**
   * Returns whether {@link #intersects} supports another shape and is faster for it than the
   * prepared geometry of JTS. The result is false unless this shape is a polygon that is not a
   * rectangle along the axes.
   */
  public boolean isQuickFor(FlatShape other) {
    return type == POLYGON
        && !isBox
        && other.type != 0
        && places.length * other.places.length <= 4 * MOST_PAIRS;
  }

  /**
   * Returns whether this polygon and a line or another polygon share a point. They do if a vertex
   * of one lies in the other, or if two segments intersect.
   */
  public boolean intersects(FlatShape other) {
    if (minX > other.maxX || other.minX > maxX || minY > other.maxY || other.minY > maxY) {
      return false;
    }
    for (int path = 0; path < other.ends.length; path++) {
      int first = other.start(path);
      if (locateInRings(other.places[first], other.places[first + 1]) != Location.EXTERIOR) {
        return true;
      }
    }
    return meetsSegmentOf(other) || other.type == POLYGON && other.holdsPathOf(this);
  }

  /**
   * Returns the {@link Location} of a point: in the interior if a ray from the point crosses the
   * rings an odd number of times.
   */
  int locate(double x, double y) {
    return isInBounds(x, y) ? locateInRings(x, y) : Location.EXTERIOR;
  }

  /**
   * Locates a point without a check of the bounds. For coordinates whose products underflow, a
   * point outside of the bounds may count as a point of the boundary, as in JTS.
   */
  private int locateInRings(double x, double y) {
    boolean isInside = false;
    for (int path = 0; path < ends.length; path++) {
      int at = locate(path, x, y);
      if (at == Location.BOUNDARY) {
        return at;
      }
      isInside ^= at == Location.INTERIOR;
    }
    return isInside ? Location.INTERIOR : Location.EXTERIOR;
  }

  /** Locates a point in a ring like {@link org.locationtech.jts.algorithm.RayCrossingCounter}. */
  private int locate(int path, double x, double y) {
    double[] of = places;
    boolean isInside = false;
    for (int i = start(path) + 2; i < ends[path]; i += 2) {
      int step = step(of[i - 2], of[i - 1], of[i], of[i + 1], x, y);
      if (step == TOUCHES) {
        return Location.BOUNDARY;
      }
      isInside ^= step == CROSSES;
    }
    return isInside ? Location.INTERIOR : Location.EXTERIOR;
  }

  /**
   * Returns {@link #TOUCHES} if a point is on a segment. Otherwise returns {@link #CROSSES} if the
   * ray from the point towards greater x crosses the segment, or 0 if it does not.
   */
  private static int step(double x1, double y1, double x2, double y2, double x, double y) {
    if (x1 < x && x2 < x) {
      return 0;
    }
    if (x == x2 && y == y2) {
      return TOUCHES;
    }
    if (y1 == y && y2 == y) {
      return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) ? TOUCHES : 0;
    }
    if (y1 > y == y2 > y) {
      return 0;
    }
    int side = CGAlgorithmsDD.orientationIndex(x1, y1, x2, y2, x, y);
    return side == 0 ? TOUCHES : y2 < y1 == side < 0 ? CROSSES : 0;
  }

  /**
   * Returns whether the first vertex of some path of {@code other} lies in this polygon, by the
   * rules of {@link SimplePointInAreaLocator}. Unlike in {@link #locate}, holes count only within
   * the shell.
   */
  private boolean holdsPathOf(FlatShape other) {
    for (int path = 0; path < other.ends.length; path++) {
      int first = other.start(path);
      if (holds(other.places[first], other.places[first + 1])) {
        return true;
      }
    }
    return false;
  }

  private boolean holds(double x, double y) {
    if (ends.length > 1) {
      Coordinate place = new CoordinateXY(x, y);
      return SimplePointInAreaLocator.locate(place, geometry()) != Location.EXTERIOR;
    }
    return isInBounds(x, y) && locate(0, x, y) != Location.EXTERIOR;
  }

  private boolean meetsSegmentOf(FlatShape other) {
    double[] of = places;
    int start = 0;
    for (int end : ends) {
      for (int i = start + 2; i < end; i += 2) {
        double x1 = of[i - 2];
        double y1 = of[i - 1];
        double x2 = of[i];
        double y2 = of[i + 1];
        boolean isApart =
            isOutside(x1, x2, other.minX, other.maxX) || isOutside(y1, y2, other.minY, other.maxY);
        if (!isApart && other.meets(x1, y1, x2, y2)) {
          return true;
        }
      }
      start = end;
    }
    return false;
  }

  /** Returns whether a segment and any segment of this shape share a point. */
  private boolean meets(double x1, double y1, double x2, double y2) {
    double west = x1 < x2 ? x1 : x2;
    double east = x1 < x2 ? x2 : x1;
    double south = y1 < y2 ? y1 : y2;
    double north = y1 < y2 ? y2 : y1;
    double[] of = places;
    int start = 0;
    for (int end : ends) {
      for (int i = start + 2; i < end; i += 2) {
        double x3 = of[i - 2];
        double y3 = of[i - 1];
        double x4 = of[i];
        double y4 = of[i + 1];
        boolean isApart = isOutside(x3, x4, west, east) || isOutside(y3, y4, south, north);
        if (!isApart && doMeet(x1, y1, x2, y2, x3, y3, x4, y4)) {
          return true;
        }
      }
      start = end;
    }
    return false;
  }

  /** Returns whether two numbers are both below or both above a range. */
  private static boolean isOutside(double one, double other, double from, double to) {
    return one < from && other < from || one > to && other > to;
  }

  /**
   * Returns whether two segments with intersecting bounds share a point, with the result of {@link
   * RobustLineIntersector} but without computing the point. If both segments are on one line, that
   * class is called.
   */
  private static boolean doMeet(
      double x1, double y1, double x2, double y2, double x3, double y3, double x4, double y4) {
    int first = CGAlgorithmsDD.orientationIndex(x1, y1, x2, y2, x3, y3);
    int second = CGAlgorithmsDD.orientationIndex(x1, y1, x2, y2, x4, y4);
    if (first * second > 0) {
      return false;
    }
    int third = CGAlgorithmsDD.orientationIndex(x3, y3, x4, y4, x1, y1);
    int fourth = CGAlgorithmsDD.orientationIndex(x3, y3, x4, y4, x2, y2);
    if (third * fourth > 0) {
      return false;
    }
    if (first == 0 && second == 0 && third == 0 && fourth == 0) {
      LineIntersector segments = new RobustLineIntersector();
      segments.computeIntersection(
          new CoordinateXY(x1, y1),
          new CoordinateXY(x2, y2),
          new CoordinateXY(x3, y3),
          new CoordinateXY(x4, y4));
      return segments.hasIntersection();
    }
    return true;
  }
}
