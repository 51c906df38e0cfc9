package org.flashgrove.core.index;

/** Receives entries in the order of their distance from a query. */
@FunctionalInterface
public interface NeighbourVisitor {
  /**
   * Receives one entry.
   *
   * @param distance Euclidean distance in units of the coordinates, not less than that of the entry
   *     before
   * @return whether the search shall go on to the next neighbour
   */
  boolean visit(long id, double minX, double minY, double maxX, double maxY, double distance);
}
