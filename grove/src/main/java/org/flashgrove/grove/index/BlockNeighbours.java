package org.flashgrove.grove.index;

import org.flashgrove.indexes.query.SearchCursor;

/** A cursor over the entries of an index by distance. */
final class BlockNeighbours<V extends BlockView> extends SearchCursor {
  private final BlockIndex<V> index;
  private final NearestBlocks<V> nearest;
  private final Runnable end;

  /**
   * Creates a cursor before its first entry.
   *
   * @param nearest a search that was started; goes back to the index in the end
   * @param most how many neighbours the cursor goes on to at most
   * @param end called when the cursor ends
   */
  BlockNeighbours(BlockIndex<V> index, NearestBlocks<V> nearest, long most, Runnable end) {
    super(nearest, most);
    this.index = index;
    this.nearest = nearest;
    this.end = end;
  }

  @Override
  protected boolean advance() {
    index.requireOpen();
    return nearest.step();
  }

  /** Ends the cursor's view; the index may be closed meanwhile. */
  @Override
  protected void end() {
    nearest.end();
    index.queries().give(nearest);
    end.run();
  }
}
