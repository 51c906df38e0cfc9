package org.flashgrove.core.index;

/** Receives the records that a search finds. */
@FunctionalInterface
public interface TimedRecordVisitor {
  /**
   * Receives a record, which is valid until this returns.
   *
   * @return whether the search goes on
   */
  VisitResult found(TimedRecord record);
}
