package org.flashgrove.spark.column;

import java.nio.ByteBuffer;
import org.flashgrove.access.table.RecordGeometries;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads the bounds of WKB geometries. For a point with two coordinates and no SRID, it reads the
 * coordinates directly from the WKB; it parses any other geometry. Not safe for use by several
 * threads.
 */
public final class WkbBounds {
  private static final int POINT_BYTES = 21;
  private static final int AT_X = 5;

  private final RecordGeometries geometries = new RecordGeometries();
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  private final String prefix;

  public WkbBounds() {
    prefix = "";
  }

  /** Creates a reader of the geometries of a column, whose name its messages begin with. */
  public WkbBounds(String column) {
    prefix = "column '" + column + "': ";
  }

  /**
   * Reads the bounds of a geometry.
   *
   * @param wkb a geometry, or null
   * @return false for null or an empty geometry, which have no bounds
   * @throws IllegalArgumentException if the bytes are not WKB
   */
  public boolean read(byte[] wkb) {
    return wkb != null && read(wkb, 0, wkb.length);
  }

  /** Reads the bounds of a geometry like {@link #read(byte[])}. Returns false for no bytes. */
  public boolean read(ValueBytes wkb) {
    return wkb.length() > 0 && read(wkb.array(), wkb.start(), wkb.length());
  }

  private Geometry parse(ByteBuffer wkb) {
    try {
      return geometries.parse(wkb);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(prefix + e.getMessage(), e);
    }
  }

  private boolean read(byte[] array, int start, int length) {
    if (length == POINT_BYTES && array[start] == 1 && RowForm.intAt(array, start + 1) == 1) {
      minX = Double.longBitsToDouble(RowForm.longAt(array, start + AT_X));
      minY = Double.longBitsToDouble(RowForm.longAt(array, start + AT_X + Double.BYTES));
      maxX = minX;
      maxY = minY;
      if (Double.isFinite(minX) && Double.isFinite(minY)) {
        return true;
      }
    }
    ByteBuffer wkb = ByteBuffer.wrap(array, start, length);
    Envelope point = RecordGeometries.pointBounds(wkb);
    Geometry geometry = point == null ? parse(wkb) : null;
    if (point == null && (geometry == null || geometry.isEmpty())) {
      return false;
    }
    Envelope box = point == null ? geometry.getEnvelopeInternal() : point;
    minX = box.getMinX();
    minY = box.getMinY();
    maxX = box.getMaxX();
    maxY = box.getMaxY();
    return true;
  }

  /** Returns the minimum x of the geometry that was read last. */
  public double minX() {
    return minX;
  }

  /** Returns the minimum y of the geometry that was read last. */
  public double minY() {
    return minY;
  }

  /** Returns the maximum x of the geometry that was read last. */
  public double maxX() {
    return maxX;
  }

  /** Returns the maximum y of the geometry that was read last. */
  public double maxY() {
    return maxY;
  }

  /** Returns the x of the centre of the bounds that were read last. */
  public double centreX() {
    return 0.5 * minX + 0.5 * maxX; // the sum could overflow
  }

  /** Returns the y of the centre of the bounds that were read last. */
  public double centreY() {
    return 0.5 * minY + 0.5 * maxY;
  }
}
