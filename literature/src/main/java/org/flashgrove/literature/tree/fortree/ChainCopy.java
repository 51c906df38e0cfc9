package org.flashgrove.literature.tree.fortree;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.indexes.tree.CondenseTree;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Copy of a node and its overflow nodes on the path of a deletion. If the node (the primary node)
 * has fewer entries than the minimum, entries of its newest overflow nodes move to it. If a node
 * with too few entries has no overflow node, the node is dissolved: it is deleted and its entries
 * are inserted again.
 *
 * <p>The deletion of Jin et al. (2015) is known only from the C implementation FESTIval, which may
 * lose an entry when it merges the remaining entries back. Our choice is that overflow nodes stay
 * overflow nodes, and that empty overflow nodes are deleted. A deletion never turns overflow nodes
 * into siblings.
 */
final class ChainCopy implements CondenseTree.NodeCopy {
  private final OverflowTable table;
  private final AccessCounts accesses;
  private final int minimum;
  private final ChainedNode chain;

  ChainCopy(NodeFill fill, int level, OverflowTable table, AccessCounts accesses) {
    this.table = table;
    this.accesses = accesses;
    minimum = fill.minimum(level);
    chain = new ChainedNode(fill.capacity(level));
  }

  @Override
  public void load(NodeOperation operation, long nodeId, int level) {
    chain.load(operation, table, nodeId, level);
    if (level > 0 && chain.count() > 1) {
      accesses.add(nodeId);
    }
  }

  @Override
  public long nodeId() {
    return chain.primary();
  }

  @Override
  public EntryList entries() {
    return chain.entries();
  }

  /**
   * Returns whether the node must be dissolved, that is, deleted after its entries are inserted
   * again.
   *
   * <p>A node is dissolved only if an entry was deleted from it and it has no overflow node. A node
   * that lost no entry may have fewer entries than the minimum, because a merge-back of overflow
   * nodes may produce such nodes.
   */
  @Override
  public boolean isDissolved(boolean lost) {
    return lost && chain.count() == 1;
  }

  @Override
  public void remove(NodeOperation operation, int index, long[] entry) {
    boolean overflowed = chain.count() > 1;
    chain.remove(operation, table, index, entry, minimum);
    if (overflowed && chain.count() == 1) {
      accesses.forget(chain.primary());
    }
  }

  @Override
  public void change(NodeOperation operation, int index, long[] entry) {
    operation.change(chain.node(chain.nodeOf(index)), chain.level(), entry);
  }
}
