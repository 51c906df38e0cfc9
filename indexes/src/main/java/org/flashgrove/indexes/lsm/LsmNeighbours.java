package org.flashgrove.indexes.lsm;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.indexes.query.SearchCursor;

/** A cursor over the entries of an index by distance, and the snapshot that its search reads. */
final class LsmNeighbours extends SearchCursor {
  private final LsmTree tree;
  private final ComponentSnapshot snapshot;
  private final LsmNearest nearest;

  /**
   * Creates a cursor before its first entry.
   *
   * @param snapshot what it sees; closed in the end
   * @param nearest a search that was started; goes back to the index in the end
   */
  LsmNeighbours(LsmTree tree, ComponentSnapshot snapshot, LsmNearest nearest) {
    super(nearest);
    this.tree = tree;
    this.snapshot = snapshot;
    this.nearest = nearest;
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
    snapshot.close();
  }
}
