package org.flashgrove.core.index;

/**
 * Receives all entries found by a search; one that may end the search is a {@link
 * StoppingEntryVisitor}.
 */
@FunctionalInterface
public interface EntryVisitor extends StoppingEntryVisitor, EntrySink {
  /** Receives one. */
  void visit(long id, double minX, double minY, double maxX, double maxY);

  @Override
  default VisitResult found(long id, double minX, double minY, double maxX, double maxY) {
    visit(id, minX, minY, maxX, maxY);
    return VisitResult.CONTINUE;
  }

  @Override
  default VisitResult found(
      long id, double minX, double minY, double maxX, double maxY, double distance) {
    visit(id, minX, minY, maxX, maxY);
    return VisitResult.CONTINUE;
  }

  @Override
  default boolean takesAll() {
    return true;
  }
}
