package org.flashgrove.literature.tree.fortree;

import java.util.Arrays;
import java.util.function.Consumer;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.replacement.LongIntMap;
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
 * not read them again. A cached chain is identified by a number. The cache takes about 40 bytes per
 * chain and 8 bytes per overflow node, in addition to any memory limit. Undoing an operation clears
 * the cache.
 */
final class OverflowTable {
  private static final int[] NO_LEVELS = {};
  private static final int FIRST_ROOM = 4;

  private final long[] header = new long[NodeView.HEADER_WORDS];
  private LongIntMap places = new LongIntMap(64);
  private long[][] nodes = new long[16][];
  private int[] counts = new int[16];
  private long[] primaries = new long[16];
  private int[] levels = new int[16];
  private int used;
  private int[] free = NO_LEVELS;
  private int freeCount;
  private boolean changed;

  /** Called when the changes of an operation are committed. */
  void committed() {
    changed = false;
  }

  /**
   * Called when an operation was undone. Drops the cache if it contains changes of that operation.
   */
  void undone() {
    if (changed) {
      places = new LongIntMap(64);
      used = 0;
      freeCount = 0;
      changed = false;
    }
  }

  /**
   * Returns the number that identifies the chain of a primary node, or -1 if the node has no
   * overflow nodes. If the chain is not cached, reads the node and its overflow nodes.
   */
  int find(NodeOperation operation, long primary, int level) {
    int place = places.get(primary);
    if (place != LongIntMap.ABSENT) {
      return place;
    }
    return find(operation, operation.read(primary, level));
  }

  /**
   * Returns the number that identifies the chain of a primary node, or -1 if the node has no
   * overflow nodes.
   *
   * @param node the primary node, which this method releases
   */
  int find(NodeReader reader, NodeView node) {
    if (!OverflowLink.goesOn(node)) {
      reader.release(node);
      return -1;
    }
    long primary = node.nodeId();
    int place = places.get(primary);
    if (place != LongIntMap.ABSENT) {
      reader.release(node);
      return place;
    }
    int level = node.level();
    long[] chain = new long[FIRST_ROOM];
    int found = 0;
    for (NodeView next = OverflowLink.next(reader, node);
        next != null;
        next = OverflowLink.next(reader, next)) {
      chain = found == chain.length ? Arrays.copyOf(chain, 2 * found) : chain;
      chain[found++] = next.nodeId();
    }
    for (int i = 0; i < found / 2; i++) {
      long newer = chain[i];
      chain[i] = chain[found - 1 - i];
      chain[found - 1 - i] = newer;
    }
    place = takePlace(primary, level);
    nodes[place] = chain;
    counts[place] = found;
    return place;
  }

  private int takePlace(long primary, int level) {
    int place = freeCount > 0 ? free[--freeCount] : used++;
    if (place == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * place);
      counts = Arrays.copyOf(counts, 2 * place);
      primaries = Arrays.copyOf(primaries, 2 * place);
      levels = Arrays.copyOf(levels, 2 * place);
    }
    if (nodes[place] == null) {
      nodes[place] = new long[FIRST_ROOM];
    }
    primaries[place] = primary;
    levels[place] = level;
    counts[place] = 0;
    places.put(primary, place);
    return place;
  }

  /** Returns the number of overflow nodes in a chain. */
  int count(int place) {
    return counts[place];
  }

  /**
   * Returns the id of the overflow node at an index of a chain. Index 0 is the oldest overflow
   * node.
   */
  long node(int place, int index) {
    return nodes[place][index];
  }

  /**
   * Creates an overflow node with one entry at the end of a chain.
   *
   * @param place number of the chain; -1 if the primary node has no overflow node yet
   */
  void append(NodeOperation operation, int place, long primary, int level, SingleEntry entry) {
    changed = true;
    int chain = place >= 0 ? place : takePlace(primary, level);
    int count = counts[chain];
    long last = count == 0 ? NodeStore.NO_NODE : nodes[chain][count - 1];
    OverflowLink.fillOverflow(header, last, count, primary);
    long created = operation.create(level, header, entry.list(), 0, 1);
    if (count == nodes[chain].length) {
      nodes[chain] = Arrays.copyOf(nodes[chain], 2 * count);
    }
    nodes[chain][count] = created;
    counts[chain] = count + 1;
    OverflowLink.fillPrimary(header, created, count + 1);
    operation.header(primary, level, header);
  }

  /** Deletes an empty overflow node and closes the gap in the chain. */
  void delete(NodeOperation operation, int place, int index) {
    changed = true;
    long primary = primaries[place];
    int level = levels[place];
    long[] chain = nodes[place];
    operation.delete(chain[index], level);
    int count = --counts[place];
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
    int place = places.remove(primary);
    if (place != LongIntMap.ABSENT) {
      if (freeCount == free.length) {
        free = Arrays.copyOf(free, Math.max(16, 2 * freeCount));
      }
      free[freeCount++] = place;
    }
  }

  /**
   * Compares the cached chains with the nodes' headers, and reports each difference as one line.
   */
  void check(NodeReader reader, Consumer<String> problems) {
    if (changed) {
      return; // the changes were undone, so the cache will be read again
    }
    for (int place = 0; place < used; place++) {
      if (places.get(primaries[place]) == place) {
        check(reader, place, problems);
      }
    }
  }

  private void check(NodeReader reader, int place, Consumer<String> problems) {
    NodeView node = reader.read(primaries[place], levels[place]);
    int index = counts[place];
    node = OverflowLink.next(reader, node);
    while (node != null && index > 0 && nodes[place][index - 1] == node.nodeId()) {
      index--;
      node = OverflowLink.next(reader, node);
    }
    if (node != null || index > 0) {
      problems.accept(
          "node " + primaries[place] + ": its overflow nodes are not those in the overflow table");
    }
    if (node != null) {
      reader.release(node);
    }
  }
}
