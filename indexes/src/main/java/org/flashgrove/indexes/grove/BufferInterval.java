package org.flashgrove.indexes.grove;

/**
 * An interval of the write buffer: all changes not yet in blocks of entries whose values on the
 * line are at least {@link #start} and less than the next interval's.
 */
final class BufferInterval {
  /** Memory of this object and the reference to it. */
  static final int OBJECT_BYTES = 32 + 8 + 4;

  private final long start;
  private volatile IntervalState state;
  private Tail tail; // the state's, one step nearer to the writer

  /**
   * Changes of a size for which splitting the interval was tried in vain, since all its entries
   * share one value; the writer's.
   */
  private int splitTried;

  BufferInterval(long start, IntervalState state) {
    this.start = start;
    tail = state.tail();
    this.state = state;
  }

  long start() {
    return start;
  }

  IntervalState state() {
    return state;
  }

  /** Returns the tail of the state; the writer's. */
  Tail tail() {
    return tail;
  }

  void set(IntervalState newState) {
    tail = newState.tail();
    state = newState;
  }

  int splitTried() {
    return splitTried;
  }

  void setSplitTried(int changes) {
    splitTried = changes;
  }

  long bytes() {
    return OBJECT_BYTES + state.bytes();
  }
}
