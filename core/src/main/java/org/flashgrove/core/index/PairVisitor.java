package org.flashgrove.core.index;

/**
 * Receives pairs of numbers: the ids of the left and right entry of a join, or the key and value of
 * an index of pairs.
 */
@FunctionalInterface
public interface PairVisitor {
  /** Receives a pair. */
  void visit(long first, long second);

  /**
   * Receives a pair like {@link #visit} and returns whether to continue. Indexes call this method;
   * a visitor that may stop overrides it.
   */
  default VisitResult found(long first, long second) {
    visit(first, second);
    return VisitResult.CONTINUE;
  }
}
