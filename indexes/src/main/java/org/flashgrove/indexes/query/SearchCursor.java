package org.flashgrove.indexes.query;

/**
 * Cursor over entries in order of distance. Subclasses define how to advance the search and how to
 * end it.
 */
public abstract class SearchCursor extends OpenCursor {
  private final NeighbourSearch search;
  private long left;

  /**
   * Creates a cursor that is positioned before its first entry.
   *
   * @param search a started search
   * @param most maximum number of neighbours
   */
  protected SearchCursor(NeighbourSearch search, long most) {
    this.search = search;
    left = most;
  }

  /** Moves to the next neighbour. Returns false if there is none. */
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
