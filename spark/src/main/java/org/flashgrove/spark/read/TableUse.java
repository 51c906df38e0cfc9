package org.flashgrove.spark.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.unsafe.types.UTF8String;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.remote.Cancellation;
import org.flashgrove.spark.remote.OpenTables;
import org.flashgrove.spark.remote.Traffic;

/**
 * Table in use by a task, with a snapshot, a converter of records to rows, and counters of what is
 * read. Not safe for use by several threads. The caller closes it.
 */
public final class TableUse implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.spark");

  private final Columns columns;
  private final int[] wanted;
  private final OpenTables.Use use;
  private final TableSnapshot snapshot;
  private final Row row;
  private final boolean needsRow;
  private final UTF8String file;
  private final long batchesBefore = Traffic.ofThisThread().batches();
  private final long requestsBefore = Traffic.ofThisThread().requests();
  private final long bytesBefore = Traffic.ofThisThread().bytes();

  /**
   * Opens a table.
   *
   * @param root path of the dataset
   * @param wanted indexes of the columns to return in each row; -1 for {@link TableColumn}
   * @param gap maximum gap in bytes between two ranges that one request reads together
   * @throws IOException if the file is missing or damaged
   */
  public TableUse(
      String root,
      SharedConfiguration configuration,
      SealedTable table,
      Columns columns,
      int[] wanted,
      long gap)
      throws IOException {
    this.columns = columns;
    this.wanted = wanted;
    Path path = new Path(root, table.file());
    FileSystem files = DatasetDirectory.fileSystem(path, configuration.value());
    use = OpenTables.open(files, path, table, gap);
    boolean opened = false;
    try {
      snapshot = use.table().snapshot();
      opened = true;
    } finally {
      if (!opened) {
        use.close();
      }
    }
    row = new Row(snapshot.schema());
    boolean needs = false;
    for (int column : wanted) {
      needs |= column >= 0 && !columns.isGeometry(column);
    }
    needsRow = needs;
    file = UTF8String.fromString(table.file());
  }

  /** Returns the snapshot, which is closed with this object. */
  public TableSnapshot snapshot() {
    return snapshot;
  }

  /**
   * Moves to the next record.
   *
   * @param needsGeometry whether to skip records without a geometry
   * @return false if there is no further record
   */
  static boolean advance(RecordCursor records, boolean needsGeometry) {
    while (records.next()) {
      Cancellation.check();
      ByteBuffer body = records.record();
      if (!needsGeometry || body.getInt(body.position()) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Converts a record to a Spark row. */
  public InternalRow row(ByteBuffer body) {
    if (needsRow) {
      row.showBody(body);
    }
    Object[] values = new Object[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      values[i] = wanted[i] < 0 ? file : columns.value(wanted[i], body, row);
    }
    return new GenericInternalRow(values);
  }

  /**
   * If a scan skipped records that no algorithm can evaluate, logs their number and the first of
   * them.
   */
  void warn(SkippedRecords skipped) {
    if (skipped.count() > 0) {
      SkippedRecords.Skipped first = skipped.first().get(0);
      LOGGER.log(
          System.Logger.Level.WARNING,
          "{0}: skipped {1} records that no algorithm can evaluate, the first is record {2}: {3}",
          file,
          skipped.count(),
          first.key(),
          first.reason());
    }
  }

  CustomTaskMetric[] metrics(ScanStats figures) {
    Traffic traffic = Traffic.ofThisThread();
    return new CustomTaskMetric[] {
      new ReadMetric.RecordPages().of(figures.pagesRead()),
      new ReadMetric.IndexPages().of(figures.indexPages()),
      new ReadMetric.Batches().of(traffic.batches() - batchesBefore),
      new ReadMetric.Requests().of(traffic.requests() - requestsBefore),
      new ReadMetric.BytesRead().of(traffic.bytes() - bytesBefore),
      new ReadMetric.RowsSkipped().of(figures.skipped().count())
    };
  }

  @Override
  public void close() {
    try {
      snapshot.close();
    } finally {
      use.close();
    }
  }
}
