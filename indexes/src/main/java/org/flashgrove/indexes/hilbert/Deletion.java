package org.flashgrove.indexes.hilbert;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Deletion from a Hilbert R-tree by the algorithm Delete of Kamel and Faloutsos (VLDB 1994, section
 * 3.3). It finds the entry by an exact match, borrows entries from s cooperating siblings or merges
 * s + 1 nodes into s, and runs AdjustTree.
 *
 * <p>Objects with equal Hilbert values may be in several adjacent leaves. The search therefore
 * visits all subtrees whose range of Hilbert values includes the value of the object and whose
 * bounding rectangle covers the object.
 *
 * <p>A node below its minimum shares entries evenly with its cooperating siblings, if each of them
 * then reaches the minimum. Otherwise one of these nodes is dissolved, and the others take its
 * entries.
 */
final class Deletion {
  private final HilbertLayout layout;
  private final NodeFill fill;
  private final int order;
  private final NodePath path;
  private final Siblings siblings;
  private final EntryList leafOwn;
  private final EntryList nodeOwn;
  private final long[] leafEntry;
  private final long[] changed = new long[HilbertLayout.NODE_WORDS];
  private long[] entry;
  private long value;
  private int found;

  Deletion(HilbertConfig config, HilbertLayout layout, NodePath path, Siblings siblings) {
    this.layout = layout;
    this.fill = config.fill();
    this.order = config.order();
    this.path = path;
    this.siblings = siblings;
    leafEntry = new long[layout.nodes().leaf().words()];
    leafOwn = new EntryList(leafEntry.length, fill.leafCapacity() + 1);
    nodeOwn = new EntryList(HilbertLayout.NODE_WORDS, fill.nodeCapacity() + 1);
  }

  /** Removes an entry of five words: id and rectangle. Returns whether it existed. */
  boolean delete(NodeOperation operation, long[] oldEntry) {
    entry = oldEntry;
    layout.encode(entry, leafEntry);
    value = layout.value(leafEntry, 0);
    path.start(operation);
    try {
      if (!find(path.height())) {
        return false;
      }
      leafOwn.clear();
      leafOwn.addAll(path.view(0));
      leafOwn.remove(found);
      path.release(0);
      if (path.height() == 0 || leafOwn.count() >= fill.leafMinimum()) {
        operation.remove(path.node(0), 0, leafEntry);
        adjust(0, leafOwn);
      } else {
        underflow();
      }
      return true;
    } finally {
      path.releaseAll();
    }
  }

  /**
   * Finds the entry in the subtree of the node at a level of the path. If the entry exists, the
   * nodes on the path to it stay pinned.
   */
  private boolean find(int level) {
    NodeView node = path.read(level);
    if (level == 0) {
      found = layout.nodes().leaf().order().find(node, leafEntry, 0);
      if (found < 0) {
        path.release(0);
      }
      return found >= 0;
    }
    int slot = Insertion.firstNotBelow(node, value);
    boolean further = true;
    for (; further && slot < node.count(); slot++) {
      if (covers(node, slot)) {
        path.step(level, slot);
        if (find(level - 1)) {
          return true;
        }
      }
      // The next child may also begin with this value.
      further = HilbertLayout.lhv(HilbertLayout.key(node, slot)) == value;
    }
    path.release(level);
    return false;
  }

  private boolean covers(NodeView node, int slot) {
    return Rectangles.covers(
        node.real(1, slot),
        node.real(2, slot),
        node.real(3, slot),
        node.real(4, slot),
        Double.longBitsToDouble(entry[1]),
        Double.longBitsToDouble(entry[2]),
        Double.longBitsToDouble(entry[3]),
        Double.longBitsToDouble(entry[4]));
  }

  /**
   * Corrects the parents' entries from a level upwards (AdjustTree in the paper), and stops at the
   * first entry that is already correct.
   *
   * @param entries entries of the node of that level, in order
   */
  private void adjust(int from, EntryList entries) {
    EntryList of = entries;
    for (int level = from; level < path.height(); level++) {
      layout.describe(path.node(level), level, of, 0, of.count(), changed);
      if (isSame(path.entries(), path.entryAt(level))) {
        return;
      }
      path.operation().change(path.node(level + 1), level + 1, changed);
      nodeOwn.clear();
      nodeOwn.addAll(path.view(level + 1));
      System.arraycopy(
          changed, 0, nodeOwn.words(), path.slot(level) * changed.length, changed.length);
      layout.sort(nodeOwn, level + 1);
      of = nodeOwn;
    }
  }

  private boolean isSame(long[] words, int at) {
    for (int word = 0; word < changed.length; word++) {
      if (words[at + word] != changed[word]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Runs HandleUnderflow for the leaf, and then for each ancestor that falls below its minimum
   * because of it.
   */
  private void underflow() {
    NodeOperation operation = path.operation();
    EntryList own = leafOwn;
    int level = 0;
    while (true) {
      int parent = level + 1;
      int width = Math.min(order + 1, path.view(parent).count());
      if (width == 1) {
        // a valid tree has no node with a single child
        operation.replace(path.node(level), level, null, own, 0, own.count());
        adjust(level, own);
        return;
      }
      EntryList all = siblings.gather(path, level, own, width);
      boolean merges = all.count() < width * fill.minimum(level);
      siblings.shareOut(operation, level, all, merges ? width - 1 : width);
      own = siblings.parentEntries(path, parent);
      if (parent == path.height() && own.count() == 1) {
        operation.delete(path.node(parent), parent);
        operation.root(siblings.firstId(), level);
        return;
      }
      if (parent == path.height() || own.count() >= fill.nodeMinimum()) {
        siblings.updateParent(path, parent);
        adjust(parent, own);
        return;
      }
      level = parent;
    }
  }
}
