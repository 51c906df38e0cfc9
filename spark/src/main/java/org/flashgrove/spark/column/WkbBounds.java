package org.flashgrove.spark.column;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.access.table.RecordGeometries;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Bounds of geometries as WKB; those of plain points are read where they stand. For one thread. */
public final class WkbBounds {
  private static final int POINT_BYTES = 21;
  private static final int AT_TYPE = 1;
  private static final int AT_X = 5;
  private static final int AT_Y = 13;

  private final RecordGeometries geometries = new RecordGeometries();

  /** Creates a reader. */
  public WkbBounds() {}

  /**
   * Returns the bounds of a geometry.
   *
   * @param wkb null for none
   * @return an empty envelope for no geometry and for an empty one
   * @throws IllegalArgumentException if it is no WKB
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
