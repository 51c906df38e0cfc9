package org.flashgrove.access.query;

import org.flashgrove.access.table.TableRecord;

/** Receives the records that a query finds. */
@FunctionalInterface
public interface RecordVisitor {
  /**
   * Receives a record.
   *
   * @param record the record, valid until this method returns; {@link TableRecord#copy} returns a
   *     copy that stays valid
   */
  void visit(TableRecord record);
}
