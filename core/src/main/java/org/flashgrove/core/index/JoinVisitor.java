package org.flashgrove.core.index;

/** Receives all pairs of a join; one that may end the search is a {@link StoppingJoinVisitor}. */
@FunctionalInterface
public interface JoinVisitor extends StoppingJoinVisitor {
  /**
   * Receives one.
   *
   * @param leftId id of the entry of the left index
   * @param rightId id of the entry of the right index
   */
  void visit(long leftId, long rightId);

  @Override
  default VisitResult found(long leftId, long rightId) {
    visit(leftId, rightId);
    return VisitResult.CONTINUE;
  }
}
