package org.flashgrove.access.query;

import org.flashgrove.access.table.TableRecord;
import org.flashgrove.core.index.VisitResult;

/** Receives all records that a query finds. */
@FunctionalInterface
public interface RecordVisitor extends StoppingRecordVisitor {
  /**
   * Receives one.
   *
   * @param record valid until this returns; {@link TableRecord#copy} keeps it
   */
  void visit(TableRecord record);

  @Override
  default VisitResult found(TableRecord record) {
    visit(record);
    return VisitResult.CONTINUE;
  }
}
