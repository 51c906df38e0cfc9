package org.flashgrove.spark.join;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.AccumulatorV2;
import org.flashgrove.access.record.SkippedRecords;

/** Accumulator that sends the rows skipped by the tasks of a join to the driver. */
final class SkipAccumulator extends AccumulatorV2<SkippedRows, SkippedRows> {
  private static final long serialVersionUID = 1;
  private static final int MOST_CHARACTERS = 200;

  private final List<String> first = new ArrayList<>();
  private long count;

  /** Creates an accumulator and registers it with a session. */
  static SkipAccumulator of(SparkSession spark) {
    SkipAccumulator created = new SkipAccumulator();
    spark.sparkContext().register(created, "rows that a join skipped");
    return created;
  }

  /** Records that a join skipped a left row. */
  void add(InternalRow row, StructType columns, String reason) {
    add(new SkippedRows(1, List.of(text(row, columns) + ": " + reason)));
  }

  /**
   * Records that a join skipped pairs of a left row with records of a table.
   *
   * @param skipped records of the skipped pairs
   */
  void add(InternalRow row, StructType columns, String table, SkippedRecords skipped) {
    if (skipped.count() > 0) {
      String pair = text(row, columns) + " with record ";
      add(
          new SkippedRows(
              skipped.count(),
              skipped.first().stream()
                  .map(each -> pair + each.key() + " of " + table + ": " + each.reason())
                  .toList()));
    }
  }

  /** Returns a row as one shortened line. Binary values are shown by their lengths. */
  static String text(InternalRow internal, StructType columns) {
    Row row = InternalRows.external(internal, columns);
    StringBuilder text = new StringBuilder("row [");
    for (int i = 0; i < row.size() && text.length() < MOST_CHARACTERS; i++) {
      Object value = row.get(i);
      text.append(i == 0 ? "" : ", ");
      text.append(value instanceof byte[] bytes ? bytes.length + " bytes" : value);
    }
    String line = text.toString().replaceAll("\\s+", " ");
    return line.length() <= MOST_CHARACTERS
        ? line + "]"
        : line.substring(0, MOST_CHARACTERS) + "...]";
  }

  @Override
  public synchronized void add(SkippedRows skipped) {
    count += skipped.count();
    for (String each : skipped.first()) {
      if (first.size() < SkippedRows.MOST_LISTED) {
        first.add(each);
      }
    }
  }

  @Override
  public void merge(AccumulatorV2<SkippedRows, SkippedRows> other) {
    add(other.value());
  }

  @Override
  public synchronized SkippedRows value() {
    return new SkippedRows(count, List.copyOf(first));
  }

  @Override
  public synchronized boolean isZero() {
    return count == 0;
  }

  @Override
  public synchronized void reset() {
    count = 0;
    first.clear();
  }

  @Override
  public AccumulatorV2<SkippedRows, SkippedRows> copy() {
    SkipAccumulator copy = new SkipAccumulator();
    copy.add(value());
    return copy;
  }
}
