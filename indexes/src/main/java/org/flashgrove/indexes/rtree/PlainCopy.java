package org.flashgrove.indexes.rtree;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.CondenseTree;

/**
 * Copy of a node that a deletion may change. The node is on the path from the root to the leaf of
 * the deleted entry.
 */
final class PlainCopy implements CondenseTree.NodeCopy {
  private final EntryList entries;
  private long nodeId;
  private int level;

  /** Creates a copy with room for {@code capacity} entries. */
  PlainCopy(int capacity) {
    entries = new EntryList(RTree.WORDS, capacity + 1);
  }

  @Override
  public void load(NodeOperation operation, long node, int ofLevel) {
    nodeId = node;
    level = ofLevel;
    NodeView view = operation.read(node, ofLevel);
    entries.clear();
    entries.addAll(view);
    operation.release(view);
  }

  @Override
  public long nodeId() {
    return nodeId;
  }

  @Override
  public EntryList entries() {
    return entries;
  }

  /**
   * Returns true, so that a deletion also dissolves nodes that were below their minimum before, for
   * example after a bulk load.
   */
  @Override
  public boolean isDissolved(boolean lost) {
    return true;
  }

  @Override
  public void remove(NodeOperation operation, int index, long[] entry) {
    entries.remove(index);
    operation.remove(nodeId, level, entry);
  }

  @Override
  public void change(NodeOperation operation, int index, long[] entry) {
    operation.change(nodeId, level, entry);
  }
}
