package org.flashgrove.literature.tree.fortree;

import org.flashgrove.core.replacement.LongIntMap;

/**
 * Counts the accesses to each node of a FOR-tree that has overflow nodes. Counting starts when the
 * node gets its first overflow node. A count is identified by the primary node, which is the node
 * that the overflow nodes continue. Thread-safe.
 *
 * <p>The counts are in memory only. Opening a tree resets them, and undoing an operation does not
 * restore them. This affects only when a merge-back happens, which turns overflow nodes into
 * ordinary nodes.
 */
final class AccessCounts {
  private final LongIntMap counts = new LongIntMap(64);

  /** Starts counting for a node that has just got its first overflow node. */
  synchronized void start(long primary) {
    counts.put(primary, 0);
  }

  /** Counts an access to a primary node or its overflow nodes. */
  synchronized void add(long primary) {
    int before = Math.max(0, counts.get(primary));
    counts.put(primary, Math.min(before, Integer.MAX_VALUE - 1) + 1);
  }

  /** Returns the number of accesses to a primary node. */
  synchronized int count(long primary) {
    return Math.max(0, counts.get(primary));
  }

  /** Removes the count of a node that has no overflow nodes any more. */
  synchronized void forget(long primary) {
    counts.remove(primary);
  }
}
