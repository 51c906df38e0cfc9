package org.flashgrove.indexes.tree;

import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.query.Nearest;

/**
 * A cursor over the entries of a tree by distance: a search that waits between two neighbours, and
 * the view of the store it reads. Where queries take turns, each step takes one.
 */
final class TreeNeighbours implements NeighbourCursor {
  private final SpatialTree tree;
  private final NodeReader reader;
  private Nearest nearest;
  private boolean atEntry;
  private boolean broken;

  /**
   * Creates a cursor before its first entry.
   *
   * @param nearest a search that was started on the reader; it goes back to the tree in the end
   */
  TreeNeighbours(SpatialTree tree, NodeReader reader, Nearest nearest) {
    this.tree = tree;
    this.reader = reader;
    this.nearest = nearest;
  }

  @Override
  public boolean next() {
    if (nearest == null || broken) {
      String state = broken ? "broken by an error before" : "closed";
      throw new IllegalStateException("the cursor is " + state);
    }
    atEntry = false;
    broken = true; // until it is done: a node may be missing from the search
    tree.startQuery();
    try {
      atEntry = nearest.next();
      broken = false;
      return atEntry;
    } finally {
      tree.finishQuery();
    }
  }

  private Nearest entry() {
    if (!atEntry) {
      throw new IllegalStateException("the cursor is at no entry (allowed after next() was true)");
    }
    return nearest;
  }

  @Override
  public long id() {
    return entry().id();
  }

  @Override
  public double minX() {
    return entry().at(0);
  }

  @Override
  public double minY() {
    return entry().at(1);
  }

  @Override
  public double maxX() {
    return entry().at(2);
  }

  @Override
  public double maxY() {
    return entry().at(3);
  }

  @Override
  public double distance() {
    return entry().distance();
  }

  @Override
  public void close() {
    if (nearest != null) {
      Nearest done = nearest;
      nearest = null;
      atEntry = false;
      tree.endNeighbours(reader, done);
    }
  }
}
