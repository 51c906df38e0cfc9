package org.flashgrove.efind;

import java.util.Arrays;
import org.flashgrove.efind.change.BufferedNode;

/**
 * Heap of the nodes in the write buffer with the oldest changes, ordered by degree, which is a
 * flushing policy's score of a node. A flush writes the node with the greatest degree. Used for
 * policies whose degree depends only on the node ({@link FlushPolicy#looksAtUnitAlone}).
 *
 * <p>A node that is changed becomes the newest node and no longer belongs to the heap. Its heap
 * entry becomes stale and is removed later: when it reaches the top, or when more than half of the
 * heap is stale. The heap takes about 20 bytes per buffered node in addition to the buffer's
 * budget.
 */
final class OldestByDegree {
  private static final int FIRST_ROOM = 64;

  private final WriteBuffer writes;
  private final FlushPolicy policy;
  private final BufferedNode[] unit = new BufferedNode[1];

  /** The newest of the nodes among which a flush may choose, or null if there are no such nodes. */
  private BufferedNode last;

  private int inside;
  private BufferedNode[] nodes = new BufferedNode[FIRST_ROOM];
  private double[] degrees = new double[FIRST_ROOM];
  private long[] changed = new long[FIRST_ROOM];
  private int size;

  OldestByDegree(WriteBuffer writes, FlushPolicy policy) {
    this.writes = writes;
    this.policy = policy;
  }

  /**
   * Excludes a node from the oldest nodes. Must be called before the node is changed or removed
   * from the write buffer.
   */
  void leaves(BufferedNode node) {
    if (last != null && node.lastChange <= last.lastChange) {
      inside--;
      last = node == last ? node.older : last;
    }
  }

  /**
   * Empties the heap. Must be called when nodes were added to the write buffer in another order
   * than that of their last changes.
   */
  void clear() {
    last = null;
    inside = 0;
    Arrays.fill(nodes, 0, size, null);
    size = 0;
  }

  /**
   * Returns the node with the greatest degree among the {@code count} nodes with the oldest
   * changes; ties go to the lowest id.
   *
   * @param count at least 1 and at most the number of buffered nodes
   */
  BufferedNode best(int count) {
    choose(count);
    sweepIfMost();
    return first();
  }

  /**
   * Removes from the heap the node with the greatest degree, and returns it; ties go to the lowest
   * id. The caller must later remove the node from the write buffer.
   *
   * @param count number of oldest nodes to select from, not counting nodes that were already taken
   * @param taken number of nodes that earlier calls returned and that are still in the write buffer
   */
  BufferedNode take(int count, int taken) {
    choose(count + taken);
    if (taken == 0) {
      sweepIfMost(); // with taken rows, this would add them again
    }
    BufferedNode best = first();
    while (size > 0 && (nodes[0] == best || !isInside(0))) {
      removeFirst(); // a row that left the oldest rows and returned is in the heap twice
    }
    return best;
  }

  /**
   * Sets the number of oldest nodes from which to choose. Adds nodes to the heap if the number
   * grows.
   */
  private void choose(int count) {
    while (inside < count) {
      last = last == null ? writes.oldest() : last.newer;
      inside++;
      push(last);
    }
    while (inside > count) {
      last = last.older;
      inside--;
    }
  }

  private BufferedNode first() {
    while (!isInside(0)) {
      removeFirst();
    }
    return nodes[0];
  }

  /**
   * Returns whether the node at an index of the heap may be chosen. It must be unchanged since it
   * was added to the heap, and must be one of the oldest nodes.
   */
  private boolean isInside(int at) {
    return nodes[at].lastChange == changed[at] && changed[at] <= last.lastChange;
  }

  private void push(BufferedNode node) {
    if (size == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * size);
      degrees = Arrays.copyOf(degrees, 2 * size);
      changed = Arrays.copyOf(changed, 2 * size);
    }
    unit[0] = node;
    nodes[size] = node;
    degrees[size] = policy.degree(unit, 1);
    changed[size] = node.lastChange;
    size++;
    up(size - 1);
  }

  /** Rebuilds the heap from the oldest nodes if most of its entries are stale. */
  private void sweepIfMost() {
    if (size <= 2 * inside + FIRST_ROOM) {
      return;
    }
    Arrays.fill(nodes, 0, size, null);
    size = 0;
    BufferedNode node = writes.oldest();
    for (int i = 0; i < inside; i++, node = node.newer) {
      push(node);
    }
  }

  private void removeFirst() {
    swap(0, --size);
    nodes[size] = null;
    down(0);
  }

  private boolean isBefore(int a, int b) {
    return degrees[a] != degrees[b] ? degrees[a] > degrees[b] : nodes[a].nodeId < nodes[b].nodeId;
  }

  private void up(int from) {
    int at = from;
    while (at > 0 && isBefore(at, (at - 1) / 2)) {
      swap(at, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  }

  private void down(int from) {
    int at = from;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && isBefore(child + 1, child)) {
        child++;
      }
      if (!isBefore(child, at)) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  private void swap(int a, int b) {
    BufferedNode node = nodes[a];
    nodes[a] = nodes[b];
    nodes[b] = node;
    double degree = degrees[a];
    degrees[a] = degrees[b];
    degrees[b] = degree;
    long stamp = changed[a];
    changed[a] = changed[b];
    changed[b] = stamp;
  }
}
