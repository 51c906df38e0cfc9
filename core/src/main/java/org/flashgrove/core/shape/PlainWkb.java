package org.flashgrove.core.shape;

import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.CoordinateXY;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.impl.CoordinateArraySequence;

/**
 * Fast WKB reader for the common case. It reads little-endian points, lines, polygons and
 * homogeneous multi-geometries with two ordinates, without empty parts or open rings. For
 * everything else it returns null, and the caller uses JTS's reader, which returns equal
 * geometries. For one thread.
 */
@NullUnmarked
public final class PlainWkb {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final byte LITTLE_ENDIAN = 1;
  private static final int HEAD_BYTES = 5;
  private static final int SRID_FLAG = 0x2000_0000;
  private static final int POINT_BYTES = 2 * Double.BYTES;
  private static final int POINT = 1;
  private static final int LINE = 2;
  private static final int POLYGON = 3;
  private static final int MULTI_POINT = 4;
  private static final int MULTI_LINE = 5;
  private static final int MULTI_POLYGON = 6;
  private static final int LEAST_LINE = 2;
  private static final int LEAST_RING = 4;

  private ByteBuffer bytes;
  private int at;
  private int end;

  /**
   * Returns the geometry in the bytes between the buffer's position and limit. Changes neither of
   * them.
   *
   * @param wkb a buffer in little-endian byte order
   * @return null if the bytes have another form or are damaged
   */
  public Geometry read(ByteBuffer wkb) {
    bytes = wkb;
    at = wkb.position();
    end = wkb.limit();
    try {
      int type = head();
      return (type & SRID_FLAG) == 0 ? geometry(type) : geometryOfSystem(type ^ SRID_FLAG);
    } finally {
      bytes = null;
    }
  }

  /**
   * Returns whether the bytes between two offsets are a complete line or polygon that {@link #read}
   * can read, and all its coordinates are finite. Creates no objects.
   *
   * @param wkb a buffer in little-endian byte order
   */
  public boolean isFinite(ByteBuffer wkb, int from, int to) {
    bytes = wkb;
    at = from;
    end = to;
    int word = head();
    int type = word & ~SRID_FLAG;
    at += type == word ? 0 : Integer.BYTES;
    int paths = type == POLYGON ? count(Integer.BYTES) : type == LINE ? 1 : 0;
    boolean isFinite = paths > 0;
    for (int i = 0; i < paths && isFinite; i++) {
      isFinite = isFinitePath(type == POLYGON);
    }
    bytes = null;
    return isFinite && at == end;
  }

  /** Skips a line or a ring. Returns false if it cannot be read or is not finite. */
  private boolean isFinitePath(boolean isRing) {
    int count = count(POINT_BYTES);
    int behind = at + count * POINT_BYTES;
    if (count < (isRing ? LEAST_RING : LEAST_LINE) || isRing && !isClosed(count)) {
      return false;
    }
    double zeros = 0; // NaN after a coordinate that is not finite
    for (int i = at; i < behind; i += Double.BYTES) {
      zeros += 0 * bytes.getDouble(i);
    }
    at = behind;
    return zeros == 0;
  }

  /**
   * Reads the byte order and type of a geometry. Returns the type, or 0 if this class cannot read
   * the geometry.
   */
  private int head() {
    if (end - at < HEAD_BYTES || bytes.get(at) != LITTLE_ENDIAN) {
      return 0;
    }
    int type = bytes.getInt(at + 1);
    at += HEAD_BYTES;
    return type;
  }

  /** Reads an SRID and the geometry that follows the SRID. */
  private Geometry geometryOfSystem(int type) {
    if (end - at < Integer.BYTES) {
      return null;
    }
    int srid = bytes.getInt(at);
    at += Integer.BYTES;
    Geometry read = geometry(type);
    if (read != null && srid != 0) {
      for (int i = 0; i < read.getNumGeometries(); i++) {
        read.getGeometryN(i).setSRID(srid);
      }
      read.setSRID(srid);
    }
    return read;
  }

  private Geometry geometry(int type) {
    return switch (type) {
      case POINT -> point();
      case LINE -> line();
      case POLYGON -> polygon();
      case MULTI_POINT -> {
        Point[] points = parts(new Point[count(HEAD_BYTES)], POINT);
        yield points == null ? null : FACTORY.createMultiPoint(points);
      }
      case MULTI_LINE -> {
        LineString[] lines = parts(new LineString[count(HEAD_BYTES)], LINE);
        yield lines == null ? null : FACTORY.createMultiLineString(lines);
      }
      case MULTI_POLYGON -> {
        Polygon[] polygons = parts(new Polygon[count(HEAD_BYTES)], POLYGON);
        yield polygons == null ? null : FACTORY.createMultiPolygon(polygons);
      }
      default -> null;
    };
  }

  /**
   * Fills an array with geometries of one type. Returns null if this class cannot read one of them.
   */
  private <G extends Geometry> G[] parts(G[] room, int type) {
    for (int i = 0; i < room.length; i++) {
      Geometry part = head() == type ? geometry(type) : null;
      if (part == null) {
        return null;
      }
      @SuppressWarnings("unchecked")
      G of = (G) part; // the type code of the multi-geometry says so
      room[i] = of;
    }
    return room.length == 0 ? null : room;
  }

  /**
   * Reads a count of parts of at least {@code leastBytes} bytes each. Returns 0 if the count does
   * not fit the remaining bytes.
   */
  private int count(int leastBytes) {
    if (end - at < Integer.BYTES) {
      return 0;
    }
    int count = bytes.getInt(at);
    at += Integer.BYTES;
    return count < 0 || count > (end - at) / leastBytes ? 0 : count;
  }

  private Point point() {
    if (end - at < POINT_BYTES) {
      return null;
    }
    CoordinateSequence place = coordinates(1);
    boolean isEmpty = Double.isNaN(place.getX(0)) || Double.isNaN(place.getY(0));
    return isEmpty ? null : FACTORY.createPoint(place);
  }

  private LineString line() {
    int count = count(POINT_BYTES);
    return count < LEAST_LINE ? null : FACTORY.createLineString(coordinates(count));
  }

  private Polygon polygon() {
    int rings = count(Integer.BYTES);
    LinearRing shell = rings == 0 ? null : ring();
    if (shell == null || rings == 1) {
      return shell == null ? null : FACTORY.createPolygon(shell);
    }
    LinearRing[] holes = new LinearRing[rings - 1];
    for (int i = 0; i < holes.length; i++) {
      holes[i] = ring();
      if (holes[i] == null) {
        return null;
      }
    }
    return FACTORY.createPolygon(shell, holes);
  }

  private LinearRing ring() {
    int count = count(POINT_BYTES);
    if (count < LEAST_RING) {
      return null;
    }
    return isClosed(count) ? FACTORY.createLinearRing(coordinates(count)) : null;
  }

  /** Returns whether the last of some points equals the first one. */
  private boolean isClosed(int count) {
    int last = at + (count - 1) * POINT_BYTES;
    return bytes.getDouble(at) == bytes.getDouble(last)
        && bytes.getDouble(at + Double.BYTES) == bytes.getDouble(last + Double.BYTES);
  }

  private CoordinateSequence coordinates(int count) {
    Coordinate[] places = new CoordinateXY[count];
    int from = at;
    for (int i = 0; i < count; i++) {
      places[i] = new CoordinateXY(bytes.getDouble(from), bytes.getDouble(from + Double.BYTES));
      from += POINT_BYTES;
    }
    at = from;
    return new CoordinateArraySequence(places, 2, 0);
  }
}
