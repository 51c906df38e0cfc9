package org.flashgrove.indexes.query;

import org.flashgrove.core.index.NeighbourCursor;

/**
 * A cursor over entries by distance: a search that waits between two neighbours. An index says how
 * a step is made, and what happens in the end.
 */
public abstract class SearchCursor implements NeighbourCursor {
  private NeighbourSearch search;
  private boolean atEntry;
  private boolean broken;

  /**
   * Creates a cursor before its first entry.
   *
   * @param search a search that was started
   */
  protected SearchCursor(NeighbourSearch search) {
    this.search = search;
  }

  /** Goes on to the next entry of the search; returns whether there is one. */
  protected abstract boolean step();

  /** Gives back what the cursor has used. Called once. */
  protected abstract void end();

  @Override
  public final boolean next() {
    if (search == null || broken) {
      String state = broken ? "broken by an error before" : "closed";
      throw new IllegalStateException("the cursor is " + state);
    }
    atEntry = false;
    broken = true; // until it is done: a page may be missing from the search
    atEntry = step();
    broken = false;
    return atEntry;
  }

  private NeighbourSearch entry() {
    if (!atEntry) {
      throw new IllegalStateException("the cursor is at no entry (allowed after next() was true)");
    }
    return search;
  }

  @Override
  public final long id() {
    return entry().id();
  }

  @Override
  public final double minX() {
    return entry().at(0);
  }

  @Override
  public final double minY() {
    return entry().at(1);
  }

  @Override
  public final double maxX() {
    return entry().at(2);
  }

  @Override
  public final double maxY() {
    return entry().at(3);
  }

  @Override
  public final double distance() {
    return entry().distance();
  }

  @Override
  public final void close() {
    if (search != null) {
      search = null;
      atEntry = false;
      end();
    }
  }
}
