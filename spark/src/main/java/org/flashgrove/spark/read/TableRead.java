package org.flashgrove.spark.read;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.HasPartitionKey;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.unsafe.types.UTF8String;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.SealedTable;

/**
 * Read request of a task for one table.
 *
 * @param path of the dataset
 * @param columns all columns of the dataset
 * @param wanted those that are asked for, by their positions; -1 for the table itself
 * @param conditions what rows must fulfil, all of them known to tables
 * @param limit most rows of a table, -1 for all
 * @param nearest the question for the nearest rows, or null
 * @param isExcept whether rows are asked for that do not fulfil the conditions
 * @param counts whether the number of rows is asked for, and nothing else
 * @param gap ranges this close to each other are read by one request, in bytes
 */
record TableRead(
    String path,
    SharedConfiguration configuration,
    Columns columns,
    int[] wanted,
    Predicate[] conditions,
    int limit,
    PushedNearest nearest,
    boolean isExcept,
    boolean counts,
    long gap)
    implements PartitionReaderFactory, Serializable {
  /** The part of a scan that is one table. */
  record OneTable(SealedTable table) implements HasPartitionKey {
    @Override
    public InternalRow partitionKey() {
      return new GenericInternalRow(new Object[] {UTF8String.fromString(table.file())});
    }
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    SealedTable table = ((OneTable) partition).table();
    try {
      TableUse use = use(table);
      if (isExcept) {
        return new ExceptReader(this, use, second(use, table));
      }
      return nearest == null
          ? new ScanReader(this, use)
          : new NearestReader(this, use, table.located() < table.records());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens the table of a use again, and closes the first use if that fails. */
  private TableUse second(TableUse first, SealedTable table) throws IOException {
    TableUse second = null;
    try {
      second = use(table);
      return second;
    } finally {
      if (second == null) {
        first.close();
      }
    }
  }

  private TableUse use(SealedTable table) throws IOException {
    return new TableUse(path, configuration, table, columns, wanted, gap);
  }
}
