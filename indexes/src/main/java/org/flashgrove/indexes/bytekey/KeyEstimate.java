package org.flashgrove.indexes.bytekey;

import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Estimates the number of pairs in a range. If the range has few leaves, their pairs are counted.
 * Otherwise the estimate is the number of leaves times the average number of pairs in a leaf.
 */
record KeyEstimate(NodeReader reader, KeyRange range) {
  private static final int COUNTED_LEAVES = 8;

  long pairs() {
    int height = SpatialTree.checkedHeight(reader);
    long met = range.isEmpty() ? 0 : leaves(range, reader.root(), height);
    if (met <= COUNTED_LEAVES) {
      long counted = 0;
      KeyCursor cursor = new KeyCursor(reader, range, true);
      while (cursor.nextLeaf()) {
        counted += cursor.count();
      }
      return counted;
    }
    long all = leaves(KeyRange.ALL, reader.root(), height);
    return (long) ((double) reader.entries() * met / all);
  }

  /** Returns the number of leaves that may have strings of a range. Reads only internal nodes. */
  private long leaves(KeyRange of, long nodeId, int level) {
    if (level == 0) {
      return 1;
    }
    NodeView node = reader.read(nodeId, level);
    try {
      KeyPage.requireChildren(node);
      int first = KeyPage.childSlot(node, of.from(), of.from().length);
      int end = KeyPage.count(node);
      if (of.to() != null) {
        end = Math.max(first + 1, KeyPage.firstNotBelow(node, of.to(), of.to().length));
      }
      if (level == 1) {
        return end - first;
      }
      long leaves = 0;
      for (int slot = first; slot < end; slot++) {
        leaves += leaves(of, KeyPage.child(node, slot), level - 1);
      }
      return leaves;
    } finally {
      reader.release(node);
    }
  }
}
