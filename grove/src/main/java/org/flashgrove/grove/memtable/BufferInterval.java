package org.flashgrove.grove.memtable;

/**
 * An interval of the write buffer: all changes not yet in blocks of entries whose values on the
 * curve are at least its start, which its partition knows, and less than the next interval's.
 */
public final class BufferInterval {
  /**
   * Memory of this object, of its start, raw changes and number of changes in a partition, and of
   * its part of the heads of the arrays that those stand in.
   */
  public static final int OBJECT_BYTES = 16 + 8 + 3 * 4 + 8;

  private volatile IntervalState state;

  /** An interval and where it starts, on their way into a {@link Partition}. */
  record Placed(long start, BufferInterval interval) {
    /** Returns a new interval. */
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
   * Sets the state; for the partition, which has its raw changes and its number of changes, too.
   */
  void set(IntervalState newState) {
    state = newState;
  }

  long bytes() {
    return OBJECT_BYTES + state.bytes();
  }
}
