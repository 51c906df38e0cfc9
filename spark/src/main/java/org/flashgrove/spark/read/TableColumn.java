package org.flashgrove.spark.read;

import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Metadata column {@code _table}. Its value is the path of the file whose table holds the row,
 * relative to the directory of the dataset. A query gets this column only if it names the column.
 * Each task reads one table, so Spark can group by this column without a shuffle.
 */
public final class TableColumn implements MetadataColumn {
  /** Name of the column. */
  public static final String NAME = "_table";

  public TableColumn() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DataType dataType() {
    return DataTypes.StringType;
  }

  @Override
  public boolean isNullable() {
    return false;
  }

  @Override
  public String comment() {
    return "file of the row's table, below the directory of the dataset";
  }
}
