package org.flashgrove.spark.column;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.access.table.RecordGeometries;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Computes the bounds of WKB geometries. For simple points it reads the coordinates without
 * parsing. Not safe for use by several threads.
 */
public final class WkbBounds {
  private static final int POINT_BYTES = 21;
  private static final int AT_TYPE = 1;
  private static final int AT_X = 5;
  private static final int AT_Y = 13;

  private final RecordGeometries geometries = new RecordGeometries();

  public WkbBounds() {}

  /**
   * Returns the bounds of a geometry.
   *
   * @param wkb a geometry, or null
   * @return an empty envelope for null or an empty geometry
   * @throws IllegalArgumentException if the bytes are not WKB
   */
  public Envelope of(byte[] wkb) {
    if (wkb == null) {
      return new Envelope();
    }
    if (wkb.length == POINT_BYTES && wkb[0] >= 0 && wkb[0] <= 1) {
      ByteBuffer bytes =
          ByteBuffer.wrap(wkb).order(wkb[0] == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      double x = bytes.getDouble(AT_X);
      double y = bytes.getDouble(AT_Y);
      if (bytes.getInt(AT_TYPE) == 1 && Double.isFinite(x) && Double.isFinite(y)) {
        return new Envelope(x, x, y, y);
      }
    }
    Geometry geometry = geometries.parse(ByteBuffer.wrap(wkb));
    return geometry == null ? new Envelope() : geometry.getEnvelopeInternal();
  }
}
