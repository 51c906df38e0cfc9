package org.flashgrove.core.index;

/**
 * Receives the entries that an index finds and decides after each whether the search continues.
 * Indexes call a sink; applications pass an {@link EntryVisitor} or a {@link NeighbourVisitor}.
 */
@FunctionalInterface
public interface EntrySink {
  /**
   * Receives an entry.
   *
   * @param distance from the query, not less than the distance of the previous entry; NaN unless
   *     the query is for the nearest entries
   * @return whether the search goes on
   */
  VisitResult found(long id, double minX, double minY, double maxX, double maxY, double distance);

  /** Returns whether the sink takes all entries, so that an index may read ahead. */
  default boolean takesAll() {
    return false;
  }
}
