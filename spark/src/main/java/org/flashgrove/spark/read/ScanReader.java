package org.flashgrove.spark.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.flashgrove.access.plan.QueryPlanner;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.ScanQuery;

/** Reads the rows of a table that match a query, or counts them. */
final class ScanReader implements PartitionReader<InternalRow> {
  /** Number of record pages requested together. */
  private static final int WINDOW_PAGES = 256;

  private final TableRead read;
  private final TableUse use;
  private final RecordCursor cursor;
  private InternalRow row;
  private final boolean needsGeometry;
  private long left;
  private boolean counted;

  ScanReader(TableRead read, TableUse use) {
    this.read = read;
    this.use = use;
    left = read.limit() < 0 ? Long.MAX_VALUE : read.limit();
    PushedCondition condition = PushedCondition.of(read.conditions(), read.columns());
    needsGeometry = condition.needsGeometry();
    ScanQuery query = condition.query();
    boolean opened = false;
    try {
      cursor = QueryPlanner.withWindow(use.snapshot(), query, WINDOW_PAGES).open();
      opened = true;
    } finally {
      if (!opened) {
        use.close();
      }
    }
  }

  @Override
  public boolean next() {
    if (read.counts()) {
      return count();
    }
    if (left == 0 || !advance()) {
      return false;
    }
    left--;
    row = use.row(cursor.record());
    return true;
  }

  private boolean advance() {
    return TableUse.advance(cursor, needsGeometry);
  }

  private boolean count() {
    if (counted) {
      return false;
    }
    long count = 0;
    while (advance()) {
      count++;
    }
    row = new GenericInternalRow(new Object[] {count});
    counted = true;
    return true;
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return use.metrics(cursor.figures());
  }

  @Override
  public void close() {
    try (use;
        cursor) {
      use.warn(cursor.figures().skipped());
    }
  }
}
