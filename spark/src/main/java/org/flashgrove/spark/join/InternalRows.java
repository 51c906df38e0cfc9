package org.flashgrove.spark.join;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * Converts data frames from and to Spark's internal rows. Joins work on internal rows, so that a
 * pair is not converted to a {@link Row} and back.
 */
final class InternalRows {
  private InternalRows() {}

  /** Returns the rows of a data frame. A task may use the same object for each of its rows. */
  static JavaRDD<InternalRow> of(Dataset<Row> rows) {
    return rows.queryExecution().toRdd().toJavaRDD();
  }

  /** Collects the rows of a data frame. */
  static List<InternalRow> collected(Dataset<Row> rows) {
    // collectAsList starts no job for rows that the driver has
    scala.Function1<Object, Object> converter =
        CatalystTypeConverters.createToCatalystConverter(rows.schema());
    return rows.collectAsList().stream().map(row -> (InternalRow) converter.apply(row)).toList();
  }

  /** Returns a data frame of rows with the given columns. */
  static Dataset<Row> frame(SparkSession spark, JavaRDD<InternalRow> rows, StructType columns) {
    return ((org.apache.spark.sql.classic.SparkSession) spark)
        .internalCreateDataFrame(rows.rdd(), columns, false);
  }

  /** Returns a row with the given values, which are internal rows or boxed numbers. */
  static InternalRow row(Object... values) {
    return new GenericInternalRow(values);
  }

  /** Converts a row, for a message. */
  static Row external(InternalRow row, StructType columns) {
    return (Row) CatalystTypeConverters.convertToScala(row, columns);
  }
}
