package org.flashgrove.spark.read;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.ColumnRange;
import org.flashgrove.spark.dataset.SealedTable;

/**
 * Aggregates that the manifest provides without reading tables: counts of rows and values, and
 * smallest and largest values.
 *
 * @param rows partial aggregates, one row for each table, which Spark combines
 * @param schema columns of these rows
 */
record KnownAggregates(List<Object[]> rows, StructType schema) {
  /** Returns the aggregates, or null if the manifest does not provide all of them. */
  static KnownAggregates of(Aggregation aggregation, List<SealedTable> tables, Columns columns) {
    AggregateFunc[] functions = aggregation.aggregateExpressions();
    if (aggregation.groupByExpressions().length > 0) {
      return null;
    }
    StructType schema = new StructType();
    for (int i = 0; i < functions.length; i++) {
      boolean counts = functions[i] instanceof CountStar || functions[i] instanceof Count;
      int column = column(functions[i], columns);
      if (!isKnown(functions[i], column, tables, columns)) {
        return null;
      }
      schema =
          schema.add(
              "aggregate" + i,
              counts ? DataTypes.LongType : columns.schema().apply(column).dataType());
    }
    List<Object[]> rows = new ArrayList<>();
    for (SealedTable table : tables) {
      Object[] row = new Object[functions.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = value(functions[i], column(functions[i], columns), table, columns);
      }
      rows.add(row);
    }
    if (tables.isEmpty()) {
      rows.add(ofNothing(functions));
    }
    return new KnownAggregates(rows, schema);
  }

  /** Returns 0 as the number of rows, for a query that counts rows but has no table to read. */
  static KnownAggregates ofNoRows(StructType schema) {
    return new KnownAggregates(List.<Object[]>of(new Object[] {0L}), schema);
  }

  private static Object[] ofNothing(AggregateFunc[] functions) {
    Object[] row = new Object[functions.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = functions[i] instanceof CountStar || functions[i] instanceof Count ? 0L : null;
    }
    return row;
  }

  private static int column(AggregateFunc function, Columns columns) {
    Expression[] children = function.children();
    return children.length == 1 ? PushedCondition.column(children[0], columns) : -1;
  }

  private static boolean isKnown(
      AggregateFunc function, int column, List<SealedTable> tables, Columns columns) {
    if (function instanceof CountStar) {
      return true;
    }
    if (function instanceof Count count) {
      return column >= 0 && !count.isDistinct();
    }
    return (function instanceof Min || function instanceof Max)
        && column >= 0
        && tables.stream().allMatch(table -> range(table, column, columns).isExact());
  }

  private static ColumnRange range(SealedTable table, int column, Columns columns) {
    return table.columns().get(columns.schema().apply(column).name());
  }

  private static Object value(
      AggregateFunc function, int column, SealedTable table, Columns columns) {
    if (function instanceof CountStar) {
      return table.records();
    }
    ColumnRange range = range(table, column, columns);
    if (function instanceof Count) {
      return table.records() - range.nulls();
    }
    String text = function instanceof Min ? range.least() : range.greatest();
    return text == null ? null : columns.valueOfText(column, text);
  }

  /**
   * Returns the partitions of a scan whose result is already known. The array has one partition,
   * with the rows of this object.
   */
  InputPartition[] partitions() {
    return new InputPartition[] {new Rows(rows.toArray(new Object[0][]))};
  }

  /** Partition whose rows the driver has already computed. */
  private record Rows(Object[][] values) implements InputPartition {}

  /** Creates a reader for each partition, which returns the rows of that partition. */
  record Factory() implements PartitionReaderFactory, Serializable {
    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      Object[][] values = ((Rows) partition).values();
      return new PartitionReader<>() {
        private int next;

        @Override
        public boolean next() {
          return next++ < values.length;
        }

        @Override
        public InternalRow get() {
          return new GenericInternalRow(values[next - 1]);
        }

        @Override
        public void close() {
          // nothing is open
        }
      };
    }
  }
}
