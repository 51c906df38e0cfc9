package org.flashgrove.access.query;

import org.flashgrove.access.table.TableRecord;

/** Receives the records that a query finds. */
@FunctionalInterface
public interface RecordVisitor {
  /**
   * Receives a record.
   *
   * @param record valid until this method returns; {@link TableRecord#copy} keeps it
   */
  void visit(TableRecord record);
}
