package org.flashgrove.literature.tree.fortree;

import java.util.Arrays;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.chain.OverflowLink;

/**
 * Reusable copy of a primary node and of the overflow nodes that continue it. All entries are in
 * one list: first the entries of the primary node, then the entries of each overflow node, oldest
 * node first.
 */
final class ChainedNode {
  private static final int FIRST_ROOM = 4;

  private final EntryList entries;
  private long[] nodes = new long[FIRST_ROOM];
  private int[] starts = new int[FIRST_ROOM + 1];
  private int count;
  private int level;
  private OverflowTable.Chain chain;

  /** Creates a copy with room for the entries of a single node. */
  ChainedNode(int capacity) {
    entries = new EntryList(ForTree.WORDS, capacity + 1);
  }

  /** Reads a node and its overflow nodes through the operation. */
  void load(NodeOperation operation, OverflowTable table, long primary, int ofLevel) {
    level = ofLevel;
    count = 0;
    entries.clear();
    NodeView node = operation.read(primary, level);
    append(node);
    if (!OverflowLink.goesOn(node)) {
      operation.release(node);
      chain = null;
      return;
    }
    chain = table.find(operation, node);
    for (int i = 0; i < chain.count(); i++) {
      NodeView overflow = operation.read(chain.node(i), level);
      append(overflow);
      operation.release(overflow);
    }
  }

  private void append(NodeView node) {
    if (count == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count + 1);
    }
    nodes[count] = node.nodeId();
    starts[count] = entries.count();
    entries.addAll(node);
    starts[++count] = entries.count();
  }

  /**
   * Returns the entries of all nodes in this copy. A caller that adds or removes entries in the
   * returned list must not call {@link #remove} afterwards.
   */
  EntryList entries() {
    return entries;
  }

  /** Returns the id of the primary node. */
  long primary() {
    return nodes[0];
  }

  /** Returns the level of all nodes in this copy. */
  int level() {
    return level;
  }

  /** Returns the number of nodes in this copy, including the primary node. */
  int count() {
    return count;
  }

  /** Returns the id of a node in this copy. Index 0 is the primary node; overflow nodes follow. */
  long node(int index) {
    return nodes[index];
  }

  /**
   * Returns the index of a node's first entry. For {@code index = count()}, returns the number of
   * entries.
   */
  int start(int index) {
    return starts[index];
  }

  /** Returns the index of the node that contains an entry. */
  int nodeOf(int entry) {
    int index = 0;
    while (starts[index + 1] <= entry) {
      index++;
    }
    return index;
  }

  /**
   * Removes an entry from the node that contains it. While the primary node has fewer than {@code
   * minimum} entries, entries of the newest overflow nodes move to it. Overflow nodes that become
   * empty are deleted.
   *
   * @param entry index of the entry in {@link #entries}
   * @param key the words of the entry
   */
  void remove(NodeOperation operation, OverflowTable table, int entry, long[] key, int minimum) {
    int from = nodeOf(entry);
    operation.remove(nodes[from], level, key);
    entries.remove(entry);
    for (int i = from + 1; i <= count; i++) {
      starts[i]--;
    }
    if (from > 0 && starts[from] == starts[from + 1]) {
      delete(operation, table, from);
    }
    while (count > 1 && starts[1] < minimum) {
      pull(operation, table, key.clone());
    }
  }

  /** Moves the last entry of the newest overflow node to the end of the primary node. */
  private void pull(NodeOperation operation, OverflowTable table, long[] moved) {
    int last = entries.count() - 1;
    System.arraycopy(entries.words(), last * ForTree.WORDS, moved, 0, ForTree.WORDS);
    operation.remove(nodes[count - 1], level, moved);
    operation.add(nodes[0], level, moved);
    entries.remove(last);
    entries.insert(starts[1], moved, 0);
    for (int i = 1; i < count; i++) {
      starts[i]++;
    }
    if (starts[count - 1] == starts[count]) {
      delete(operation, table, count - 1);
    }
  }

  private void delete(NodeOperation operation, OverflowTable table, int index) {
    table.delete(operation, chain, index - 1);
    System.arraycopy(nodes, index + 1, nodes, index, count - index - 1);
    System.arraycopy(starts, index + 1, starts, index, count - index);
    count--;
  }
}
