package org.flashgrove.indexes.tree;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;

/**
 * The way from the root to a node: by level, the node, its slot in its parent, its parent's entry
 * of it, and its image while it is held. Reused from operation to operation.
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

  /** Starts at the root. */
  public void start(NodeOperation openOperation) {
    operation = openOperation;
    height = SpatialTree.checkedHeight(operation);
    node[height] = operation.root();
    Arrays.fill(view, null);
  }

  /** Returns the operation. */
  public NodeOperation operation() {
    return operation;
  }

  /** Returns the root's level. */
  public int height() {
    return height;
  }

  /** Reads the node of a level and holds it until {@link #release}. */
  public NodeView read(int level) {
    view[level] = operation.read(node[level], level);
    if (level > 0) {
      requireEntries(view[level]);
    }
    return view[level];
  }

  /**
   * Refuses an internal node without entries where a child is needed.
   *
   * @throws DamagedStoreException naming the node
   */
  public static void requireEntries(NodeView node) {
    if (node.count() < 1) {
      throw new DamagedStoreException(
          "tree", "page " + node.nodeId(), "internal node of level " + node.level() + " is empty");
    }
  }

  /** Takes the child in a slot of the node held at a level. */
  public void step(int level, int childSlot) {
    slot[level - 1] = childSlot;
    int at = entryAt(level - 1);
    view[level].copyEntry(childSlot, entries, at);
    node[level - 1] = entries[at];
  }

  /** Returns the node of a level. */
  public long node(int level) {
    return node[level];
  }

  /** Returns its slot in the node above. */
  public int slot(int level) {
    return slot[level];
  }

  /** Returns its image, held since {@link #read}. */
  public NodeView view(int level) {
    return view[level];
  }

  /**
   * Returns the array with the parents' entries; that of the node of a level is at {@link
   * #entryAt}.
   */
  public long[] entries() {
    return entries;
  }

  /** Returns where in {@link #entries} the entry of the node of a level starts. */
  public int entryAt(int level) {
    return entryWords * level;
  }

  /** Gives back the image of a level, if it is held. */
  public void release(int level) {
    NodeView held = view[level];
    if (held != null) {
      view[level] = null;
      operation.release(held);
    }
  }

  /** Gives back every image that is held and lets go of the operation. */
  public void releaseAll() {
    for (int level = 0; level <= height; level++) {
      release(level);
    }
  }
}
