package org.flashgrove.simulator.time;

import java.util.Arrays;

/**
 * When a channel is taken, by transfers of one length: a later transfer may go into a gap between
 * earlier ones. Gaps too short for a transfer are closed, so few intervals are kept.
 */
final class Timeline {
  private final long durationNanos;
  private long[] starts = new long[16];
  private long[] ends = new long[16];
  private int count;

  Timeline(long durationNanos) {
    this.durationNanos = durationNanos;
  }

  /** Nothing will be placed before {@code nanos} any more. */
  void forgetBefore(long nanos) {
    int past = 0;
    while (past < count && ends[past] <= nanos) {
      past++;
    }
    if (past > 0) {
      count -= past;
      System.arraycopy(starts, past, starts, 0, count);
      System.arraycopy(ends, past, ends, 0, count);
    }
  }

  /** Takes the first gap from {@code readyNanos} on; returns when the transfer ends. */
  long place(long readyNanos) {
    if (durationNanos == 0) {
      return readyNanos;
    }
    int after = count;
    while (after > 0 && starts[after - 1] >= readyNanos + durationNanos) {
      after--;
    }
    // interval 'after' and those behind it start late enough for a transfer at readyNanos
    long start = after == 0 ? readyNanos : Math.max(readyNanos, ends[after - 1]);
    while (after < count && starts[after] < start + durationNanos) {
      start = Math.max(start, ends[after]);
      after++;
    }
    insert(after, start, start + durationNanos);
    return start + durationNanos;
  }

  private void insert(int at, long start, long end) {
    boolean joinsBefore = at > 0 && start - ends[at - 1] < durationNanos;
    boolean joinsAfter = at < count && starts[at] - end < durationNanos;
    if (joinsBefore && joinsAfter) {
      ends[at - 1] = ends[at];
      remove(at);
    } else if (joinsBefore) {
      ends[at - 1] = end;
    } else if (joinsAfter) {
      starts[at] = start;
    } else {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
      }
      System.arraycopy(starts, at, starts, at + 1, count - at);
      System.arraycopy(ends, at, ends, at + 1, count - at);
      starts[at] = start;
      ends[at] = end;
      count++;
    }
  }

  private void remove(int at) {
    count--;
    System.arraycopy(starts, at + 1, starts, at, count - at);
    System.arraycopy(ends, at + 1, ends, at, count - at);
  }

  void clear() {
    count = 0;
  }
}
