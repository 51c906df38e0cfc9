package org.flashgrove.indexes.bplus;

import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SpatialTree;

/** Lookup of one pair or key. It follows one path from the root to a leaf. */
final class PairLookup {
  private long found;

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

  /**
   * Returns the number of pairs with a key: 0, 1, or a greater number for several pairs. If there
   * is one pair, {@link #value} returns its value.
   */
  int count(BPlusTree tree, NodeReader reader, long key) {
    long nodeId = reader.root();
    boolean isLast = true; // whether no later leaf may have the key
    for (int level = SpatialTree.checkedHeight(reader); level > 0; level--) {
      NodeView node = reader.read(nodeId, level);
      NodePath.requireEntries(node);
      int slot = Entries.childSlot(node, key, Long.MIN_VALUE);
      if (slot + 1 < node.count()) {
        isLast = node.word(Entries.NODE_KEY, slot + 1) > key;
      }
      nodeId = node.word(0, slot);
      reader.release(node);
    }
    NodeView leaf = reader.read(nodeId, 0);
    int slot = Entries.firstNotBelow(leaf, key, Long.MIN_VALUE);
    int count = Entries.firstAbove(leaf, slot, key) - slot;
    if (count == 1) {
      found = leaf.word(Entries.LEAF_VALUE, slot);
    }
    reader.release(leaf);
    return isLast || count > 1 ? count : count(tree.cursor(reader, key, key, true));
  }

  private int count(LeafCursor pairs) {
    int count = 0;
    while (count < 2 && pairs.nextLeaf()) {
      found = pairs.value(0);
      count += pairs.count();
    }
    return count;
  }

  /** Returns the value of the pair that {@link #count} found. */
  long value() {
    return found;
  }
}
