package org.flashgrove.indexes.tree;

import java.util.Arrays;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;

/**
 * Reads nodes of a tree before queries need them, level by level from the root. When a tree is
 * opened, internal nodes are read, but only complete levels and up to a limit. The first queries
 * then wait only for leaves. On request leaves are read, too.
 */
final class WarmUp {
  /** Number of nodes that are announced to the reader together. */
  private static final int TOGETHER = 256;

  private WarmUp() {}

  /**
   * Reads complete levels of internal nodes from the root on.
   *
   * @param most maximum number of nodes to read
   */
  static void run(NodeReader reader, int most) {
    if (most < 1 || reader.root() == NodeStore.NO_NODE) {
      return;
    }
    try {
      readLevels(reader, most, false, null);
    } catch (StoreException e) {
      // a query that needs the node reports the damage; opening must succeed, so that checks can
      // run
    }
  }

  /**
   * Reads nodes level by level from the root, including leaves. The last level may be incomplete.
   * Overflow nodes are skipped.
   *
   * @param most maximum number of nodes to read
   * @return number of nodes read
   */
  static long preload(NodeReader reader, long most) {
    return reader.root() == NodeStore.NO_NODE ? 0 : readLevels(reader, most, true, null);
  }

  /**
   * Reads nodes level by level from the root.
   *
   * @param most maximum number of nodes to read
   * @param withLeaves whether to read leaves too, and to read the last level in part. Otherwise
   *     only complete levels of internal nodes are read
   * @param visitor receives the nodes, or null
   * @return number of nodes read
   */
  static long readLevels(NodeReader reader, long most, boolean withLeaves, LevelVisitor visitor) {
    int level = SpatialTree.checkedHeight(reader);
    long[] nodes = {reader.root()};
    int count = 1;
    long left = most;
    while (left > 0 && level >= (withLeaves ? 0 : 1) && (withLeaves || count <= left)) {
      int some = (int) Math.min(count, left);
      left -= some;
      long[] below = new long[16];
      int found = 0;
      if (visitor != null) {
        visitor.level(level, some);
      }
      for (int i = 0; i < some; i++) {
        if (i % TOGETHER == 0) {
          reader.willRead(nodes, i, Math.min(some, i + TOGETHER));
        }
        NodeView node = reader.read(nodes[i], level);
        if (found + node.count() > below.length) {
          below = Arrays.copyOf(below, Math.max(found + node.count(), 2 * below.length));
        }
        for (int slot = 0; slot < node.count() && level > (withLeaves ? 0 : 1); slot++) {
          below[found++] = node.word(0, slot);
        }
        if (visitor != null) {
          visitor.node(node);
        }
        reader.release(node);
      }
      nodes = below;
      count = found;
      level--;
    }
    return most - left;
  }
}
