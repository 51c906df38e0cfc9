package org.flashgrove.access.structure;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeSnapshot;
import org.jspecify.annotations.Nullable;

/** The entries of a tree at a snapshot. */
final class TreeEntries extends TreeSnapshot implements EntrySnapshot {
  /**
   * Creates the entries of a snapshot.
   *
   * @param nodes nodes at the snapshot; closing this object does not close the snapshot
   * @param announces whether searches request several leaves from the device before they read them
   */
  TreeEntries(SpatialTree tree, NodeReader nodes, boolean announces) {
    super(tree, nodes, announces);
  }

  @Override
  public @Nullable TreeJoin treeJoin(EntrySnapshot right, RectangleTest test) {
    return right instanceof TreeEntries other
        ? new TreeJoin(joiner(other), reader(), other.reader(), test)
        : null;
  }
}
