package org.flashgrove.indexes.rtree;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.Bounds;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * Delete of Guttman's paper (SIGMOD 1984, section 3.3): FindLeaf, CondenseTree with reinsertion,
 * shrinking of the root.
 *
 * <p>Nodes on the way to the leaf are copied, so that nothing is pinned while nodes change. Nodes
 * below their minimum are dissolved; their entries are inserted again at their own level, those of
 * the highest level first (last eliminated first). The root shrinks afterwards, as long as it is an
 * internal node with a single entry: before, the tree might be too low for the entries.
 *
 * <p>In an R*-tree the entries inserted again may force reinsertions of others, once per level and
 * deletion (the paper is silent about deletions).
 */
final class Deletion {
  /** Marks that a node on the path stays as it is. */
  private static final int NOTHING = 0;

  private static final int REMOVE = 1;
  private static final int CHANGE = 2;

  private final NodeFill fill;
  private final Insertion insertion;
  private final EntryList[] path = new EntryList[SpatialTree.MAX_HEIGHT + 1];
  private final long[] node = new long[SpatialTree.MAX_HEIGHT + 1];
  private final int[] taken = new int[SpatialTree.MAX_HEIGHT + 1];
  private final boolean[] dissolved = new boolean[SpatialTree.MAX_HEIGHT + 1];
  private final long[] changed = new long[RTree.WORDS];
  private final long[] again = new long[RTree.WORDS];
  private NodeOperation operation;

  Deletion(NodeFill fill, Insertion insertion) {
    this.fill = fill;
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
    if (height > 0 && path[height].count() < 2) {
      shrinkRoot();
    }
    operation = null;
    return true;
  }

  /** FindLeaf, depth first; leaves the way in {@code path}, {@code node} and {@code taken}. */
  private boolean findLeaf(long nodeId, int level, long[] entry) {
    if (path[level] == null) {
      path[level] = new EntryList(RTree.WORDS, fill.capacity(level) + 1);
    }
    EntryList entries = path[level];
    NodeView view = operation.read(nodeId, level);
    entries.clear();
    entries.addAll(view);
    operation.release(view);
    node[level] = nodeId;
    dissolved[level] = false;
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
    for (int word = 0; word < RTree.WORDS; word++) {
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
      EntryList entries = path[level];
      int at = taken[level] * RTree.WORDS;
      if (todo == REMOVE) {
        System.arraycopy(entries.words(), at, changed, 0, RTree.WORDS);
        entries.remove(taken[level]);
      } else {
        System.arraycopy(changed, 0, entries.words(), at, RTree.WORDS);
      }
      if (level < height && entries.count() < fill.minimum(level)) {
        operation.delete(node[level], level);
        dissolved[level] = true;
        todo = REMOVE;
      } else if (level == height && level > 0 && entries.count() == 0) {
        operation.delete(node[level], level);
        replaceEmptyRoot(height);
        return;
      } else {
        apply(todo, level);
        todo = level < height && boundMoved(level) ? CHANGE : NOTHING;
      }
    }
  }

  private void apply(int todo, int level) {
    if (todo == REMOVE) {
      operation.remove(node[level], level, changed);
    } else {
      operation.change(node[level], level, changed);
    }
  }

  /** Whether the node's bound is not what the parent says; leaves the right entry to change. */
  private boolean boundMoved(int level) {
    changed[0] = node[level];
    Bounds.of(path[level], 0, path[level].count(), 3, changed, 1);
    return !isEntry(path[level + 1], taken[level + 1], changed);
  }

  /**
   * All children of the root were dissolved: the highest dissolved node that has entries becomes
   * the root, since a lower tree could not take them; in the end an empty leaf.
   */
  private void replaceEmptyRoot(int height) {
    int level = height - 1;
    while (level > 0 && path[level].count() == 0) {
      level--;
    }
    EntryList entries = path[level];
    operation.root(operation.create(level, null, entries, 0, entries.count()), level);
    dissolved[level] = false;
  }

  private void reinsert(int height) {
    insertion.begin(operation);
    for (int level = height - 1; level >= 0; level--) {
      if (dissolved[level]) {
        EntryList entries = path[level];
        for (int i = 0; i < entries.count(); i++) {
          System.arraycopy(entries.words(), i * RTree.WORDS, again, 0, RTree.WORDS);
          insertion.insert(again, level);
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
      boolean single = root.count() == 1;
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
