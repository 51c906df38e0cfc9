package org.flashgrove.access.query;

import org.flashgrove.access.table.TableRecord;
import org.flashgrove.core.index.VisitResult;

/** Receives records that a query finds and says after each whether the query goes on. */
@FunctionalInterface
public interface StoppingRecordVisitor {
  /**
   * Receives one.
   *
   * @param record valid until this returns; {@link TableRecord#copy} keeps it
   * @return whether the query goes on
   */
  VisitResult found(TableRecord record);
}
