package org.flashgrove.spark.column;

import java.util.Arrays;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;

/**
 * Types of geometry columns. A column may have WKB, or a user-defined type with JTS geometries such
 * as Sedona's. A dataset stores WKB.
 */
public final class GeometryColumn {
  private GeometryColumn() {}

  /** Returns whether the values of a type are JTS geometries. */
  public static boolean isJts(DataType type) {
    return type instanceof UserDefinedType<?> user
        && user.userClass() != null
        && Geometry.class.isAssignableFrom(user.userClass());
  }

  /**
   * Returns the name of a type for messages. A user-defined type gets its own name, because Spark
   * would return the name of the type that stores its values.
   */
  public static String typeName(DataType type) {
    return type instanceof UserDefinedType<?> user
        ? user.typeName() + " (user-defined)"
        : type.catalogString();
  }

  /**
   * Returns columns whose geometry column has the binary type. If there is no geometry column of
   * this name, returns the columns unchanged.
   */
  public static StructType asWkb(StructType columns, String geometry) {
    return with(columns, geometry, DataTypes.BinaryType);
  }

  /**
   * Returns the columns of a dataset with the geometry type of the rows to write. The geometry
   * column gets a JTS type if it has one in {@code written}; otherwise nothing changes.
   *
   * @param written columns of the rows to write
   */
  public static StructType likeWritten(StructType columns, String geometry, StructType written) {
    return Arrays.stream(written.fields())
        .filter(field -> field.name().equals(geometry) && isJts(field.dataType()))
        .findFirst()
        .map(field -> with(columns, geometry, field.dataType()))
        .orElse(columns);
  }

  private static StructType with(StructType columns, String geometry, DataType type) {
    StructField[] fields = columns.fields().clone();
    for (int i = 0; i < fields.length; i++) {
      StructField field = fields[i];
      boolean isGeometry = field.dataType() instanceof BinaryType || isJts(field.dataType());
      if (field.name().equals(geometry) && isGeometry) {
        fields[i] = new StructField(geometry, type, field.nullable(), field.metadata());
      }
    }
    return new StructType(fields);
  }

  /** Returns rows whose geometries are converted to WKB. */
  public static Dataset<Row> asWkb(Dataset<Row> rows, String geometry) {
    int column = Arrays.asList(rows.columns()).indexOf(geometry);
    if (column < 0 || !isJts(rows.schema().apply(column).dataType())) {
      return rows;
    }
    UDF1<Geometry, byte[]> convert = GeometryColumn::wkb;
    String quoted = "`" + geometry.replace("`", "``") + "`";
    return rows.withColumn(
        geometry, functions.udf(convert, DataTypes.BinaryType).apply(functions.col(quoted)));
  }

  /** Returns the WKB of a geometry, with z coordinates if it has them. Returns null for null. */
  public static byte[] wkb(Geometry geometry) {
    if (geometry == null) {
      return null;
    }
    Coordinate first = geometry.getCoordinate();
    boolean hasHeights = first != null && !Double.isNaN(first.getZ());
    return new WKBWriter(hasHeights ? 3 : 2, ByteOrderValues.LITTLE_ENDIAN).write(geometry);
  }

  /**
   * Returns the index of a geometry column.
   *
   * @throws IllegalArgumentException if there is no such column, or if its type is neither binary
   *     nor a type with JTS geometries
   */
  public static int require(StructType columns, String name) {
    int column = Arrays.asList(columns.fieldNames()).indexOf(name);
    DataType type = column < 0 ? null : columns.apply(column).dataType();
    if (column < 0 || !(type instanceof BinaryType) && !isJts(type)) {
      throw new IllegalArgumentException(
          "geometry column '"
              + name
              + "'"
              + (column < 0
                  ? ": no such column among " + String.join(", ", columns.fieldNames())
                  : " of type " + typeName(type))
              + "; name a binary column of WKB, or one of Sedona's geometries");
    }
    return column;
  }
}
