package org.flashgrove.indexes.query;

/**
 * A cursor over entries by distance: a search that waits between two neighbours. An index says how
 * a step is made, and what happens in the end.
 */
public abstract class SearchCursor extends OpenCursor {
  private final NeighbourSearch search;
  private long left;

  /**
   * Creates a cursor before its first entry.
   *
   * @param search a search that was started
   * @param most how many neighbours the cursor goes on to at most
   */
  protected SearchCursor(NeighbourSearch search, long most) {
    this.search = search;
    left = most;
  }

  /** Goes on to the next neighbour; returns whether there is one. */
  protected abstract boolean advance();

  @Override
  protected final boolean step() {
    return left-- > 0 && advance();
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
