package org.flashgrove.access;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.indexes.rtree.RTree;

/**
 * Replaces an R-tree, in one operation, by an R-tree of two levels whose leaves are written as
 * whole pages. The leaves are in no log frame, so they must be on the device before the operation
 * commits.
 */
final class SealedLoad {
  /** Number of entries in each leaf. */
  static final int LEAF_ENTRIES = 6;

  private static final int WORDS = 5;

  private SealedLoad() {}

  /**
   * Replaces the tree by a tree of entries {id, minX, minY, maxX, maxY}. Their number must be a
   * multiple of six.
   */
  static void run(NodeStore store, EntryList entries) {
    try (NodeOperation operation = store.begin()) {
      delete(operation, operation.root(), operation.height());
      int leaves = entries.count() / LEAF_ENTRIES;
      long[] nodeIds = ascendingIds(operation, leaves);
      var pages = AlignedBuffers.allocate(leaves * store.pageSize());
      EntryList children = new EntryList(WORDS, leaves);
      NodePage page = new NodePage(AlignedBuffers.allocate(store.pageSize()));
      for (int leaf = 0; leaf < leaves; leaf++) {
        page.format(RTree.LAYOUT.leaf(), nodeIds[leaf], 0);
        int from = leaf * LEAF_ENTRIES;
        for (int i = from; i < from + LEAF_ENTRIES; i++) {
          page.insert(entries.words(), i * WORDS);
        }
        pages.put(leaf * store.pageSize(), page.bytes(), 0, store.pageSize());
        children.add(child(nodeIds[leaf], entries, from), 0);
      }
      store.appendSealed(pages, leaves);
      operation.root(operation.create(1, null, children, 0, leaves), 1);
      operation.entries(entries.count());
      operation.commit();
    }
  }

  /** Returns the ids of new nodes, in the order in which whole pages are written. */
  private static long[] ascendingIds(NodeOperation operation, int count) {
    EntryList none = new EntryList(WORDS, 1);
    long[] nodeIds = new long[count];
    for (int i = 0; i < count; i++) {
      nodeIds[i] = operation.create(0, null, none, 0, 0);
    }
    Arrays.sort(nodeIds);
    return nodeIds;
  }

  private static void delete(NodeOperation operation, long nodeId, int level) {
    if (level > 0) {
      NodeView node = operation.read(nodeId, level);
      long[] children = new long[node.count()];
      for (int i = 0; i < children.length; i++) {
        children[i] = node.word(0, i);
      }
      operation.release(node);
      for (long child : children) {
        delete(operation, child, level - 1);
      }
    }
    operation.delete(nodeId, level);
  }

  private static long[] child(long nodeId, EntryList entries, int from) {
    long[] words = {nodeId, 0, 0, 0, 0};
    for (int side = 1; side < WORDS; side++) {
      double bound = entries.real(from, side);
      for (int i = from + 1; i < from + LEAF_ENTRIES; i++) {
        double value = entries.real(i, side);
        bound = side <= 2 ? Math.min(bound, value) : Math.max(bound, value);
      }
      words[side] = Double.doubleToRawLongBits(bound);
    }
    return words;
  }
}
