package org.flashgrove.literature.tree.fortree;

import org.flashgrove.core.replacement.LongIntMap;

/**
 * Accesses to overflowed nodes since they overflowed, by primary node. Used by any thread.
 *
 * <p>In memory only: a tree that is opened counts from 0, and what an operation counted stays when
 * it is undone. That moves a merge-back, and breaks nothing.
 */
final class AccessCounts {
  private final LongIntMap counts = new LongIntMap(64);

  /** Starts counting for a node that overflows now. */
  synchronized void start(long primary) {
    counts.put(primary, 0);
  }

  /** Counts an access. */
  synchronized void add(long primary) {
    int before = Math.max(0, counts.get(primary));
    counts.put(primary, Math.min(before, Integer.MAX_VALUE - 1) + 1);
  }

  /** Returns how many there were. */
  synchronized int count(long primary) {
    return Math.max(0, counts.get(primary));
  }

  /** Forgets a node that has no overflow nodes any more. */
  synchronized void forget(long primary) {
    counts.remove(primary);
  }
}
