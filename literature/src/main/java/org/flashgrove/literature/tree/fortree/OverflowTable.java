package org.flashgrove.literature.tree.fortree;

import java.util.Arrays;
import java.util.function.Consumer;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.replacement.LongObjectMap;
import org.flashgrove.indexes.chain.OverflowLink;

/**
 * The Overflow Node Table. For each primary node, it contains a chain of overflow nodes, oldest
 * first. Overflow nodes are the nodes that continue a full primary node.
 *
 * <p>In the paper of Jin et al. (2015), the table exists only in memory. Here each node's header
 * contains its part of the table. The headers change in the same operation as the nodes, so the
 * table is as durable as the nodes.
 *
 * <p>Chains that insertions or deletions have accessed are cached, so that a later insertion need
 * not read them again. The cache takes about 100 bytes per chain and 8 bytes per overflow node, in
 * addition to any memory limit. Undoing an operation clears the cache.
 */
final class OverflowTable {
  private static final int FIRST_ROOM = 4;

  private final long[] header = new long[NodeView.HEADER_WORDS];
  private LongObjectMap<Chain> chains = new LongObjectMap<>(64);
  private boolean changed;

  /** A cached chain: the overflow nodes of a primary node, oldest first. */
  static final class Chain {
    private final long primary;
    private final int level;
    private long[] nodes = new long[FIRST_ROOM];
    private int count;

    Chain(long primary, int level) {
      this.primary = primary;
      this.level = level;
    }

    /** Returns the number of overflow nodes. */
    int count() {
      return count;
    }

    /** Returns the id of the overflow node at an index. Index 0 is the oldest overflow node. */
    long node(int index) {
      return nodes[index];
    }

    private void add(long nodeId) {
      nodes = count == nodes.length ? Arrays.copyOf(nodes, 2 * count) : nodes;
      nodes[count++] = nodeId;
    }
  }

  /** Called when the changes of an operation are committed. */
  void committed() {
    changed = false;
  }

  /**
   * Called when an operation was undone. Drops the cache if it contains changes of that operation.
   */
  void undone() {
    if (changed) {
      chains = new LongObjectMap<>(64);
      changed = false;
    }
  }

  /**
   * Returns the chain of a primary node, or null if the node has no overflow nodes. If the chain is
   * not cached, reads the node and its overflow nodes.
   */
  Chain find(NodeOperation operation, long primary, int level) {
    Chain chain = chains.get(primary);
    return chain != null ? chain : find(operation, operation.read(primary, level));
  }

  /**
   * Returns the chain of a primary node, or null if the node has no overflow nodes.
   *
   * @param node the primary node, which this method releases
   */
  Chain find(NodeReader reader, NodeView node) {
    boolean goesOn = OverflowLink.goesOn(node);
    Chain known = goesOn ? chains.get(node.nodeId()) : null;
    if (!goesOn || known != null) {
      reader.release(node);
      return known;
    }
    Chain chain = new Chain(node.nodeId(), node.level());
    for (NodeView next = OverflowLink.next(reader, node);
        next != null;
        next = OverflowLink.next(reader, next)) {
      chain.add(next.nodeId());
    }
    long[] nodes = chain.nodes;
    for (int i = 0; i < chain.count / 2; i++) {
      long newer = nodes[i];
      nodes[i] = nodes[chain.count - 1 - i];
      nodes[chain.count - 1 - i] = newer;
    }
    chains.put(chain.primary, chain);
    return chain;
  }

  /**
   * Creates an overflow node with one entry at the end of a chain.
   *
   * @param known the chain; null if the primary node has no overflow node yet
   */
  void append(NodeOperation operation, Chain known, long primary, int level, SingleEntry entry) {
    changed = true;
    Chain chain = known != null ? known : new Chain(primary, level);
    if (known == null) {
      chains.put(primary, chain);
    }
    int count = chain.count;
    long last = count == 0 ? NodeStore.NO_NODE : chain.nodes[count - 1];
    OverflowLink.fillOverflow(header, last, count, primary);
    long created = operation.create(level, header, entry.list(), 0, 1);
    chain.add(created);
    OverflowLink.fillPrimary(header, created, count + 1);
    operation.header(primary, level, header);
  }

  /** Deletes an empty overflow node and closes the gap in the chain. */
  void delete(NodeOperation operation, Chain of, int index) {
    changed = true;
    long primary = of.primary;
    int level = of.level;
    long[] chain = of.nodes;
    operation.delete(chain[index], level);
    int count = --of.count;
    System.arraycopy(chain, index + 1, chain, index, count - index);
    for (int i = index; i < count; i++) {
      OverflowLink.fillOverflow(header, i == 0 ? NodeStore.NO_NODE : chain[i - 1], i, primary);
      operation.header(chain[i], level, header);
    }
    OverflowLink.fillPrimary(header, count == 0 ? NodeStore.NO_NODE : chain[count - 1], count);
    operation.header(primary, level, header);
    if (count == 0) {
      remove(primary);
    }
  }

  /**
   * Removes the chain of a primary node from the cache, after the caller has dissolved the chain.
   */
  void remove(long primary) {
    changed = true;
    chains.remove(primary);
  }

  /**
   * Compares the cached chains with the nodes' headers, and reports each difference as one line.
   */
  void check(NodeReader reader, Consumer<String> problems) {
    if (changed) {
      return; // the changes were undone, so the cache will be read again
    }
    chains.values().forEach(chain -> check(reader, chain, problems));
  }

  private static void check(NodeReader reader, Chain chain, Consumer<String> problems) {
    NodeView node = reader.read(chain.primary, chain.level);
    int index = chain.count;
    node = OverflowLink.next(reader, node);
    while (node != null && index > 0 && chain.nodes[index - 1] == node.nodeId()) {
      index--;
      node = OverflowLink.next(reader, node);
    }
    if (node != null || index > 0) {
      problems.accept(
          "node " + chain.primary + ": its overflow nodes are not those in the overflow table");
    }
    if (node != null) {
      reader.release(node);
    }
  }
}
