package org.flashgrove.indexes.hilbert;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SplitCount;

/**
 * Insertion into a Hilbert R-tree by the algorithm Insert of Kamel and Faloutsos (VLDB 1994,
 * section 3.2). It consists of ChooseLeaf by Hilbert value, HandleOverflow with s cooperating
 * siblings, and AdjustTree.
 *
 * <p>ChooseLeaf takes the first child whose LHV, its largest Hilbert value, is at least the value
 * of the new entry. The paper requires a greater LHV. A split creates the new node to the right of
 * the cooperating siblings. A root is split in half.
 *
 * <p>Without a split, AdjustTree reads no node: the new rectangle and key follow from the old ones
 * and the new entry. The nodes of the path stay pinned until the leaf is known to have room. An
 * insertion allocates nothing.
 */
final class Insertion {
  private final HilbertLayout layout;
  private final NodeFill fill;
  private final int order;
  private final boolean blind;
  private final NodePath path;
  private final Siblings siblings;
  private final SplitCount counts;
  private final EntryList leafOwn;
  private final EntryList rootEntries = new EntryList(HilbertLayout.NODE_WORDS, 2);
  private final long[] leafEntry;
  private final long[] changed = new long[HilbertLayout.NODE_WORDS];
  private long[] entry;
  private long value;

  Insertion(
      HilbertConfig config,
      HilbertLayout layout,
      NodePath path,
      Siblings siblings,
      SplitCount counts) {
    this.layout = layout;
    this.fill = config.fill();
    this.order = config.order();
    this.blind = config.blind();
    this.path = path;
    this.siblings = siblings;
    this.counts = counts;
    leafEntry = new long[layout.nodes().leaf().words()];
    leafOwn = new EntryList(leafEntry.length, fill.leafCapacity() + 1);
  }

  /** Inserts an entry of five words: id and rectangle. */
  void insert(NodeOperation operation, long[] newEntry) {
    entry = newEntry;
    layout.encode(entry, leafEntry);
    value = layout.value(leafEntry, 0);
    path.start(operation);
    try {
      for (int level = path.height(); level > 0; level--) {
        path.step(level, chooseChild(path.read(level), value));
      }
      if (leafHasRoom()) {
        operation.add(path.node(0), 0, leafEntry);
        adjust(0);
      } else {
        overflow();
      }
    } finally {
      path.releaseAll();
    }
  }

  /**
   * Returns the first slot whose largest Hilbert value (LHV) is at least {@code value}, or the last
   * slot if there is no such slot.
   */
  private static int chooseChild(NodeView node, long value) {
    return Math.min(firstNotBelow(node, value), node.count() - 1);
  }

  /**
   * Returns the first slot of an internal node whose largest Hilbert value (LHV) is at least {@code
   * value}. Returns the number of entries if there is no such slot.
   */
  static int firstNotBelow(NodeView node, long value) {
    int low = 0;
    int high = node.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (HilbertLayout.lhv(HilbertLayout.key(node, middle)) < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean leafHasRoom() {
    boolean hasRoom = path.leafHasRoom(fill.leafCapacity(), blind);
    if (hasRoom) {
      path.releaseAll();
    }
    return hasRoom;
  }

  /**
   * Runs AdjustTree. Extends the parents' entries from a level upwards, and stops at the first
   * entry that need not grow.
   */
  private void adjust(int from) {
    for (int level = from; level < path.height(); level++) {
      if (!grow(path.entries(), path.entryAt(level))) {
        return;
      }
      System.arraycopy(path.entries(), path.entryAt(level), changed, 0, changed.length);
      path.operation().change(path.node(level + 1), level + 1, changed);
    }
  }

  /**
   * Extends the rectangle and the key in a parent's entry by the new entry. Returns whether this
   * changed the parent's entry.
   */
  private boolean grow(long[] words, int at) {
    long key = HilbertLayout.grown(HilbertLayout.key(words, at), value);
    boolean grew = key != HilbertLayout.key(words, at);
    HilbertLayout.key(words, at, key);
    for (int word = 1; word <= 4; word++) {
      double old = Double.longBitsToDouble(words[at + word]);
      double added = Double.longBitsToDouble(entry[word]);
      if (word <= 2 ? added < old : added > old) {
        words[at + word] = entry[word];
        grew = true;
      }
    }
    return grew;
  }

  /** Runs HandleOverflow for the leaf, and then for each ancestor that overflows because of it. */
  private void overflow() {
    NodeOperation operation = path.operation();
    layout.insert(path.view(0), leafOwn, leafEntry);
    path.release(0);
    EntryList own = leafOwn;
    int level = 0;
    while (level < path.height()) {
      int parent = level + 1;
      int children = path.view(parent).count();
      int width = Math.min(order, children);
      EntryList all = siblings.gather(path, level, own, width);
      boolean splits = all.count() > width * fill.capacity(level);
      siblings.shareOut(operation, level, all, splits ? width + 1 : width);
      if (splits) {
        counts.split(level);
      }
      if (!splits || children < fill.capacity(parent)) {
        siblings.updateParent(path, parent);
        adjust(parent);
        return;
      }
      own = siblings.parentEntries(path, parent);
      path.release(parent);
      level = parent;
    }
    splitRoot(level, own);
  }

  private void splitRoot(int level, EntryList own) {
    int count = own.count();
    int half = count / 2;
    NodeOperation operation = path.operation();
    operation.replace(path.node(level), level, null, own, 0, half);
    long right = operation.create(level, null, own, half, count);
    rootEntries.clear();
    layout.describe(path.node(level), level, own, 0, half, changed);
    rootEntries.add(changed, 0);
    layout.describe(right, level, own, half, count, changed);
    rootEntries.add(changed, 0);
    layout.sort(rootEntries, level + 1);
    operation.root(operation.create(level + 1, null, rootEntries, 0, 2), level + 1);
    counts.split(level);
  }
}
