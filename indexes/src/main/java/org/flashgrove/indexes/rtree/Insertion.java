package org.flashgrove.indexes.rtree;

import java.util.Arrays;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Insert of Guttman's paper (SIGMOD 1984, section 3.2): ChooseLeaf, SplitNode, AdjustTree.
 *
 * <p>Each node on the way is read once. A full node stays pinned until it is known whether it must
 * be split; once a node has room, those above it will not be split and are given back, so that in
 * most insertions nothing is pinned when nodes change. AdjustTree needs no node: a parent's entry
 * is the child's exact bound, and becomes its union with the new rectangle.
 *
 * <p>Arrays are indexed by level and reused; an insertion allocates nothing.
 */
final class Insertion {
  private final RTreeConfig config;
  private final SplitAlgorithm split;
  private final EntryList overflow;
  private final EntryList rootEntries = new EntryList(RTree.WORDS, 2);
  private final long[] node = new long[SpatialTree.MAX_HEIGHT + 1];
  private final double[] bounds = new double[4 * (SpatialTree.MAX_HEIGHT + 1)];
  private final NodeView[] full = new NodeView[SpatialTree.MAX_HEIGHT + 1];
  private final long[] oldHalf = new long[RTree.WORDS];
  private final long[] newHalf = new long[RTree.WORDS];
  private final SubtreeChooser chooser;
  private NodeOperation operation;
  private int fullTop;
  private long leafSplits;
  private long internalSplits;

  Insertion(RTreeConfig config) {
    this.config = config;
    this.split = SplitAlgorithms.named(config.split());
    this.chooser = new SubtreeChooser(config.nodeCapacity());
    this.overflow =
        new EntryList(RTree.WORDS, Math.max(config.leafCapacity(), config.nodeCapacity()) + 1);
  }

  /** Leaves split since the object was made, those of undone operations included. */
  long leafSplits() {
    return leafSplits;
  }

  /** Internal nodes split since the object was made, those of undone operations included. */
  long internalSplits() {
    return internalSplits;
  }

  /** Takes back figures, after an operation that was undone. */
  void resetSplits(long leaf, long internal) {
    leafSplits = leaf;
    internalSplits = internal;
  }

  /**
   * Puts an entry into a node of a level, 0 to the tree's height.
   *
   * @param entry five words: the id of an object or of a node one level below, and its rectangle
   */
  void insert(NodeOperation openOperation, long[] entry, int level) {
    operation = openOperation;
    fullTop = -1;
    int height = SpatialTree.checkedHeight(operation);
    Arrays.fill(full, 0, height + 1, null); // what a failed operation left
    node[height] = operation.root();
    for (int at = height; at > level; at--) {
      chooseSubtree(at, entry);
    }
    if (hasRoom(level)) {
      releaseFull(level + 1, fullTop);
      operation.add(node[level], level, entry);
      adjust(level, height, entry);
    } else {
      splitUpward(level, height, entry);
    }
    operation = null;
  }

  /** Reads the node of a level and notes the child that needs least enlargement (ties: area). */
  private void chooseSubtree(int level, long[] entry) {
    NodeView view = operation.read(node[level], level);
    RTree.requireEntries(view);
    keepIfFull(view, level);
    int best = chooser.leastEnlarged(view, entry);
    node[level - 1] = view.word(0, best);
    for (int i = 0; i < 4; i++) {
      bounds[4 * (level - 1) + i] = view.real(1 + i, best);
    }
    if (full[level] != view) {
      operation.release(view);
    }
  }

  /** Keeps a full node for its split; a node with room lets go of those kept above it. */
  private void keepIfFull(NodeView view, int level) {
    if (view.count() >= config.capacity(level)) {
      fullTop = Math.max(fullTop, level);
      full[level] = view;
    } else {
      releaseFull(level + 1, fullTop);
      fullTop = -1;
    }
  }

  private void releaseFull(int from, int to) {
    for (int level = from; level <= to; level++) {
      operation.release(full[level]);
      full[level] = null;
    }
  }

  /** Whether the target node takes one more entry; if not, it is read and kept. */
  private boolean hasRoom(int level) {
    full[level] = null;
    boolean known = level == 0 && config.blind();
    if (known && operation.entryCount(node[level], level) < config.capacity(level)) {
      return true;
    }
    NodeView view = operation.read(node[level], level);
    if (view.count() < config.capacity(level)) {
      operation.release(view);
      return true;
    }
    full[level] = view;
    return false;
  }

  /** AdjustTree without splits: parents' entries grow, up to the first that need not. */
  private void adjust(int from, int height, long[] entry) {
    for (int level = from; level < height; level++) {
      if (!grow(level, entry)) {
        return;
      }
      oldHalf[0] = node[level];
      for (int i = 0; i < 4; i++) {
        oldHalf[1 + i] = Double.doubleToRawLongBits(bounds[4 * level + i]);
      }
      operation.change(node[level + 1], level + 1, oldHalf);
    }
  }

  /** Enlarges the bound of the node of a level by an entry's rectangle; whether it changed. */
  private boolean grow(int level, long[] entry) {
    int at = 4 * level;
    double minX = Double.longBitsToDouble(entry[1]);
    double minY = Double.longBitsToDouble(entry[2]);
    double maxX = Double.longBitsToDouble(entry[3]);
    double maxY = Double.longBitsToDouble(entry[4]);
    if (Rectangles.covers(
        bounds[at], bounds[at + 1], bounds[at + 2], bounds[at + 3], minX, minY, maxX, maxY)) {
      return false;
    }
    bounds[at] = Math.min(bounds[at], minX);
    bounds[at + 1] = Math.min(bounds[at + 1], minY);
    bounds[at + 2] = Math.max(bounds[at + 2], maxX);
    bounds[at + 3] = Math.max(bounds[at + 3], maxY);
    return true;
  }

  /** Splits the full node of a level and, as far as they are full, those above it. */
  private void splitUpward(int from, int height, long[] entry) {
    loadOverflow(from);
    overflow.add(entry, 0);
    int level = from;
    while (true) {
      splitNode(level);
      if (level == height) {
        growRoot(height);
        return;
      }
      if (full[level + 1] == null) {
        operation.change(node[level + 1], level + 1, oldHalf);
        operation.add(node[level + 1], level + 1, newHalf);
        adjust(level + 1, height, entry);
        return;
      }
      level++;
      loadOverflow(level);
      System.arraycopy(
          oldHalf, 0, overflow.words(), overflow.indexOf(oldHalf[0]) * RTree.WORDS, RTree.WORDS);
      overflow.add(newHalf, 0);
    }
  }

  private void loadOverflow(int level) {
    overflow.clear();
    overflow.addAll(full[level]);
    operation.release(full[level]);
    full[level] = null;
  }

  /** Divides {@code overflow}: the old node keeps group 1, a new one gets group 2. */
  private void splitNode(int level) {
    int first = split.partition(overflow, config.minimum(level));
    int count = overflow.count();
    operation.replace(node[level], level, null, overflow, 0, first);
    oldHalf[0] = node[level];
    newHalf[0] = operation.create(level, null, overflow, first, count);
    Bounds.of(overflow, 0, first, oldHalf, 1);
    Bounds.of(overflow, first, count, newHalf, 1);
    if (level == 0) {
      leafSplits++;
    } else {
      internalSplits++;
    }
  }

  /** A new root, with a new id, above the halves of the old one. */
  private void growRoot(int height) {
    rootEntries.clear();
    rootEntries.add(oldHalf, 0);
    rootEntries.add(newHalf, 0);
    operation.root(operation.create(height + 1, null, rootEntries, 0, 2), height + 1);
  }
}
