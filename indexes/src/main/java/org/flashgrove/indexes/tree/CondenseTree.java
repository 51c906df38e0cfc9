package org.flashgrove.indexes.tree;

import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;

/**
 * Deletion by the algorithm Delete of Guttman (SIGMOD 1984, section 3.3), for trees whose entries
 * are an id and a rectangle. The algorithm consists of FindLeaf, CondenseTree with reinsertion, and
 * the shrinking of the root.
 *
 * <p>Nodes on the path to the leaf are copied, so no node is pinned while nodes change. Nodes below
 * their minimum are dissolved. Their entries are reinserted at their own level, highest level
 * first.
 *
 * <p>Last, as long as the root is an internal node with a single entry, its child becomes the root.
 * If this happened before the reinsertion, the tree could be too low for entries of high levels.
 */
public final class CondenseTree {
  private static final int WORDS = 5;
  private static final int UPPER = 3; // index of the word maxX

  /** Change that the parent's entry for a node needs after the node was processed. */
  private enum Step {
    NOTHING,
    REMOVE,
    CHANGE
  }

  /** Reusable copy of a node on the path to the leaf. */
  public interface NodeCopy {
    /** Copies a node. The operation reads the node. */
    void load(NodeOperation operation, long nodeId, int level);

    /** Returns the id that the node has in its parent's entry. */
    long nodeId();

    /** Returns the entries of the copy. */
    EntryList entries();

    /**
     * Returns whether this node is dissolved. The deletion asks this only for nodes below their
     * minimum.
     *
     * @param lost whether an entry of the node was removed; if false, an entry has changed
     */
    boolean isDissolved(boolean lost);

    /** Removes an entry from this copy of a node, and from the node itself by {@code operation}. */
    void remove(NodeOperation operation, int index, long[] entry);

    /** Writes a changed entry of this copy of a node to the node itself by {@code operation}. */
    void change(NodeOperation operation, int index, long[] entry);
  }

  /** Inserts the entries of dissolved nodes again. */
  public interface Reinsertion {
    /** Starts the reinsertions that one deletion causes. */
    void begin(NodeOperation operation);

    /** Inserts an entry into a node of a level. */
    void insert(long[] entry, int level);
  }

  private final NodeFill fill;
  private final Predicate<NodeView> goesOn;
  private final Reinsertion reinsertion;
  private final IntFunction<NodeCopy> copies;
  private final NodeCopy[] path = new NodeCopy[SpatialTree.MAX_HEIGHT + 1];
  private final int[] taken = new int[SpatialTree.MAX_HEIGHT + 1];
  private final boolean[] dissolved = new boolean[SpatialTree.MAX_HEIGHT + 1];
  private final long[] changed = new long[WORDS];
  private final long[] again = new long[WORDS];
  private NodeOperation operation;

  /**
   * Creates the deletion for a kind of tree.
   *
   * @param copies creates the copy of a node at a level
   * @param goesOn tests whether a node has overflow nodes; a root with overflow nodes does not
   *     shrink
   */
  public CondenseTree(
      NodeFill fill,
      IntFunction<NodeCopy> copies,
      Predicate<NodeView> goesOn,
      Reinsertion reinsertion) {
    this.fill = fill;
    this.copies = copies;
    this.goesOn = goesOn;
    this.reinsertion = reinsertion;
  }

  /**
   * Removes an entry from the tree. Returns false and changes nothing if the entry does not exist.
   *
   * @param entry id and rectangle, compared bit by bit
   */
  public boolean delete(NodeOperation openOperation, long[] entry) {
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

  /** Runs FindLeaf, depth first. The path is then in {@code path} and {@code taken}. */
  private boolean findLeaf(long nodeId, int level, long[] entry) {
    if (path[level] == null) {
      path[level] = copies.apply(level);
    }
    path[level].load(operation, nodeId, level);
    dissolved[level] = false;
    EntryList entries = path[level].entries();
    for (int i = 0; i < entries.count(); i++) {
      if (level == 0 ? entries.holds(i, entry) : Bounds.covers(entries, i, entry)) {
        taken[level] = i;
        if (level == 0 || findLeaf(entries.word(i, 0), level - 1, entry)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Runs CondenseTree from the leaf upwards. Stops at the first node whose entry in its parent need
   * not change.
   */
  private void condense(int height) {
    Step step = Step.REMOVE;
    for (int level = 0; level <= height && step != Step.NOTHING; level++) {
      step = step == Step.REMOVE ? remove(level, height) : change(level, height);
    }
  }

  /**
   * Removes from the node at a level its entry on the path. Returns the change that the parent's
   * entry needs.
   */
  private Step remove(int level, int height) {
    NodeCopy node = path[level];
    EntryList entries = node.entries();
    if (isTooFew(entries.count() - 1, level, height) && node.isDissolved(true)) {
      entries.remove(taken[level]);
      return dissolve(level, height);
    }
    System.arraycopy(entries.words(), taken[level] * WORDS, changed, 0, WORDS);
    node.remove(operation, taken[level], changed);
    return above(level, height);
  }

  /**
   * Writes the new rectangle of a child, which is in {@code changed}, to the node at a level.
   * Returns the change that the parent's entry needs.
   */
  private Step change(int level, int height) {
    NodeCopy node = path[level];
    EntryList entries = node.entries();
    System.arraycopy(changed, 0, entries.words(), taken[level] * WORDS, WORDS);
    if (isTooFew(entries.count(), level, height) && node.isDissolved(false)) {
      return dissolve(level, height);
    }
    node.change(operation, taken[level], changed);
    return above(level, height);
  }

  private boolean isTooFew(int count, int level, int height) {
    return level < height ? count < fill.minimum(level) : level > 0 && count == 0;
  }

  private Step dissolve(int level, int height) {
    operation.delete(path[level].nodeId(), level);
    if (level == height) {
      replaceEmptyRoot(height);
      return Step.NOTHING;
    }
    dissolved[level] = true;
    return Step.REMOVE;
  }

  /**
   * Returns how the parent's entry of a node must change. Stores the new entry, if there is one, in
   * {@code changed}.
   */
  private Step above(int level, int height) {
    if (level == height) {
      return Step.NOTHING;
    }
    EntryList entries = path[level].entries();
    changed[0] = path[level].nodeId();
    Bounds.of(entries, 0, entries.count(), UPPER, changed, 1);
    return path[level + 1].entries().holds(taken[level + 1], changed) ? Step.NOTHING : Step.CHANGE;
  }

  /**
   * Replaces a root whose children were all dissolved. The highest dissolved node with entries
   * becomes the root, because a lower tree could not take its entries. If no dissolved node has
   * entries, the root becomes an empty leaf.
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
    reinsertion.begin(operation);
    for (int level = height - 1; level >= 0; level--) {
      if (dissolved[level]) {
        EntryList entries = path[level].entries();
        for (int i = 0; i < entries.count(); i++) {
          System.arraycopy(entries.words(), i * WORDS, again, 0, WORDS);
          reinsertion.insert(again, level);
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
      boolean single = root.count() == 1 && !goesOn.test(root);
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
