package org.flashgrove.literature.tree.fortree;

import org.flashgrove.core.replacement.LongIntMap;

/**
 * Number of accesses to nodes with overflow nodes since they overflowed, by primary node.
 * Thread-safe.
 *
 * <p>The counts are in memory only. Opening a tree resets them, and undoing an operation does not
 * restore them. This affects only when a merge-back happens.
 */
final class AccessCounts {
  private final LongIntMap counts = new LongIntMap(64);

  /** Starts counting for a node that has just overflowed. */
  synchronized void start(long primary) {
    counts.put(primary, 0);
  }

  /** Counts an access. */
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
