package org.flashgrove.rawflash.micro;

import org.flashgrove.core.index.VisitResult;

/** Receives the records that a search finds. */
@FunctionalInterface
public interface RecordVisitor {
  /**
   * Receives a record, which is valid until this method returns.
   *
   * @return whether to continue the search
   */
  VisitResult found(MicroRecord record);
}
