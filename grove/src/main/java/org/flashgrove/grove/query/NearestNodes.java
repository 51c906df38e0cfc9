package org.flashgrove.grove.query;

import org.flashgrove.indexes.query.DistanceQueue;

/**
 * Nodes that a nearest-neighbour search may expand next: groups of blocks, blocks, pages, and parts
 * of the write buffer. The search takes them in the order of {@link DistanceQueue}: by key, then by
 * rank, then by id.
 *
 * <p>The nodes are not sorted. A search expands only a few of them, and its distance bound soon
 * excludes most of the others. Scanning the nodes for the nearest one is therefore cheaper than a
 * heap. If there are too many nodes, they move to a heap. Not safe for use by several threads.
 */
final class NearestNodes {
  private static final int MOST = 128;

  private final double[] keys = new double[MOST];
  private final long[] ids = new long[MOST];
  private final byte[] ranks = new byte[MOST];
  private final DistanceQueue heap = new DistanceQueue();
  private int size;
  private int nearest;

  /** Removes all nodes. */
  void clear() {
    size = 0;
    heap.clear();
  }

  boolean isEmpty() {
    return size == 0 && heap.isEmpty();
  }

  /** Adds a node with a lower bound of the distances of all entries below it. */
  void add(double key, int rank, long id) {
    if (size == MOST) {
      for (int i = 0; i < MOST; i++) {
        heap.addNode(keys[i], ranks[i], ids[i]);
      }
      size = 0;
    }
    keys[size] = key;
    ids[size] = id;
    ranks[size] = (byte) rank;
    nearest = size == 0 || precedes(size, nearest) ? size : nearest;
    size++;
  }

  private boolean precedes(int a, int b) {
    return keys[a] < keys[b] || keys[a] == keys[b] && precedes(ranks[a], ids[a], ranks[b], ids[b]);
  }

  private static boolean precedes(int rank, long id, int otherRank, long otherId) {
    return rank < otherRank || rank == otherRank && id < otherId;
  }

  /** Returns whether the first node is in the heap. */
  private boolean isInHeap() {
    if (heap.isEmpty() || size == 0) {
      return size == 0;
    }
    double key = heap.key();
    return key < keys[nearest]
        || key == keys[nearest] && precedes(heap.rank(), heap.id(), ranks[nearest], ids[nearest]);
  }

  /** Returns the key of the first node. */
  double key() {
    return isInHeap() ? heap.key() : keys[nearest];
  }

  /** Returns the rank of the first node. */
  int rank() {
    return isInHeap() ? heap.rank() : ranks[nearest];
  }

  /** Returns the id of the first node. */
  long id() {
    return isInHeap() ? heap.id() : ids[nearest];
  }

  /**
   * Removes the first node. Also removes nodes whose key exceeds {@code most}, which the search
   * will never expand.
   */
  void remove(double most) {
    if (isInHeap()) {
      heap.remove();
      return;
    }
    int kept = 0;
    int first = 0;
    for (int i = 0; i < size; i++) {
      if (i != nearest && keys[i] <= most) {
        keys[kept] = keys[i];
        ids[kept] = ids[i];
        ranks[kept] = ranks[i];
        first = precedes(kept, first) ? kept : first;
        kept++;
      }
    }
    size = kept;
    nearest = first;
  }
}
