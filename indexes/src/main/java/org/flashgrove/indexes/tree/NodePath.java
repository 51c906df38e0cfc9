package org.flashgrove.indexes.tree;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;

/**
 * Path from the root to a node. For each level it stores the id of the node and the node's slot and
 * entry in its parent, and, while the node is pinned, the node itself. Reused from operation to
 * operation.
 */
public final class NodePath {
  private final int entryWords;
  private final long[] node = new long[SpatialTree.MAX_HEIGHT + 1];
  private final int[] slot = new int[SpatialTree.MAX_HEIGHT + 1];
  private final NodeView[] view = new NodeView[SpatialTree.MAX_HEIGHT + 1];
  private final long[] entries;
  private NodeOperation operation;
  private int height;

  /** Creates a path through internal nodes whose entries have {@code entryWords} words. */
  public NodePath(int entryWords) {
    this.entryWords = entryWords;
    entries = new long[entryWords * (SpatialTree.MAX_HEIGHT + 1)];
  }

  /** Starts a path at the root. */
  public void start(NodeOperation openOperation) {
    operation = openOperation;
    height = SpatialTree.checkedHeight(operation);
    node[height] = operation.root();
    Arrays.fill(view, null);
  }

  /** Returns the operation that {@link #start} received. */
  public NodeOperation operation() {
    return operation;
  }

  /** Returns the root's level. */
  public int height() {
    return height;
  }

  /** Reads the node of a level and pins it until {@link #release}. */
  public NodeView read(int level) {
    view[level] = operation.read(node[level], level);
    if (level > 0) {
      requireEntries(view[level]);
    }
    return view[level];
  }

  /**
   * Checks that an internal node has entries.
   *
   * @throws DamagedStoreException if it has none; the message names the node
   */
  public static void requireEntries(NodeView node) {
    if (node.count() < 1) {
      throw new DamagedStoreException(
          "tree", "page " + node.nodeId(), "internal node of level " + node.level() + " is empty");
    }
  }

  /**
   * Extends the path to a child of the pinned node at a level.
   *
   * @param childSlot slot of the child in this node
   */
  public void step(int level, int childSlot) {
    slot[level - 1] = childSlot;
    int at = entryAt(level - 1);
    view[level].copyEntry(childSlot, entries, at);
    node[level - 1] = entries[at];
  }

  /** Returns the id of the node at a level. */
  public long node(int level) {
    return node[level];
  }

  /** Returns the slot, in the parent, of the node at a level. */
  public int slot(int level) {
    return slot[level];
  }

  /** Returns the node at a level, which {@link #read} pinned. */
  public NodeView view(int level) {
    return view[level];
  }

  /**
   * Returns an array with the entry that each node of the path has in its parent. The entry of the
   * node at a level starts at {@link #entryAt}.
   */
  public long[] entries() {
    return entries;
  }

  /**
   * Returns the index in {@link #entries} at which the parent's entry of the node at a level
   * starts.
   */
  public int entryAt(int level) {
    return entryWords * level;
  }

  /**
   * Returns whether the leaf has fewer than {@code capacity} entries. Reads the leaf unless the
   * insertion is blind and the count in memory, which is never too low, answers the question.
   */
  public boolean leafHasRoom(int capacity, boolean blind) {
    return blind && operation.entryCount(node[0], 0) < capacity || read(0).count() < capacity;
  }

  /**
   * Writes the differences between the entries of the pinned node at a level and its new entries.
   * The order of the entries is the same. A leaf's entries have no words that can change.
   *
   * @param own the new entries
   */
  public void writeChanges(int level, EntryList own) {
    NodeView was = view[level];
    int words = own.stride();
    int identityWords = level == 0 ? words : 1;
    long[] entry = new long[words];
    int kept = 0;
    for (int at = 0; at < was.count(); at++) {
      was.copyEntry(at, entry, 0);
      int first = kept * words;
      if (kept == own.count() || !isSame(own.words(), first, entry, identityWords)) {
        operation.remove(node[level], level, entry);
        continue;
      }
      if (!isSame(own.words(), first, entry, words)) {
        System.arraycopy(own.words(), first, entry, 0, words);
        operation.change(node[level], level, entry);
      }
      kept++;
    }
  }

  private static boolean isSame(long[] words, int at, long[] entry, int count) {
    return Arrays.equals(words, at, at + count, entry, 0, count);
  }

  /** Releases the node at a level if it is pinned. */
  public void release(int level) {
    NodeView held = view[level];
    if (held != null) {
      view[level] = null;
      operation.release(held);
    }
  }

  /** Releases all pinned nodes and drops the reference to the operation. */
  public void releaseAll() {
    for (int level = 0; level <= height; level++) {
      release(level);
    }
  }
}
