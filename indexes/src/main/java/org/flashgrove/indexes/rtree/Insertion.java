package org.flashgrove.indexes.rtree;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.split.SplitAlgorithm;
import org.flashgrove.indexes.tree.Bounds;
import org.flashgrove.indexes.tree.CondenseTree;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.SplitCount;

/**
 * Insertion of the R-tree (Guttman, SIGMOD 1984, section 3.2: ChooseLeaf, SplitNode, AdjustTree)
 * and of the R*-tree (Beckmann et al., SIGMOD 1990, section 4: ChooseSubtree, OverflowTreatment,
 * ReInsert). The two trees differ only in the strategies that are passed to this class.
 *
 * <p>Each node on the path is read once and stays pinned until the leaf is known to have room. If
 * the leaf has room, no node is pinned while nodes change. AdjustTree reads no node. A parent's
 * entry has the exact bounding rectangle of the child, and the insertion extends it by the new
 * rectangle. When entries are removed for reinsertion, bounding rectangles shrink. To compute them,
 * the insertion needs the pinned nodes above.
 *
 * <p>Arrays are indexed by level and reused, so an insertion allocates nothing. Reinsertion calls
 * {@link #insert} again, for at most one node per level. These calls overwrite the path, which is
 * not used afterwards.
 */
final class Insertion implements CondenseTree.Reinsertion {
  private final NodeFill fill;
  private final boolean blind;
  private final SubtreeChooser chooser;
  private final SplitAlgorithm split;
  private final ForcedReinsertion reinsertion;
  private final SplitCount counts;
  private final EntryList overflow;
  private final EntryList rootEntries = new EntryList(RTree.WORDS, 2);
  private final long[] node = new long[SpatialTree.MAX_HEIGHT + 1];
  private final int[] slots = new int[SpatialTree.MAX_HEIGHT + 1];
  private final double[] bounds = new double[4 * (SpatialTree.MAX_HEIGHT + 1)];
  private final NodeView[] views = new NodeView[SpatialTree.MAX_HEIGHT + 1];
  private final long[][] again = new long[SpatialTree.MAX_HEIGHT + 1][];
  private final long[] oldHalf = new long[RTree.WORDS];
  private final long[] newHalf = new long[RTree.WORDS];
  private NodeOperation operation;

  Insertion(
      NodeFill fill,
      boolean blind,
      SubtreeChooser chooser,
      SplitAlgorithm split,
      ForcedReinsertion reinsertion,
      SplitCount counts) {
    this.fill = fill;
    this.blind = blind;
    this.chooser = chooser;
    this.split = split;
    this.reinsertion = reinsertion;
    this.counts = counts;
    this.overflow =
        new EntryList(RTree.WORDS, Math.max(fill.leafCapacity(), fill.nodeCapacity()) + 1);
  }

  /**
   * Starts the insertion or deletion of an object. The following calls of {@link #insert} are part
   * of it.
   */
  @Override
  public void begin(NodeOperation openOperation) {
    operation = openOperation;
    Arrays.fill(views, null); // discards what a failed operation left
    reinsertion.begin();
  }

  /**
   * Inserts an entry into a node of a level, from 0 to the tree's height.
   *
   * @param entry five words: the id of an object or of a node one level below, and its rectangle
   */
  @Override
  public void insert(long[] entry, int level) {
    int height = SpatialTree.checkedHeight(operation);
    node[height] = operation.root();
    for (int at = height; at > level; at--) {
      chooseSubtree(at, entry);
    }
    if (hasRoom(level)) {
      release(level + 1, height);
      operation.add(node[level], level, entry);
      adjust(level, height, entry);
    } else {
      treatOverflow(level, height, entry);
    }
  }

  /** Reads the node on the path at a level, and selects the child for the entry. */
  private void chooseSubtree(int level, long[] entry) {
    NodeView view = operation.read(node[level], level);
    views[level] = view;
    NodePath.requireEntries(view);
    int best = chooser.choose(view, entry);
    slots[level] = best;
    node[level - 1] = view.word(0, best);
    for (int i = 0; i < 4; i++) {
      bounds[4 * (level - 1) + i] = view.real(1 + i, best);
    }
  }

  private void release(int from, int to) {
    for (int level = from; level <= to; level++) {
      operation.release(views[level]);
      views[level] = null;
    }
  }

  /**
   * Returns whether the node on the path at a level has room for an entry. Before it returns false,
   * it reads the node and leaves it pinned.
   */
  private boolean hasRoom(int level) {
    int capacity = fill.capacity(level);
    if (level == 0 && blind && operation.entryCount(node[level], level) < capacity) {
      return true;
    }
    NodeView view = operation.read(node[level], level);
    if (view.count() < capacity) {
      operation.release(view);
      return true;
    }
    views[level] = view;
    return false;
  }

