package org.flashgrove.spark.write;

import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.column.WkbBounds;
import org.locationtech.jts.geom.Envelope;

/**
 * Encodes one row at a time: its geometry, its attributes, and the position of its geometry on a
 * Hilbert curve.
 */
final class RowEncoder {
  private static final byte[] NOTHING = {};

  private final Columns columns;
  private final HilbertCurve curve;
  private final RowWriter values;
  private final WkbBounds geometry = new WkbBounds();
  private byte[] wkb = NOTHING;
  private boolean isLocated;

  RowEncoder(Columns columns, HilbertCurve curve) {
    this.columns = columns;
    this.curve = curve;
    values = new RowWriter(columns.attributes());
  }

  /**
   * Encodes a row.
   *
   * @throws IllegalArgumentException for a value that a table cannot store
   */
  void encode(InternalRow row) {
    byte[] read = columns.wkb(row);
    columns.write(row, values.clear());
    isLocated = geometry.read(read);
    wkb = read == null ? NOTHING : read;
  }

  /** Returns whether the row has a geometry that is not empty. */
  boolean isLocated() {
    return isLocated;
  }

  /** Returns the bounds of the geometry. They are valid only if {@link #isLocated}. */
  WkbBounds geometry() {
    return geometry;
  }

  /**
   * Extends {@code bounds} to cover the geometry of the row. Call this only if {@link #isLocated}.
   */
  void expand(Envelope bounds) {
    bounds.expandToInclude(geometry.minX(), geometry.minY());
    if (geometry.maxX() > geometry.minX() || geometry.maxY() > geometry.minY()) {
      bounds.expandToInclude(geometry.maxX(), geometry.maxY());
    }
  }

  /**
   * Returns the position of the geometry's centre on the Hilbert curve, or 0 if the row has no
   * geometry or an empty one.
   */
  long place() {
    return isLocated
        ? curve.valueOfCentre(geometry.minX(), geometry.minY(), geometry.maxX(), geometry.maxY())
        : 0;
  }

  /** Returns the WKB of the geometry; an empty array if the geometry is null. */
  byte[] wkb() {
    return wkb;
  }

  /**
   * Returns the attributes, from position to limit. They are valid until the next row is encoded.
   */
  ByteBuffer attributes() {
    return values.row();
  }
}
