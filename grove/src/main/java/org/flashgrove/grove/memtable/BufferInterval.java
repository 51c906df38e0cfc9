package org.flashgrove.grove.memtable;

/**
 * Interval of the write buffer. It holds the buffered changes whose curve values lie between its
 * start and the start of the next interval. The {@link Partition} stores the starts of all
 * intervals.
 */
public final class BufferInterval {
  /**
   * Heap bytes of this object and of the array elements that describe it in its partition leaf.
   * These elements are its start, its raw (unpacked) changes and its number of changes. A share of
   * the array headers is included.
   */
  public static final int OBJECT_BYTES = 16 + 8 + 3 * 4 + 8;

  private volatile IntervalState state;

  /** An interval and its start on the curve, before both are put into a {@link Partition}. */
  record Placed(long start, BufferInterval interval) {
    /** Creates an interval with a state and its start on the curve. */
    static Placed of(long start, IntervalState state) {
      return new Placed(start, new BufferInterval(state));
    }
  }

  BufferInterval(IntervalState state) {
    this.state = state;
  }

  public IntervalState state() {
    return state;
  }

  /**
   * Sets the state. Only the {@link Partition} calls this method, because the partition also
   * updates its own arrays.
   */
  void set(IntervalState newState) {
    state = newState;
  }

  long bytes() {
    return OBJECT_BYTES + state.bytes();
  }
}
