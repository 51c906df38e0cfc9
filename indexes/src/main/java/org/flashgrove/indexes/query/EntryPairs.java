package org.flashgrove.indexes.query;

import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;

/** Receives the pairs of entries that a join finds, with their rectangles. */
@FunctionalInterface
public interface EntryPairs {
  /**
   * Receives a pair. Both sides are valid until this method returns.
   *
   * @return whether the join continues
   */
  VisitResult found(SweepSide left, int leftIndex, SweepSide right, int rightIndex);

  /** Returns a receiver that passes the ids to a visitor, or null if the visitor is null. */
  static EntryPairs of(PairVisitor visitor) {
    return visitor == null ? null : (left, i, right, j) -> visitor.found(left.id(i), right.id(j));
  }
}
