package org.flashgrove.core.index;

/**
 * Receives all pairs, one after the other; one that may end it is a {@link StoppingPairVisitor}.
 */
@FunctionalInterface
public interface PairVisitor extends StoppingPairVisitor {
  /**
   * Receives a pair.
   *
   * @param key the word of the key; whose meaning the index knows
   */
  void visit(long key, long value);

  @Override
  default VisitResult found(long key, long value) {
    visit(key, value);
    return VisitResult.CONTINUE;
  }
}
