package org.flashgrove.grove.memtable;

import static org.flashgrove.core.component.ComponentIndex.NO_SNAPSHOT;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * Holds replaced states of intervals that open snapshots still read, within a memory limit. A
 * snapshot whose states do not fit expires. Used by the writer only, except {@link #isEmpty}.
 */
public final class PreservedStates {
  private final long memory;
  private final Set<BufferInterval> intervals = new HashSet<>();
  private volatile boolean empty = true; // whether intervals is empty
  private long bytes;
  private long newestLive = NO_SNAPSHOT;

  PreservedStates(long memory) {
    this.memory = memory;
  }

  /** Returns whether no state is held. Any thread may call this method without a lock. */
  public boolean isEmpty() {
    return empty;
  }

  /**
   * Returns the state that open snapshots still need when {@code interval} is about to get a new
   * state. Returns null if no snapshot needs one, or if the memory limit is reached.
   */
  IntervalState keptFor(BufferInterval interval) {
    IntervalState state = interval.state();
    if (newestLive == NO_SNAPSHOT) {
      return null;
    }
    if (state.from() > newestLive) {
      return state.previous(); // no snapshot reads this state
    }
    if (bytes + state.bytes() > memory) {
      return null;
    }
    bytes += state.bytes();
    intervals.add(interval);
    empty = false;
    return state;
  }

  /**
   * Sets the newest commit that an open snapshot reads. If no snapshot is open, drops the states
   * that were kept while the last one was closed.
   */
  public void preserve(long newestSnapshot) {
    newestLive = newestSnapshot;
    if (newestSnapshot == NO_SNAPSHOT) {
      prune(Long.MAX_VALUE);
    }
  }

  /** Drops states that no snapshot of {@code oldestLive} or a later commit needs. */
  public void prune(long oldestLive) {
    if (intervals.isEmpty()) {
      return;
    }
    bytes = 0;
    for (Iterator<BufferInterval> all = intervals.iterator(); all.hasNext(); ) {
      IntervalState state = all.next().state();
      if (!state.prune(oldestLive)) {
        all.remove();
      }
      for (IntervalState kept = state.previous(); kept != null; kept = kept.previous()) {
        bytes += kept.bytes();
      }
    }
    empty = intervals.isEmpty();
  }
}
