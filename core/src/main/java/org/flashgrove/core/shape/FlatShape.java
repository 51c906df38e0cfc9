package org.flashgrove.core.shape;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
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
 * A line or an area, stored as one array of coordinates. Two shapes are compared without creating
 * objects, with the same results as {@link org.locationtech.jts.geom.prep.PreparedPolygon}. A shape
 * of many vertices gets a {@link SegmentTree} when it is first compared. For few vertices, a scan
 * of all segments is faster.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class FlatShape {
  /** Maximum number of vertices of a shape without a tree. */
  static final int MOST_SCANNED = 24;

  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int SRID_FLAG = 0x2000_0000;
  private static final int HEAD_BYTES = 5;
  private static final int LINE = 2;
  private static final int POLYGON = 3;
  private static final int LEAST_LINE = 2;
  private static final int LEAST_RING = 4;
  private static final int LEAST_PATH_BYTES = Integer.BYTES + 2 * LEAST_LINE * Double.BYTES;
  private static final int RECTANGLE_ORDINATES = 10;

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

  /**
   * The boxes of the segments of a shape of many vertices, or null until they are needed. Threads
   * may build equal trees. Because all fields of a tree are final, this field needs no lock.
   */
  private @Nullable SegmentTree tree;

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

  /** Returns the bounds of the shape, which equal the bounds of its geometry. */
  public Envelope bounds() {
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
   *
   * @param mostVertices maximum number of vertices
   */
  public static @Nullable FlatShape of(Geometry geometry, int mostVertices) {
    int vertices = geometry.getNumPoints();
    if (vertices == 0 || vertices > mostVertices) {
      return null;
    }
    double[] places = new double[2 * vertices];
    int[] ends = new int[vertices / LEAST_LINE + 1];
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
   * @param mostVertices maximum number of vertices
   */
  public static @Nullable FlatShape ofWkb(ByteBuffer wkb, int mostVertices) {
    return ofWkb(wkb, wkb.position(), wkb.limit(), mostVertices);
  }

  /** Does the same with the bytes between two offsets in a buffer. */
  public static @Nullable FlatShape ofWkb(ByteBuffer wkb, int from, int end, int mostVertices) {
    int at = from + HEAD_BYTES;
    if (at > end || wkb.order() != ByteOrder.LITTLE_ENDIAN || wkb.get(from) != 1) {
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
    if (paths <= 0 || paths > (end - at) / LEAST_PATH_BYTES) {
      return null;
    }
    int ordinates = (end - at - Integer.BYTES * paths) / Double.BYTES;
    boolean isAllowed = ordinates > 0 && ordinates / 2 <= mostVertices;
    return (type == LINE || type == POLYGON) && isAllowed
        ? ofPaths(wkb, at, end, new int[paths], new double[ordinates], type)
        : null;
  }

  private static @Nullable FlatShape ofPaths(
      ByteBuffer wkb, int from, int to, int[] ends, double[] places, int type) {
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
      int bytes = Double.BYTES * (count - first);
      if (count - first > 2 * MOST_SCANNED) {
        wkb.slice(at, bytes).order(wkb.order()).asDoubleBuffer().get(places, first, count - first);
      } else {
        for (int i = first; i < count; i++) {
          places[i] = wkb.getDouble(at + Double.BYTES * (i - first));
        }
      }
      at += bytes;
      boolean isClosed =
          places[first] == places[count - 2] && places[first + 1] == places[count - 1];
      if (type == POLYGON && !isClosed) {
        return null;
      }
      ends[path] = count;
    }
    return count == places.length && at == to ? checked(places, ends, type) : null;
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

  /** Returns 1 for a line and 2 for polygons. */
  public int dimension() {
    return type == LINE ? 1 : 2;
  }

  private boolean isLarge() {
    return places.length > 2 * MOST_SCANNED;
  }

  /** Returns the tree of a shape of many vertices. */
  private SegmentTree tree() {
    SegmentTree known = tree;
    if (known == null) {
      known = new SegmentTree(places, ends);
      tree = known;
    }
    return known;
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
   * Returns whether {@link #intersects} supports another shape. The result is false unless this
   * shape is a polygon that is not a rectangle along the axes.
   */
  public boolean isQuickFor(FlatShape other) {
    return locatesPoints() && other.type != 0;
  }

  /**
   * Returns whether this shape is a polygon that is not a rectangle along the axes. Then {@link
   * #locate} has the results of the prepared geometry of JTS.
   */
  public boolean locatesPoints() {
    return type == POLYGON && !isBox;
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
  public int locate(double x, double y) {
    return isInBounds(x, y) ? locateInRings(x, y) : Location.EXTERIOR;
  }

  /**
   * Locates a point without a check of the bounds. For coordinates whose products underflow, a
   * point outside of the bounds may count as a point of the boundary, as in JTS.
   */
  private int locateInRings(double x, double y) {
    if (isLarge()) {
      return tree().locate(x, y);
    }
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

  private int locate(int path, double x, double y) {
    if (isLarge()) {
      return tree().locate(path, x, y);
    }
    double[] of = places;
    boolean isInside = false;
    for (int i = start(path) + 2; i < ends[path]; i += 2) {
      int step = Segments.step(of[i - 2], of[i - 1], of[i], of[i + 1], x, y);
      if (step == Segments.TOUCHES) {
        return Location.BOUNDARY;
      }
      isInside ^= step == Segments.CROSSES;
    }
    return isInside ? Location.INTERIOR : Location.EXTERIOR;
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
    if (!isInBounds(x, y)) {
      return false;
    }
    int shell = locate(0, x, y);
    if (shell != Location.INTERIOR) {
      return shell == Location.BOUNDARY;
    }
    for (int path = 1; path < ends.length; path++) {
      int hole = isInBounds(path, x, y) ? locate(path, x, y) : Location.EXTERIOR;
      if (hole != Location.EXTERIOR) {
        return hole == Location.BOUNDARY;
      }
    }
    return true;
  }

  private boolean isInBounds(int path, double x, double y) {
    return isLarge()
        ? tree().isInBounds(path, x, y)
        : Segments.isInBounds(places, start(path), ends[path], x, y);
  }

  private boolean meetsSegmentOf(FlatShape other) {
    if (isLarge() && other.isLarge()) {
      return tree().meets(other.tree(), other.minX, other.minY, other.maxX, other.maxY);
    }
    return isLarge() ? other.meetsBySegment(this) : meetsBySegment(other);
  }

  /** Compares each segment of this shape with another shape. */
  private boolean meetsBySegment(FlatShape other) {
    double[] of = places;
    int start = 0;
    for (int end : ends) {
      for (int i = start + 2; i < end; i += 2) {
        double x1 = of[i - 2];
        double y1 = of[i - 1];
        double x2 = of[i];
        double y2 = of[i + 1];
        boolean isApart =
            Segments.isOutside(x1, x2, other.minX, other.maxX)
                || Segments.isOutside(y1, y2, other.minY, other.maxY);
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
    if (isLarge()) {
      return tree().meets(x1, y1, x2, y2);
    }
    int start = 0;
    for (int end : ends) {
      if (Segments.meet(places, start, end - 2, x1, y1, x2, y2)) {
        return true;
      }
      start = end;
    }
    return false;
  }
}
