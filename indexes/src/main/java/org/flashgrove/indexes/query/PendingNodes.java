package org.flashgrove.indexes.query;

/**
 * Unordered set of nodes that a nearest-neighbour search may read next. A search reads only a few
 * of the leaves below a parent. Scanning all these leaves for the nearest one is therefore cheaper
 * than a heap. If the set becomes too large, all its nodes move to a queue.
 */
final class PendingNodes {
  private static final int MOST = 512;

  private final double[] keys = new double[MOST];
  private final long[] ids = new long[MOST];
  private final byte[] levels = new byte[MOST];
  private final DistanceQueue overflow;
  private int size;
  private int nearest;

  PendingNodes(DistanceQueue overflow) {
    this.overflow = overflow;
  }

  void clear() {
    size = 0;
  }

  /**
   * Returns whether the set contains a node that is at least as near as every item in the queue.
   */
  boolean isNearerThan(DistanceQueue queue) {
    return size > 0 && (queue.isEmpty() || keys[nearest] <= queue.key());
  }

  /** Adds a node. */
  void add(double key, int level, long nodeId) {
    if (size == MOST) {
      for (int i = 0; i < size; i++) {
        overflow.addNode(keys[i], levels[i], ids[i]);
      }
      size = 0;
    }
    keys[size] = key;
    ids[size] = nodeId;
    levels[size] = (byte) level;
    if (size == 0 || precedes(size, nearest)) {
      nearest = size;
    }
    size++;
  }

  /**
   * Returns whether a node of the set precedes another. The nearer node comes first. At the same
   * distance, the node of the lower level comes first, because it is closer to entries.
   */
  private boolean precedes(int a, int b) {
    return keys[a] < keys[b] || keys[a] == keys[b] && levels[a] < levels[b];
  }

  double key() {
    return keys[nearest];
  }

  long id() {
    return ids[nearest];
  }

  int level() {
    return levels[nearest];
  }

  /** Removes the nearest node, and all nodes whose distance exceeds {@code bound}. */
  void removeNearest(double bound) {
    int kept = 0;
    int best = 0;
    for (int i = 0; i < size; i++) {
      if (i != nearest && keys[i] <= bound) {
        keys[kept] = keys[i];
        ids[kept] = ids[i];
        levels[kept] = levels[i];
        if (precedes(kept, best)) {
          best = kept;
        }
        kept++;
      }
    }
    size = kept;
    nearest = best;
  }
}
