package org.flashgrove.access.join;

/** Receives the pairs of a join of neighbours. */
@FunctionalInterface
public interface NeighbourPairVisitor {
  /**
   * Receives a pair. Those of one left id follow each other, the nearest first.
   *
   * @param distance of the two, by the metric of the right side
   */
  void visit(long leftId, long rightId, double distance);
}
