package org.flashgrove.indexes.bplus;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Deletion from a B+-tree. A node below its minimum shares entries evenly with a sibling,
 * preferably the right one. If both nodes together have fewer entries than the minimum of two
 * nodes, they merge.
 */
final class Deletion {
  private final NodeFill fill;
  private final NodePath path;
  private final EntryList leafPair;
  private final EntryList nodePair;
  private final EntryList nodeOwn;
  private final EntryList leafOwn;
  private final long[] leafEntry;
  private final long[] nodeEntry = new long[Entries.NODE_WORDS];

  Deletion(NodeFill fill, int leafWords, NodePath path) {
    this.fill = fill;
    this.path = path;
    leafEntry = new long[leafWords];
    leafPair = new EntryList(leafWords, 2 * fill.leafCapacity());
    nodePair = new EntryList(Entries.NODE_WORDS, 2 * fill.nodeCapacity());
    leafOwn = new EntryList(leafWords, fill.leafCapacity());
    nodeOwn = new EntryList(Entries.NODE_WORDS, fill.nodeCapacity());
  }

  /** Removes a pair. Returns false and changes nothing if the pair does not exist. */
  boolean delete(NodeOperation operation, long key, long value) {
    path.start(operation);
    try {
      for (int level = path.height(); level > 0; level--) {
        NodeView node = path.read(level);
        path.step(level, Entries.childSlot(node, key, value));
      }
      NodeView leaf = path.read(0);
      int slot = Entries.firstNotBelow(leaf, key, value);
      if (!Entries.isAt(leaf, slot, key, value)) {
        return false;
      }
      leaf.copyEntry(slot, leafEntry, 0);
      if (path.height() == 0 || leaf.count() > fill.leafMinimum()) {
        path.releaseAll();
        operation.remove(path.node(0), 0, leafEntry);
      } else {
        leafOwn.clear();
        leafOwn.addAll(leaf);
        leafOwn.remove(slot);
        path.release(0);
        fillUpward();
      }
      return true;
    } finally {
      path.releaseAll();
    }
  }

  /**
   * Fills the leaf with entries of a sibling if the leaf is below its minimum. If leaf and sibling
   * merge instead and the parent is then below its minimum, handles the parent in the same way, and
   * so on.
   */
  private void fillUpward() {
    EntryList own = leafOwn;
    for (int level = 0; level < path.height(); level++) {
      NodeView parent = path.view(level + 1);
      if (parent.count() < 2) {
        // The tree is damaged or another program wrote it: there is no sibling to share with.
        path.operation().replace(path.node(level), level, null, own, 0, own.count());
        return;
      }
      int left = Math.min(path.slot(level), parent.count() - 2);
      EntryList both = gather(level, own, left);
      if (both.count() >= 2 * fill.minimum(level)) {
        share(level, both, left);
        return;
      }
      if (merge(level, both, left)) {
        return;
      }
      own = nodeOwn;
    }
  }

  /**
   * Returns the entries of a node and of one of its siblings, in order.
   *
   * @param own entries of the node
   * @param left slot, in the parent, of the left one of the two nodes
   */
  private EntryList gather(int level, EntryList own, int left) {
    EntryList both = level == 0 ? leafPair : nodePair;
    both.clear();
    for (int slot = left; slot <= left + 1; slot++) {
      if (slot == path.slot(level)) {
        for (int i = 0; i < own.count(); i++) {
          both.add(own.words(), i * own.stride());
        }
      } else {
        NodeView neighbour = path.operation().read(path.view(level + 1).word(0, slot), level);
        both.addAll(neighbour);
        path.operation().release(neighbour);
      }
    }
    return both;
  }

  private void share(int level, EntryList both, int left) {
    NodeView parent = path.view(level + 1);
    int count = both.count();
    int half = count - count / 2;
    NodeOperation operation = path.operation();
    operation.replace(parent.word(0, left), level, null, both, 0, half);
    nodeEntry[0] = parent.word(0, left + 1);
    operation.replace(nodeEntry[0], level, null, both, half, count);
    nodeEntry[Entries.NODE_KEY] = both.word(half, Entries.LEAF_KEY);
    nodeEntry[Entries.NODE_VALUE] =
        both.word(half, level == 0 ? Entries.LEAF_VALUE : Entries.NODE_VALUE);
    operation.change(path.node(level + 1), level + 1, nodeEntry);
  }

  /**
   * Merges two siblings into the left one. Returns false if the parent is now below its minimum. In
   * this case {@code nodeOwn} then holds the parent's new entries, which are not written yet.
   */
  private boolean merge(int level, EntryList both, int left) {
    int above = level + 1;
    NodeView parent = path.view(above);
    NodeOperation operation = path.operation();
    operation.replace(parent.word(0, left), level, null, both, 0, both.count());
    operation.delete(parent.word(0, left + 1), level);
    if (above == path.height() && parent.count() == 2) {
      operation.root(parent.word(0, left), level);
      operation.delete(path.node(above), above);
      return true;
    }
    if (above == path.height() || parent.count() > fill.nodeMinimum()) {
      nodeEntry[0] = parent.word(0, left + 1);
      operation.remove(path.node(above), above, nodeEntry);
      return true;
    }
    nodeOwn.clear();
    nodeOwn.addAll(parent);
    nodeOwn.remove(left + 1);
    return false;
  }
}
