package org.flashgrove.access.query;

/** Receives what the queries of a batch find, in the order of the queries. */
@FunctionalInterface
public interface BatchVisitor {
  /**
   * Receives an entry.
   *
   * @param query number of the query in its batch, from 0 on
   */
  void visit(int query, long id, double minX, double minY, double maxX, double maxY);
}
