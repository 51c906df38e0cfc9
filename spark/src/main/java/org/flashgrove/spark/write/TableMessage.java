package org.flashgrove.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.flashgrove.spark.dataset.Portable;
import org.flashgrove.spark.dataset.SealedTable;

/** What a task reports to the driver: the table that it wrote, if it got rows. */
final class TableMessage implements WriterCommitMessage {
  private static final long serialVersionUID = 1;

  private final Portable<SealedTable> table;

  /**
   * Creates a report.
   *
   * @param table the table, or null
   */
  TableMessage(SealedTable table) {
    this.table = Portable.of(table);
  }

  /** Returns the table, or null. */
  SealedTable table() {
    return table.value();
  }
}
