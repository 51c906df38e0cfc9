package org.flashgrove.core.index;

/**
 * Receives all ids of entries found by a search; one that may end the search is a {@link
 * StoppingIdVisitor}.
 */
@FunctionalInterface
public interface IdVisitor extends StoppingIdVisitor {
  /** Receives one. */
  void visit(long id);

  @Override
  default VisitResult found(long id) {
    visit(id);
    return VisitResult.CONTINUE;
  }
}
