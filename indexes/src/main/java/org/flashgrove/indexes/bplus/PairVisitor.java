package org.flashgrove.indexes.bplus;

import org.flashgrove.core.index.VisitResult;

/**
 * Receives all pairs, one after the other; one that may end it is a {@link StoppingPairVisitor}.
 */
@FunctionalInterface
public interface PairVisitor extends StoppingPairVisitor {
  /**
   * Receives a pair.
   *
   * @param key the word of the key; see {@link KeyKind}
   */
  void visit(long key, long value);

  @Override
  default VisitResult found(long key, long value) {
    visit(key, value);
    return VisitResult.CONTINUE;
  }
}
