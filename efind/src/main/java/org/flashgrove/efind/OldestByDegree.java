package org.flashgrove.efind;

import java.util.PriorityQueue;
import org.flashgrove.efind.change.BufferedNode;

/**
 * Heap of the nodes in the write buffer with the oldest changes, ordered by degree, which is a
 * flushing policy's score of a node. A flush writes the node with the greatest degree. Used for
 * policies whose degree depends only on the node ({@link FlushPolicy#looksAtUnitAlone}).
 *
 * <p>A node that is changed becomes the newest node and no longer belongs to the heap. Its heap
 * entry becomes stale and is removed later: when it reaches the top, or when more than half of the
 * heap is stale. The heap takes about 40 bytes per buffered node in addition to the buffer's
 * budget.
 */
final class OldestByDegree {
  private static final int SPARE_ROOM = 64;

  private final WriteBuffer writes;
  private final FlushPolicy policy;
  private final BufferedNode[] unit = new BufferedNode[1];

  /** The newest of the nodes among which a flush may choose, or null if there are no such nodes. */
  private BufferedNode last;

  private int inside;
  private final PriorityQueue<Candidate> heap = new PriorityQueue<>();

  /**
   * A node of the heap.
   *
   * @param changed time of the node's last change when it was added to the heap
   */
  private record Candidate(BufferedNode node, double degree, long changed)
      implements Comparable<Candidate> {
    @Override
    public int compareTo(Candidate other) {
      return degree == other.degree // also for 0.0 and -0.0
          ? Long.compare(node.nodeId, other.node.nodeId)
          : Double.compare(other.degree, degree);
    }
  }

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
    heap.clear();
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
    while (!heap.isEmpty() && (heap.peek().node == best || !isInside(heap.peek()))) {
      heap.poll(); // a row that left the oldest rows and returned is in the heap twice
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
    while (!isInside(heap.peek())) {
      heap.poll();
    }
    return heap.peek().node;
  }

  /**
   * Returns whether a node of the heap may be chosen. It must be unchanged since it was added to
   * the heap, and must be one of the oldest nodes.
   */
  private boolean isInside(Candidate each) {
    return each.node.lastChange == each.changed && each.changed <= last.lastChange;
  }

  private void push(BufferedNode node) {
    unit[0] = node;
    heap.add(new Candidate(node, policy.degree(unit, 1), node.lastChange));
  }

  /** Rebuilds the heap from the oldest nodes if most of its entries are stale. */
  private void sweepIfMost() {
    if (heap.size() <= 2 * inside + SPARE_ROOM) {
      return;
    }
    heap.clear();
    BufferedNode node = writes.oldest();
    for (int i = 0; i < inside; i++, node = node.newer) {
      push(node);
    }
  }
}
