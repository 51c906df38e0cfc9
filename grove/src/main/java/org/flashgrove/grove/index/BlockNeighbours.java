package org.flashgrove.grove.index;

import java.util.function.LongConsumer;
import org.flashgrove.indexes.query.SearchCursor;

/** Cursor over the entries of an index in order of distance. */
final class BlockNeighbours<V extends BlockView> extends SearchCursor {
  private final BlockIndex<V> index;
  private final NearestBlocks<V> nearest;
  private final LongConsumer pages;
  private final Runnable end;

  /**
   * Creates a cursor that stands before its first entry.
   *
   * @param nearest search that has been started; when the cursor ends, it returns the search to the
   *     index
   * @param most maximum number of neighbours
   * @param pages receives how many pages each step of the cursor reads
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

  /** Ends the cursor. This method also works if the index was closed before. */
  @Override
  protected void end() {
    nearest.end();
    index.queries().give(nearest);
    end.run();
  }
}
