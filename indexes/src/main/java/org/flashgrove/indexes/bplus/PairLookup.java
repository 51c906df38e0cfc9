package org.flashgrove.indexes.bplus;

import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SpatialTree;

/** Lookup of one pair. It follows one path from the root to a leaf. */
final class PairLookup {
  private PairLookup() {}

  /** Returns whether the tree that a reader shows contains a pair. */
  static boolean contains(NodeReader reader, long key, long value) {
    long nodeId = reader.root();
    for (int level = SpatialTree.checkedHeight(reader); level > 0; level--) {
      NodeView node = reader.read(nodeId, level);
      NodePath.requireEntries(node);
      nodeId = node.word(0, Entries.childSlot(node, key, value));
      reader.release(node);
    }
    NodeView leaf = reader.read(nodeId, 0);
    boolean there = Entries.isAt(leaf, Entries.firstNotBelow(leaf, key, value), key, value);
    reader.release(leaf);
    return there;
  }
}
