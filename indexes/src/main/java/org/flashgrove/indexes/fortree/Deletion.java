package org.flashgrove.indexes.fortree;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.chain.OverflowLink;
import org.flashgrove.indexes.tree.Bounds;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Delete of the FOR-tree: FindLeaf over nodes and their overflow nodes; a primary node that falls
 * below its minimum is refilled from its newest overflow nodes, and dissolved as in Guttman's
 * CondenseTree (SIGMOD 1984, section 3.3) if it has none. The root shrinks in the end.
 *
 * <p>Judgment, since what the paper says is known from FESTIval alone, whose way (a merge-back of
 * the rest) may leave an entry in no node: overflow nodes stay what they are, those that are empty
 * are deleted, and none is turned into a sibling by a deletion.
 */
final class Deletion {
  private static final int NOTHING = 0; // a node on the path stays as it is
  private static final int REMOVE = 1;
  private static final int CHANGE = 2;

  private final NodeFill fill;
  private final OverflowTable table;
  private final AccessCounts accesses;
  private final Insertion insertion;
  private final ChainedNode[] path = new ChainedNode[SpatialTree.MAX_HEIGHT + 1];
  private final int[] taken = new int[SpatialTree.MAX_HEIGHT + 1];
  private final boolean[] dissolved = new boolean[SpatialTree.MAX_HEIGHT + 1];
  private final long[] changed = new long[ForTree.WORDS];
  private NodeOperation operation;

  Deletion(NodeFill fill, OverflowTable table, AccessCounts accesses, Insertion insertion) {
    this.fill = fill;
    this.table = table;
    this.accesses = accesses;
    this.insertion = insertion;
  }

  /**
   * Takes an entry out of the tree; whether it was there. If not, nothing is changed.
   *
   * @param entry id and rectangle, matched bit by bit
   */
  boolean delete(NodeOperation openOperation, long[] entry) {
    operation = openOperation;
    int height = SpatialTree.checkedHeight(operation);
    if (!findLeaf(operation.root(), height, entry)) {
      return false;
    }
    condense(height);
    reinsert(height);
    if (height > 0 && path[height].entries().count() < 2) {
      shrinkRoot();
    }
    operation = null;
    return true;
  }

  /** FindLeaf, depth first; leaves the way in {@code path} and {@code taken}. */
  private boolean findLeaf(long nodeId, int level, long[] entry) {
    if (path[level] == null) {
      path[level] = new ChainedNode(fill.capacity(level));
    }
    ChainedNode node = path[level];
    node.load(operation, table, nodeId, level);
    if (level > 0 && node.count() > 1) {
      accesses.add(nodeId);
    }
    dissolved[level] = false;
    EntryList entries = node.entries();
    for (int i = 0; i < entries.count(); i++) {
      if (level == 0 ? isEntry(entries, i, entry) : covers(entries, i, entry)) {
        taken[level] = i;
        if (level == 0 || findLeaf(entries.word(i, 0), level - 1, entry)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isEntry(EntryList entries, int index, long[] entry) {
    for (int word = 0; word < ForTree.WORDS; word++) {
      if (entries.word(index, word) != entry[word]) {
        return false;
      }
    }
    return true;
  }

  private static boolean covers(EntryList entries, int index, long[] entry) {
    return Rectangles.covers(
        entries.real(index, 1),
        entries.real(index, 2),
        entries.real(index, 3),
        entries.real(index, 4),
        Double.longBitsToDouble(entry[1]),
        Double.longBitsToDouble(entry[2]),
        Double.longBitsToDouble(entry[3]),
        Double.longBitsToDouble(entry[4]));
  }

  /** CondenseTree: from the leaf up, as long as there is something to do. */
  private void condense(int height) {
    int todo = REMOVE;
    for (int level = 0; level <= height && todo != NOTHING; level++) {
      todo = todo == REMOVE ? remove(level, height) : change(level, height);
    }
  }

  /** Takes the noted entry out of the node of a level; what is to be done above. */
  private int remove(int level, int height) {
    ChainedNode node = path[level];
    int rest = node.entries().count() - 1;
    boolean alone = node.count() == 1;
    boolean tooFew = level < height ? rest < fill.minimum(level) : level > 0 && rest == 0;
    if (alone && tooFew) {
      node.entries().remove(taken[level]);
      operation.delete(node.primary(), level);
      dissolved[level] = level < height;
      if (level == height) {
        replaceEmptyRoot(height);
        return NOTHING;
      }
      return REMOVE;
    }
    System.arraycopy(
        node.entries().words(), taken[level] * ForTree.WORDS, changed, 0, ForTree.WORDS);
    node.remove(operation, table, taken[level], changed, fill.minimum(level));
    if (!alone && node.count() == 1) {
      accesses.forget(node.primary());
    }
    return level < height && boundMoved(level) ? CHANGE : NOTHING;
  }

  /** Changes the noted entry of the node of a level to the bound of the node below. */
  private int change(int level, int height) {
    ChainedNode node = path[level];
    System.arraycopy(
        changed, 0, node.entries().words(), taken[level] * ForTree.WORDS, ForTree.WORDS);
    operation.change(node.node(node.nodeOf(taken[level])), level, changed);
    return level < height && boundMoved(level) ? CHANGE : NOTHING;
  }

  /** Whether the node's bound is not what the parent says; leaves the right entry to change. */
  private boolean boundMoved(int level) {
    EntryList entries = path[level].entries();
    changed[0] = path[level].primary();
    Bounds.of(entries, 0, entries.count(), 3, changed, 1);
    return !isEntry(path[level + 1].entries(), taken[level + 1], changed);
  }

  /**
   * All children of the root were dissolved: the highest dissolved node that has entries becomes
   * the root, since a lower tree could not take them; in the end an empty leaf.
   */
  private void replaceEmptyRoot(int height) {
    int level = height - 1;
    while (level > 0 && path[level].entries().count() == 0) {
      level--;
    }
    EntryList entries = path[level].entries();
    operation.root(operation.create(level, null, entries, 0, entries.count()), level);
    dissolved[level] = false;
  }

  private void reinsert(int height) {
    insertion.begin(operation);
    for (int level = height - 1; level >= 0; level--) {
      if (dissolved[level]) {
        EntryList entries = path[level].entries();
        for (int i = 0; i < entries.count(); i++) {
          System.arraycopy(entries.words(), i * ForTree.WORDS, changed, 0, ForTree.WORDS);
          insertion.insert(changed, level);
        }
      }
    }
  }

  private void shrinkRoot() {
    int level = operation.height();
    while (level > 0 && operation.entryCount(operation.root(), level) < 2) {
      NodeView root = operation.read(operation.root(), level);
      NodePath.requireEntries(root);
      long child = root.word(0, 0);
      boolean single = root.count() == 1 && !OverflowLink.goesOn(root);
      operation.release(root);
      if (!single) {
        return;
      }
      operation.delete(operation.root(), level);
      level--;
      operation.root(child, level);
    }
  }
}
