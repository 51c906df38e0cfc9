package org.flashgrove.indexes.bplus;

import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Changes the value of a pair in one descent from the root. This works only if the pair keeps its
 * place in the order of the leaf's pairs.
 */
final class Replacement {
  private final NodePath path;
  private final long[] gone;
  private final long[] put;

  Replacement(int leafWords, NodePath path) {
    this.path = path;
    gone = new long[leafWords];
    put = new long[leafWords];
  }

  /**
   * Changes the value and additional words of a pair. Returns false, and changes nothing, if the
   * pair does not exist or would move to another place.
   */
  boolean replace(NodeOperation operation, long key, long value, long newValue, long... further) {
    path.start(operation);
    try {
      for (int level = path.height(); level > 0; level--) {
        NodeView node = path.read(level);
        path.step(level, Entries.childSlot(node, key, value));
      }
      NodeView leaf = path.read(0);
      int slot = Entries.firstNotBelow(leaf, key, value);
      boolean stays =
          Entries.isAt(leaf, slot, key, value)
              && slot > 0
              && slot + 1 < leaf.count()
              && Entries.compare(leaf, slot - 1, key, newValue) < 0
              && Entries.compare(leaf, slot + 1, key, newValue) > 0;
      if (!stays) {
        return false;
      }
      leaf.copyEntry(slot, gone, 0);
      put[Entries.LEAF_KEY] = key;
      put[Entries.LEAF_VALUE] = newValue;
      System.arraycopy(further, 0, put, Entries.LEAF_WORDS, further.length);
      path.releaseAll();
      operation.remove(path.node(0), 0, gone);
      operation.add(path.node(0), 0, put);
      return true;
    } finally {
      path.releaseAll();
    }
  }
}
