package org.flashgrove.simulator.time;

/**
 * Busy intervals of a channel whose transfers all have the same duration. A later transfer may use
 * a gap between earlier transfers. Gaps too short for a transfer are closed, so few intervals are
 * stored.
 */
final class Timeline {
  private final long durationNanos;
  private long[] starts = new long[16];
  private long[] ends = new long[16];

  /** Stored intervals are at indexes {@code [head, tail)} of the arrays, in order of time. */
  private int head;

  private int tail;

  Timeline(long durationNanos) {
    this.durationNanos = durationNanos;
  }

  /**
   * Discards intervals that end before {@code nanos}. No later transfer may start before that time.
   */
  void forgetBefore(long nanos) {
    while (head < tail && ends[head] <= nanos) {
      head++;
    }
  }

  /**
   * Plans a transfer in the first gap at or after {@code readyNanos}. Returns the time at which the
   * transfer ends.
   */
  long place(long readyNanos) {
    if (durationNanos == 0) {
      return readyNanos;
    }
    int at = firstEndingAfter(readyNanos);
    long start = readyNanos;
    // any gap between two intervals is long enough, so this looks at one or two of them
    while (at < tail && starts[at] < start + durationNanos) {
      start = Math.max(start, ends[at++]);
    }
    insert(at, start, start + durationNanos);
    return start + durationNanos;
  }

  private int firstEndingAfter(long nanos) {
    int low = head;
    int high = tail;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] > nanos) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void insert(int at, long start, long end) {
    boolean joinsBefore = at > head && start - ends[at - 1] < durationNanos;
    boolean joinsAfter = at < tail && starts[at] - end < durationNanos;
    if (joinsBefore && joinsAfter) {
      ends[at - 1] = ends[at];
      tail--;
      System.arraycopy(starts, at + 1, starts, at, tail - at);
      System.arraycopy(ends, at + 1, ends, at, tail - at);
    } else if (joinsBefore) {
      ends[at - 1] = end;
    } else if (joinsAfter) {
      starts[at] = start;
    } else {
      insertAt(at, start, end);
    }
  }

  private void insertAt(int place, long start, long end) {
    int at = place;
    if (tail == starts.length) {
      int count = tail - head;
      long[] oldStarts = starts;
      long[] oldEnds = ends;
      if (count > starts.length / 2) {
        starts = new long[2 * count];
        ends = new long[2 * count];
      }
      System.arraycopy(oldStarts, head, starts, 0, count);
      System.arraycopy(oldEnds, head, ends, 0, count);
      at -= head;
      head = 0;
      tail = count;
    }
    System.arraycopy(starts, at, starts, at + 1, tail - at);
    System.arraycopy(ends, at, ends, at + 1, tail - at);
    starts[at] = start;
    ends[at] = end;
    tail++;
  }

  void clear() {
    head = 0;
    tail = 0;
  }
}
