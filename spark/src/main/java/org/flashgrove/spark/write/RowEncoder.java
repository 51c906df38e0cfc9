package org.flashgrove.spark.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.column.RowForm;
import org.flashgrove.spark.column.ValueBytes;
import org.flashgrove.spark.column.WkbBounds;
import org.locationtech.jts.geom.Envelope;

/**
 * Encodes one row at a time: its geometry, its attributes, and the position of its geometry on a
 * Hilbert curve.
 */
final class RowEncoder {
  private final Columns columns;
  private final HilbertCurve curve;
  private final RowForm form;
  private final WkbBounds geometry;
  private final ValueBytes wkb = new ValueBytes();
  private int attributeBytes;
  private boolean isLocated;

  RowEncoder(Columns columns, HilbertCurve curve) {
    this.columns = columns;
    this.curve = curve;
    form = new RowForm(columns);
    geometry = new WkbBounds(columns.geometryName());
  }

  /**
   * Reads a row, which must not change before {@link #put}.
   *
   * @throws IllegalArgumentException for a value that a table cannot store
   */
  void read(InternalRow row) {
    columns.showWkb(row, wkb);
    attributeBytes = form.measure(row);
    isLocated = geometry.read(wkb);
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
  private long place() {
    return isLocated
        ? curve.valueOfCentre(geometry.minX(), geometry.minY(), geometry.maxX(), geometry.maxY())
        : 0;
  }

  /** Returns the number of bytes of the encoded row. */
  int bytes() {
    return Math.addExact(EncodedRows.HEAD + attributeBytes, wkb.length());
  }

  /**
   * Encodes the row that was read last.
   *
   * @param at position of the encoded row in {@code into}, which has room for it
   */
  void put(InternalRow row, byte[] into, int at) {
    EncodedRows.putHead(into, at, place(), wkb.length(), attributeBytes);
    form.put(row, into, wkb.copyTo(into, at + EncodedRows.HEAD));
  }
}
