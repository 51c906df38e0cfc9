package org.flashgrove.spark.join;

import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.geometry.GeometryForm;
import org.locationtech.jts.geom.Geometry;

/** Reads the geometries of the left rows of a join. Not safe for use by several threads. */
final class LeftRows {
  private final StructType columns;
  private final int column;
  private final DataType type;
  private final SkipAccumulator skipped;
  private final RecordGeometries geometries = new RecordGeometries();

  /**
   * Creates a reader of a column with WKB or JTS geometries.
   *
   * @param columns columns of the left rows
   * @param column index of the geometry column
   * @param skipped receives rows whose geometry has a non-finite vertex
   */
  LeftRows(StructType columns, int column, SkipAccumulator skipped) {
    this.columns = columns;
    this.column = column;
    type = columns.apply(column).dataType();
    this.skipped = skipped;
  }

  /**
   * Returns the geometry of a row.
   *
   * @return null if the geometry is missing or empty, or has a non-finite vertex
   * @throws IllegalArgumentException if the WKB is malformed; the message contains the row
   */
  Geometry geometry(InternalRow row) {
    if (row.isNullAt(column)) {
      return null;
    }
    Geometry geometry;
    if (type instanceof UserDefinedType<?> user) {
      geometry = (Geometry) user.deserialize(row.get(column, user.sqlType()));
    } else {
      geometry = parsed(row);
    }
    if (geometry == null || geometry.isEmpty()) {
      return null;
    }
    if (!GeometryForm.isFinite(geometry)) {
      skipped.add(row, columns, "geometry has a vertex with a NaN or infinite coordinate");
      return null;
    }
    return geometry;
  }

  private Geometry parsed(InternalRow row) {
    try {
      return geometries.parse(ByteBuffer.wrap(row.getBinary(column)));
    } catch (IllegalArgumentException e) {
      String line = SkipAccumulator.text(row, columns);
      throw new IllegalArgumentException(line + ": " + e.getMessage(), e);
    }
  }
}
