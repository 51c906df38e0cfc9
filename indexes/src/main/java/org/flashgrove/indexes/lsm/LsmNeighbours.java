package org.flashgrove.indexes.lsm;

import org.flashgrove.indexes.query.SearchCursor;

/** A cursor over the entries of an index by distance. */
final class LsmNeighbours extends SearchCursor {
  private final LsmTree tree;
  private final LsmNearest nearest;
  private final Runnable end;

  /**
   * Creates a cursor before its first entry.
   *
   * @param nearest a search that was started; goes back to the index in the end
   * @param end called when the cursor ends
   */
  LsmNeighbours(LsmTree tree, LsmNearest nearest, Runnable end) {
    super(nearest);
    this.tree = tree;
    this.nearest = nearest;
    this.end = end;
  }

  @Override
  protected boolean step() {
    tree.requireOpen();
    return nearest.step(true);
  }

  @Override
  protected void end() {
    nearest.end();
    tree.nearests().give(nearest);
    end.run();
  }
}
