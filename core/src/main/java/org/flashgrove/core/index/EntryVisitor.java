package org.flashgrove.core.index;

/** Receives all results of a query. */
@FunctionalInterface
public interface EntryVisitor extends EntrySink {
  /** Receives an entry. */
  void visit(long id, double minX, double minY, double maxX, double maxY);

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
