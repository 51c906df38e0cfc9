package org.flashgrove.grove.index;

import java.util.function.LongConsumer;
import org.flashgrove.indexes.query.SearchCursor;

/** A cursor over the entries of an index by distance. */
final class BlockNeighbours<V extends BlockView> extends SearchCursor {
  private final BlockIndex<V> index;
  private final NearestBlocks<V> nearest;
  private final LongConsumer pages;
  private final Runnable end;

  /**
   * Creates a cursor before its first entry.
   *
   * @param nearest a search that was started; goes back to the index in the end
   * @param most how many neighbours the cursor goes on to at most
   * @param pages receives the number of pages that the cursor looks at, some at a time
   * @param end called when the cursor ends
   */
  BlockNeighbours(
      BlockIndex<V> index, NearestBlocks<V> nearest, long most, LongConsumer pages, Runnable end) {
    super(nearest, most);
    this.index = index;
    this.nearest = nearest;
    this.pages = pages;
    this.end = end;
  }

  @Override
  protected boolean advance() {
    index.requireOpen();
    long before = nearest.pagesRequested();
    try {
      return nearest.step();
    } finally {
      pages.accept(nearest.pagesRequested() - before);
    }
  }

  /** Ends the cursor's view; the index may be closed meanwhile. */
  @Override
  protected void end() {
    nearest.end();
    index.queries().give(nearest);
    end.run();
  }
}
