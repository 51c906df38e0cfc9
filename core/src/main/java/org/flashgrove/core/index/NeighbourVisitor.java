package org.flashgrove.core.index;

/** Receives the entries nearest to a point, nearest first. */
@FunctionalInterface
public interface NeighbourVisitor extends EntrySink {
  /**
   * Receives an entry.
   *
   * @param distance from the point, not less than the distance of the previous entry
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
