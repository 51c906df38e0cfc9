package org.flashgrove.core.geometry;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;

/**
 * Validates well-known binary before a reader parses it. A reader allocates memory for the counts
 * in the data and follows nested collections to any depth, so hostile data could exhaust memory or
 * stack. Supports WKB and EWKB in both byte orders, with Z, M and SRID. Safe for use by several
 * threads.
 */
public final class WkbShape {
  private static final int Z_FLAG = 0x8000_0000;
  private static final int M_FLAG = 0x4000_0000;
  private static final int SRID_FLAG = 0x2000_0000;
  private static final int TYPE_MASK = 0xffff;
  private static final int ISO_DIMENSION = 1000;
  private static final int POINT = 1;
  private static final int LINE = 2;
  private static final int POLYGON = 3;
  private static final int COLLECTION = 7;
  private static final int POINT_BYTES = 21;

  /** Bytes of the shortest geometry: byte order, type and a count. */
  private static final int LEAST_GEOMETRY = 9;

  private WkbShape() {}

  /** Reads consecutive points of a geometry. */
  @FunctionalInterface
  public interface PointReader {
    /**
     * Reads points at the position of a buffer and moves the position behind them.
     *
     * @param pointBytes bytes of a point: x, y and the ordinates that follow
     */
    void points(ByteBuffer bytes, int count, int pointBytes);
  }

  /**
   * Returns the little-endian WKB of a point with finite x and y and without Z, M and SRID. Returns
   * null for every other geometry.
   */
  public static byte @Nullable [] ofPoint(Geometry geometry) {
    if (!(geometry instanceof Point point) || point.getSRID() != 0 || point.isEmpty()) {
      return null;
    }
    CoordinateSequence place = point.getCoordinateSequence();
    boolean isFlat =
        !(place.hasZ() && !Double.isNaN(place.getZ(0)))
            && !(place.hasM() && !Double.isNaN(place.getM(0)));
    if (!isFlat || !GeometryForm.isFinite(place, 0)) {
      return null;
    }
    ByteBuffer wkb = ByteBuffer.allocate(POINT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    wkb.put((byte) 1).putInt(POINT).putDouble(place.getX(0)).putDouble(place.getY(0));
    return wkb.array();
  }

  /**
   * Rejects data that are not one complete geometry or are nested too deeply.
   *
   * @param wkb the complete geometry
   * @throws IllegalArgumentException for such data; the message names the problem and its offset,
   *     and lists the allowed values
   */
  public static void require(byte[] wkb) {
    require(wkb, WkbShape::skip);
  }

  /**
   * Rejects the same data as {@link #require(byte[])}, and passes the points of the geometry to a
   * reader. The data may turn out to be wrong after some points were read.
   */
  public static void require(byte[] wkb, PointReader reader) {
    require(ByteBuffer.wrap(wkb), reader);
  }

  /**
   * Checks and reads a geometry like {@link #require(byte[], PointReader)}.
   *
   * @param wkb buffer that holds the complete geometry from index 0 on; its position and byte order
   *     change
   */
  public static void require(ByteBuffer wkb, PointReader reader) {
    byte order = wkb.hasRemaining() ? wkb.get(0) : 0;
    if (order != 0 && order != 1) {
      throw new IllegalArgumentException(
          "WKB: byte order " + order + " (allowed: 0, big endian, or 1, little endian)");
    }
    try {
      geometry(wkb, 1, reader);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "WKB: ends within a geometry after " + wkb.limit() + " bytes; use the complete geometry",
          e);
    }
  }

  private static void geometry(ByteBuffer bytes, int level, PointReader reader) {
    if (level > GeometryForm.MOST_LEVELS) {
      throw GeometryForm.tooDeep("WKB");
    }
    int mark = bytes.get();
    if (mark == 0 || mark == 1) { // another mark keeps the order, as in SpatiaLite
      bytes.order(mark == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }
    int word = bytes.getInt();
    int type = (word & TYPE_MASK) % ISO_DIMENSION;
    int pointBytes = pointBytes(word);
    if ((word & SRID_FLAG) != 0) {
      bytes.getInt();
    }
    switch (type) {
      case POINT -> reader.points(bytes, 1, pointBytes);
      case LINE -> reader.points(bytes, count(bytes, "points", pointBytes), pointBytes);
      case POLYGON -> {
        int rings = count(bytes, "rings", Integer.BYTES);
        for (int i = 0; i < rings; i++) {
          reader.points(bytes, count(bytes, "points", pointBytes), pointBytes);
        }
      }
      default -> {
        if (type < POINT || type > COLLECTION) {
          throw new IllegalArgumentException(
              "WKB: geometry type " + type + " (allowed: " + POINT + " to " + COLLECTION + ")");
        }
        int parts = count(bytes, "geometries", LEAST_GEOMETRY);
        for (int i = 0; i < parts; i++) {
          geometry(bytes, level + 1, reader);
        }
      }
    }
  }

  /**
   * Returns the number of bytes of a point, given the type word of a geometry. EWKB marks Z and M
   * by flags in this word. ISO WKB adds 1000, 2000 or 3000 to the type for Z, M or both.
   */
  private static int pointBytes(int word) {
    int iso = (word & TYPE_MASK) / ISO_DIMENSION;
    boolean z = (word & Z_FLAG) != 0 || iso == 1 || iso == 3;
    boolean m = (word & M_FLAG) != 0 || iso == 2 || iso == 3;
    return (2 + (z ? 1 : 0) + (m ? 1 : 0)) * Double.BYTES;
  }

  /**
   * Reads a count and checks that this many elements of at least {@code leastBytes} bytes each fit
   * the remaining bytes.
   *
   * @param things plural name of the elements, for the message
   */
  private static int count(ByteBuffer bytes, String things, int leastBytes) {
    int at = bytes.position();
    int count = bytes.getInt();
    int most = bytes.remaining() / leastBytes;
    if (count < 0 || count > most) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "WKB: %d %s at byte %d (allowed: 0 to %d in the remaining bytes)",
              Integer.toUnsignedLong(count),
              things,
              at,
              most));
    }
    return count;
  }

  private static void skip(ByteBuffer bytes, int count, int eachBytes) {
    int length = count * eachBytes;
    if (length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    bytes.position(bytes.position() + length);
  }
}
