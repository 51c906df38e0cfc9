package org.flashgrove.core.index;

/**
 * Receives all entries in the order of their distance from a query; one that may end the search is
 * a {@link StoppingNeighbourVisitor}.
 */
@FunctionalInterface
public interface NeighbourVisitor extends StoppingNeighbourVisitor, EntrySink {
  /**
   * Receives one.
   *
   * @param distance from the query, not less than that of the entry before
   */
  void visit(long id, double minX, double minY, double maxX, double maxY, double distance);

  @Override
  default VisitResult found(
      long id, double minX, double minY, double maxX, double maxY, double distance) {
    visit(id, minX, minY, maxX, maxY, distance);
    return VisitResult.CONTINUE;
  }

  @Override
  default boolean takesAll() {
    return true;
  }
}
