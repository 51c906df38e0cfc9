package org.flashgrove.indexes.tree;

import java.util.Arrays;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;

/**
 * Reads the inner nodes of a tree when it is opened, a level together, as long as whole levels are
 * within a bound: the first queries then wait for leaves alone.
 */
final class WarmUp {
  private WarmUp() {}

  /**
   * Reads whole levels from the root on.
   *
   * @param most nodes to read at most
   */
  static void run(NodeReader reader, int most) {
    if (most < 1 || reader.root() == NodeStore.NO_NODE) {
      return;
    }
    try {
      readLevels(reader, most);
    } catch (StoreException e) {
      // a query that needs the node reports it; what looks for damage has to open the store first
    }
  }

  private static void readLevels(NodeReader reader, int most) {
    int level = SpatialTree.checkedHeight(reader);
    long[] nodes = {reader.root()};
    int count = 1;
    int left = most;
    while (level > 0 && count <= left) {
      left -= count;
      reader.willRead(nodes, 0, count);
      long[] below = new long[16];
      int found = 0;
      for (int i = 0; i < count; i++) {
        NodeView node = reader.read(nodes[i], level);
        if (found + node.count() > below.length) {
          below = Arrays.copyOf(below, Math.max(found + node.count(), 2 * below.length));
        }
        for (int slot = 0; slot < node.count() && level > 1; slot++) {
          below[found++] = node.word(0, slot);
        }
        reader.release(node);
      }
      nodes = below;
      count = found;
      level--;
    }
  }
}
