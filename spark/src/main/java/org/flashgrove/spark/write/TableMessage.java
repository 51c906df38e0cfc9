package org.flashgrove.spark.write;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.flashgrove.spark.dataset.Portable;
import org.flashgrove.spark.dataset.SealedTable;

/** Report of a task to the driver about the tables that it wrote. */
final class TableMessage implements WriterCommitMessage {
  private static final long serialVersionUID = 1;

  private final Portable<ArrayList<SealedTable>> tables;

  TableMessage(List<SealedTable> tables) {
    this.tables = Portable.of(new ArrayList<>(tables));
  }

  /** Returns the tables, or an empty list if the task received no rows. */
  List<SealedTable> tables() {
    return tables.value();
  }
}
