package org.flashgrove.indexes.query;

import org.flashgrove.core.index.NeighbourCursor;

/**
 * A cursor over entries by distance: a search that waits between two neighbours. An index says how
 * a step is made, and what happens in the end.
 */
public abstract class SearchCursor extends OpenCursor implements NeighbourCursor {
  private final NeighbourSearch search;

  /**
   * Creates a cursor before its first entry.
   *
   * @param search a search that was started
   */
  protected SearchCursor(NeighbourSearch search) {
    this.search = search;
  }

  @Override
  final long foundId() {
    return search.id();
  }

  @Override
  final double foundAt(int coordinate) {
    return search.at(coordinate);
  }

  @Override
  public final double distance() {
    requireEntry();
    return search.distance();
  }
}
