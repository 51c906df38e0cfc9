package org.flashgrove.spark.join;

import java.nio.ByteBuffer;
import org.apache.spark.sql.Row;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.spark.column.WkbBounds;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Reads geometries of rows that an application joins with a dataset. For one thread. */
final class LeftRows {
  private static final int MOST_CHARACTERS = 200;

  private final int column;
  private final WkbBounds bounds = new WkbBounds();
  private final RecordGeometries geometries = new RecordGeometries();

  /** Creates a reader of a column with WKB. */
  LeftRows(int column) {
    this.column = column;
  }

  /**
   * Returns the bounds of a row's geometry; empty bounds for a missing or empty geometry.
   *
   * @throws IllegalArgumentException if the row has malformed WKB; the message names the row
   */
  Envelope bounds(Row row) {
    byte[] wkb = wkb(row);
    try {
      return wkb == null || wkb.length == 0 ? new Envelope() : bounds.of(wkb);
    } catch (IllegalArgumentException e) {
      throw wrong(row, e);
    }
  }

  /** Returns the geometry of a row, which must have one. */
  Geometry geometry(Row row) {
    try {
      return geometries.parse(ByteBuffer.wrap(wkb(row)));
    } catch (IllegalArgumentException e) {
      throw wrong(row, e);
    }
  }

  private byte[] wkb(Row row) {
    return (byte[]) row.get(column);
  }

  private static IllegalArgumentException wrong(Row row, IllegalArgumentException problem) {
    String text = row.toString();
    String shown =
        text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
    return new IllegalArgumentException("row " + shown + ": " + problem.getMessage(), problem);
  }
}
