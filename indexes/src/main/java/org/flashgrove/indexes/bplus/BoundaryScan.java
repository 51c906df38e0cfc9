package org.flashgrove.indexes.bplus;

import java.util.Arrays;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Collects the leaves that may have pairs in a range of keys, and the first key of each of these
 * leaves. Reads only the internal nodes above the leaves.
 */
final class BoundaryScan {
  private final NodeReader reader;
  private final long fromKey;
  private final long toKey;
  private long[] found = new long[16];
  private int count;
  private long leaves;
  private long mostLeaves = Long.MAX_VALUE;

  BoundaryScan(NodeReader reader, long fromKey, long toKey) {
    this.reader = reader;
    this.fromKey = fromKey;
    this.toKey = toKey;
  }

  long[] run() {
    int height = SpatialTree.checkedHeight(reader);
    if (height > 0 && fromKey <= toKey) {
      visit(reader.root(), height);
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * Returns the number of leaves that may have pairs of the range. Stops counting when the number
   * reaches {@code most}.
   */
  long leaves(long most) {
    mostLeaves = most;
    run();
    return Math.max(1, leaves);
  }

  private void visit(long nodeId, int level) {
    NodeView node = reader.read(nodeId, level);
    try {
      NodePath.requireEntries(node);
      int first = Entries.childSlot(node, fromKey, Long.MIN_VALUE);
      for (int slot = first; slot < node.count() && leaves < mostLeaves; slot++) {
        long key = node.word(Entries.NODE_KEY, slot);
        if (slot > first && key > toKey) {
          return;
        }
        if (level > 1) {
          visit(node.word(0, slot), level - 1);
        } else {
          leaves++;
          add(key);
        }
      }
    } finally {
      reader.release(node);
    }
  }

  private void add(long key) {
    if (key <= fromKey || key > toKey || (count > 0 && found[count - 1] == key)) {
      return;
    }
    if (count == found.length) {
      found = Arrays.copyOf(found, 2 * count);
    }
    found[count++] = key;
  }
}
