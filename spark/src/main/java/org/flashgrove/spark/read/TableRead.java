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
 * Creates the readers of a scan, one for each table.
 *
 * @param path path of the dataset
 * @param configuration settings of the file system
 * @param columns all columns of the dataset
 * @param wanted indexes of the requested columns; -1 for {@link TableColumn}
 * @param conditions conditions that tables can answer
 * @param limit maximum number of rows that the reader of each table returns, or -1 for no limit
 * @param nearest query for the nearest rows, or null
 * @param isExcept whether to return the rows that do not match the conditions
 * @param counts whether to return only the number of rows
 * @param gap maximum gap in bytes between two ranges that one request reads together
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
  /** Partition of a scan. Each partition has one table. */
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

  /** Opens a second use of the same table. Closes the first use if this fails. */
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
