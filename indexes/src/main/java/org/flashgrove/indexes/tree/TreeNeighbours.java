package org.flashgrove.indexes.tree;

import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.query.Nearest;
import org.flashgrove.indexes.query.SearchCursor;

/**
 * A cursor over the entries of a tree by distance: a search that waits between two neighbours, and
 * the view of the store it reads. Where queries take turns, each step takes one.
 */
final class TreeNeighbours extends SearchCursor {
  private final SpatialTree tree;
  private final NodeReader reader;
  private final Nearest nearest;

  /**
   * Creates a cursor before its first entry.
   *
   * @param nearest a search that was started on the reader; it goes back to the tree in the end
   */
  TreeNeighbours(SpatialTree tree, NodeReader reader, Nearest nearest) {
    super(nearest);
    this.tree = tree;
    this.reader = reader;
    this.nearest = nearest;
  }

  @Override
  protected boolean step() {
    tree.startQuery();
    try {
      return nearest.next();
    } finally {
      tree.finishQuery();
    }
  }

  @Override
  protected void end() {
    tree.endNeighbours(reader, nearest);
  }
}
