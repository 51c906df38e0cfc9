package org.flashgrove.spark.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;

/**
 * Reads the rows of a table that do not match conditions. A second scan finds the matching rows.
 * Both scans return rows in the order of RIDs, so the reader can skip the matching ones.
 */
final class ExceptReader implements PartitionReader<InternalRow> {
  private final TableUse use;
  private final TableUse otherUse;
  private final RecordCursor all;
  private final RecordCursor excepted;
  private final boolean needsGeometry;
  private boolean hasExcepted;
  private InternalRow row;

  /**
   * Opens the scan of the rows to return, and the scan of the rows to leave out.
   *
   * @param otherUse another use of the same table, because each scan needs its own snapshot
   */
  ExceptReader(TableRead read, TableUse use, TableUse otherUse) {
    this.use = use;
    this.otherUse = otherUse;
    PushedCondition condition = PushedCondition.of(read.conditions(), read.columns());
    needsGeometry = condition.needsGeometry();
    ScanQuery query = condition.query();
    boolean byIndex = query.geometry() != null;
    RecordCursor first = null;
    RecordCursor second = null;
    boolean opened = false;
    try {
      first = TableScan.open(use.snapshot(), ScanQuery.ALL, ScanConfig.of(AccessPath.FTS));
      second =
          TableScan.open(
              otherUse.snapshot(),
              query,
              ScanConfig.of(byIndex ? AccessPath.SIDX : AccessPath.FTS));
      hasExcepted = TableUse.advance(second, needsGeometry);
      opened = true;
    } finally {
      if (!opened) {
        close(first, second);
      }
    }
    all = first;
    excepted = second;
  }

  private boolean nextExcepted() {
    return TableUse.advance(excepted, needsGeometry);
  }

  @Override
  public boolean next() {
    while (all.next()) {
      if (!hasExcepted || all.rid() != excepted.rid()) {
        row = use.row(all.record());
        return true;
      }
      hasExcepted = nextExcepted();
    }
    return false;
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return use.metrics(all.figures());
  }

  @Override
  public void close() {
    close(all, excepted);
  }

  private void close(RecordCursor first, RecordCursor second) {
    try (otherUse;
        use;
        second;
        first) {
      // closes all of them, the last one first
    }
  }
}
