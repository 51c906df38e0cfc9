package org.flashgrove.spark.read;

import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * The column {@code _table}, which queries have to name: the file of a row's table, below the
 * dataset's directory. As a task reads one table, Spark groups by it without moving rows.
 */
public final class TableColumn implements MetadataColumn {
  /** Its name. */
  public static final String NAME = "_table";

  /** Creates the column. */
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
