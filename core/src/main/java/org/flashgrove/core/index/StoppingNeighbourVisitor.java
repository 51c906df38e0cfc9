package org.flashgrove.core.index;

/**
 * Receives entries in the order of their distance from a query and says after each whether the
 * search goes on.
 */
@FunctionalInterface
public interface StoppingNeighbourVisitor {
  /**
   * Receives one.
   *
   * @param distance from the query, not less than that of the entry before
   * @return whether the search goes on
   */
  VisitResult found(long id, double minX, double minY, double maxX, double maxY, double distance);
}
