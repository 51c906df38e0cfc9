package org.flashgrove.access.query;

/**
 * Receives the neighbours that a batch finds: in the order of the queries, of each nearest first.
 */
@FunctionalInterface
public interface BatchNeighbourVisitor {
  /**
   * Receives an entry.
   *
   * @param query number of the query in its batch, from 0 on
   * @param distance from the query, by the metric of the index
   */
  void visit(
      int query, long id, double minX, double minY, double maxX, double maxY, double distance);
}
