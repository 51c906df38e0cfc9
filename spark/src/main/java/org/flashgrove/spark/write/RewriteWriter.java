package org.flashgrove.spark.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.unsafe.types.UTF8String;
import org.flashgrove.spark.dataset.SealedTable;

/**
 * Writer of a task that rewrites tables. The task receives all rows of one old table before the
 * rows of the next old table. The writer creates one new table for each old one.
 */
final class RewriteWriter implements DataWriter<InternalRow> {
  private final TableWriterFactory factory;
  private final int partition;
  private final long task;
  private final List<TableWriter> begun = new ArrayList<>();
  private final List<SealedTable> written = new ArrayList<>();
  private UTF8String replaced;
  private TableWriter current;

  RewriteWriter(TableWriterFactory factory, int partition, long task) {
    this.factory = factory;
    this.partition = partition;
    this.task = task;
  }

  /**
   * Writes a row.
   *
   * @param metadata row whose first value is the path of the table file from which {@code row} was
   *     read
   */
  @Override
  public void write(InternalRow metadata, InternalRow row) throws IOException {
    UTF8String file = metadata.getUTF8String(0);
    if (!file.equals(replaced)) {
      finish();
      replaced = file.clone();
      current = factory.writer(partition, task, begun.size());
      begun.add(current);
    }
    current.encode(row);
  }

  @Override
  public void write(InternalRow row) {
    throw new UnsupportedOperationException("a row without the table that it comes from");
  }

  private void finish() throws IOException {
    if (current != null) {
      written.addAll(current.commit().tables());
      current.close();
    }
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    finish();
    return new TableMessage(written);
  }

  @Override
  public void abort() throws IOException {
    for (TableWriter each : begun) {
      each.abort();
    }
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
    }
  }
}
