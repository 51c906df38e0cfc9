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
   * @param distance distance from the query, at least that of the previous entry; NaN unless the
   *     query finds nearest entries
   * @return whether to continue the search
   */
  VisitResult found(long id, double minX, double minY, double maxX, double maxY, double distance);

  /** Returns whether the sink never stops the search, so that an index may read ahead. */
  default boolean takesAll() {
    return false;
  }
}
