package org.flashgrove.spark.join;

import java.nio.ByteBuffer;
import org.apache.spark.sql.Row;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.geometry.GeometryForm;
import org.locationtech.jts.geom.Geometry;

/** Reads the geometries of the left rows of a join. Not safe for use by several threads. */
final class LeftRows {
  private final int column;
  private final SkipAccumulator skipped;
  private final RecordGeometries geometries = new RecordGeometries();

  /**
   * Creates a reader of a column with WKB or JTS geometries.
   *
   * @param skipped receives rows whose geometry has a non-finite vertex
   */
  LeftRows(int column, SkipAccumulator skipped) {
    this.column = column;
    this.skipped = skipped;
  }

  /**
   * Returns the geometry of a row.
   *
   * @return null if the geometry is missing or empty, or has a non-finite vertex
   * @throws IllegalArgumentException if the WKB is malformed; the message contains the row
   */
  Geometry geometry(Row row) {
    Object value = row.get(column);
    Geometry geometry;
    try {
      geometry =
          value instanceof byte[] wkb ? geometries.parse(ByteBuffer.wrap(wkb)) : (Geometry) value;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(SkipAccumulator.text(row) + ": " + e.getMessage(), e);
    }
    if (geometry == null || geometry.isEmpty()) {
      return null;
    }
    if (!GeometryForm.isFinite(geometry)) {
      skipped.add(row, "geometry has a vertex with a NaN or infinite coordinate");
      return null;
    }
    return geometry;
  }
}