  /**
   * Runs AdjustTree without splits. Extends the parents' rectangles from level {@code from}
   * upwards, and stops at the first rectangle that need not grow.
   */
  private void adjust(int from, int height, long[] entry) {
    for (int level = from; level < height; level++) {
      if (!Bounds.grow(bounds, 4 * level, entry)) {
        return;
      }
      changeParent(level);
    }
  }

  /** Writes the bounding rectangle of the node on the path at a level to its parent. */
  private void changeParent(int level) {
    oldHalf[0] = node[level];
    for (int i = 0; i < 4; i++) {
      oldHalf[1 + i] = Double.doubleToRawLongBits(bounds[4 * level + i]);
    }
    operation.change(node[level + 1], level + 1, oldHalf);
  }

  /**
   * Runs OverflowTreatment: splits the full node at level {@code from}, and then each ancestor that
   * has no room for the new node. If one of these nodes reinserts entries, the insertion ends
   * there.
   */
  private void treatOverflow(int from, int height, long[] entry) {
    int level = from;
    loadOverflow(level);
    overflow.add(entry, 0);
    while (level == height || !reinsertion.due(level, overflow.count())) {
      splitNode(level);
      if (level == height) {
        growRoot(height);
        return;
      }
      if (views[level + 1].count() < fill.capacity(level + 1)) {
        release(level + 1, height);
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
    reinsert(level, height);
  }

  private void loadOverflow(int level) {
    overflow.clear();
    overflow.addAll(views[level]);
    release(level, level);
  }

  /**
   * Splits the entries in {@code overflow}. The old node keeps group 1 of the split, and a new node
   * gets group 2.
   */
  private void splitNode(int level) {
    int first = split.partition(overflow, fill.minimum(level));
    int count = overflow.count();
    operation.replace(node[level], level, null, overflow, 0, first);
    oldHalf[0] = node[level];
    newHalf[0] = operation.create(level, null, overflow, first, count);
    Bounds.of(overflow, 0, first, 3, oldHalf, 1);
    Bounds.of(overflow, first, count, 3, newHalf, 1);
    counts.split(level);
  }

  /** Creates a new root above the two nodes into which the old root was split. */
  private void growRoot(int height) {
    rootEntries.clear();
    rootEntries.add(oldHalf, 0);
    rootEntries.add(newHalf, 0);
    operation.root(operation.create(height + 1, null, rootEntries, 0, 2), height + 1);
  }

  /**
   * Runs ReInsert. Removes entries from the node, shrinks its rectangle and those of its ancestors,
   * and then reinserts the removed entries.
   */
  private void reinsert(int level, int height) {
    EntryList out = reinsertion.take(overflow, level);
    counts.reinsertion();
    operation.replace(node[level], level, null, overflow, 0, overflow.count());
    tighten(level, height);
    if (again[level] == null) {
      again[level] = new long[RTree.WORDS];
    }
    for (int i = 0; i < out.count(); i++) {
      System.arraycopy(out.words(), i * RTree.WORDS, again[level], 0, RTree.WORDS);
      insert(again[level], level);
    }
  }

  /**
   * Corrects the parents' rectangles from level {@code from} upwards. The entries of the node at
   * this level are in {@code overflow}.
   */
  private void tighten(int from, int height) {
    Bounds.of(overflow, 0, overflow.count(), 3, newHalf, 1);
    int level = from;
    while (level < height && moveBound(level)) {
      level++;
      if (level < height) {
        boundOfParent(level);
      }
    }
    release(from + 1, height);
    for (int at = from; at < level; at++) {
      changeParent(at);
    }
  }

  /**
   * Sets the stored rectangle of the node at a level to the rectangle in {@code newHalf}. Returns
   * whether it changed.
   */
  private boolean moveBound(int level) {
    boolean moved = false;
    for (int i = 0; i < 4; i++) {
      double side = Double.longBitsToDouble(newHalf[1 + i]);
      moved |= side != bounds[4 * level + i];
      bounds[4 * level + i] = side;
    }
    return moved;
  }

  /**
   * Computes the bounding rectangle of a pinned node after the rectangle of one of its children
   * changed. Stores the result in {@code newHalf}.
   */
  private void boundOfParent(int level) {
    NodeView view = views[level];
    int child = 4 * (level - 1);
    double minX = bounds[child];
    double minY = bounds[child + 1];
    double maxX = bounds[child + 2];
    double maxY = bounds[child + 3];
    for (int slot = 0; slot < view.count(); slot++) {
      if (slot != slots[level]) {
        minX = Math.min(minX, view.real(1, slot));
        minY = Math.min(minY, view.real(2, slot));
        maxX = Math.max(maxX, view.real(3, slot));
        maxY = Math.max(maxY, view.real(4, slot));
      }
    }
    newHalf[1] = Double.doubleToRawLongBits(minX);
    newHalf[2] = Double.doubleToRawLongBits(minY);
    newHalf[3] = Double.doubleToRawLongBits(maxX);
    newHalf[4] = Double.doubleToRawLongBits(maxY);
  }
}
