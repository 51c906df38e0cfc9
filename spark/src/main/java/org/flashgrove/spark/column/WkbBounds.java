package org.flashgrove.spark.column;

import java.nio.ByteBuffer;
import org.flashgrove.access.table.RecordGeometries;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Computes the bounds of WKB geometries. For simple points it reads the coordinates without
 * parsing. Not safe for use by several threads.
 */
public final class WkbBounds {
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
    ByteBuffer bytes = ByteBuffer.wrap(wkb);
    Envelope point = RecordGeometries.pointBounds(bytes);
    if (point != null) {
      return point;
    }
    Geometry geometry = geometries.parse(bytes);
    return geometry == null ? new Envelope() : geometry.getEnvelopeInternal();
  }
}
