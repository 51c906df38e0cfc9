package org.flashgrove.grove.memtable;

/**
 * State of one interval of the write buffer: packed chunks and raw changes. Writers only append raw
 * changes. When there is no room for another one, a new state replaces this one.
 *
 * <p>While the interval is merged its first chunks are frozen: deletions behind them may be of
 * their entries, as of entries in blocks.
 *
 * <p>A state serves snapshots of commits from {@link #from} on; those before look at {@link
 * #previous()}, which is kept while there may be one.
 */
public final class IntervalState {
  private static final int OBJECT_BYTES = 48;
  private static final int ARRAY_BYTES = 16;

  /** A state without changes, and without room for any: that of all intervals just drained. */
  public static final IntervalState NOTHING = new IntervalState();

  private final Chunk[] chunks;
  private final RawChanges raw;
  private final long from;
  private final int frozen;
  private final int packed;
  private final long bytes;
  private volatile IntervalState previous;

  /**
   * Creates a state.
   *
   * @param frozen how many of the chunks, the first ones, a merge is merging
   * @param from the newest commit of the changes in chunks; 0 if there are none
   * @param previous the state before it, or null if no snapshot needs that
   */
  IntervalState(Chunk[] chunks, int frozen, RawChanges raw, long from, IntervalState previous) {
    this.chunks = chunks;
    this.frozen = frozen;
    this.raw = raw;
    this.from = from;
    this.previous = previous;
    int count = 0;
    long sum = bytesWithoutChunks(chunks.length, raw);
    for (Chunk chunk : chunks) {
      count += chunk.count();
      sum += chunk.bytes();
    }
    packed = count;
    bytes = sum;
  }

  /**
   * Returns a state with other chunks, where only the last one differs from this state's, and with
   * other raw changes. Only what differs is looked at: the rest of an interval is far from the
   * processor.
   */
  IntervalState withLast(Chunk[] newChunks, RawChanges newRaw, long newFrom, IntervalState before) {
    return new IntervalState(this, newChunks, newRaw, newFrom, before);
  }

  private IntervalState(
      IntervalState old, Chunk[] chunks, RawChanges raw, long from, IntervalState previous) {
    int last = chunks.length - 1;
    Chunk gone = old.chunks[last];
    Chunk added = chunks[last];
    this.chunks = chunks;
    frozen = old.frozen;
    this.raw = raw;
    this.from = from;
    packed = old.packed + added.count() - gone.count();
    this.previous = previous;
    bytes = old.bytes + added.bytes() - gone.bytes() + raw.bytes() - old.raw.bytes();
  }

  /** Returns a state with the same changes, of which this one keeps all, for another buffer. */
  IntervalState shared() {
    return this == NOTHING ? this : new IntervalState(this, raw.shared());
  }

  /** Returns a state with a copy of the raw changes, which no other buffer uses. */
  IntervalState withOwnRaw() {
    return new IntervalState(this, raw.copy());
  }

  private IntervalState(IntervalState same, RawChanges raw) {
    chunks = same.chunks;
    frozen = same.frozen;
    this.raw = raw;
    from = same.from;
    packed = same.packed;
    bytes = same.bytes;
  }

  private IntervalState() {
    chunks = new Chunk[0];
    raw = new RawChanges(false, 0, 0);
    frozen = 0;
    from = 0;
    packed = 0;
    bytes = 0; // shared by all
  }

  /** Returns the state that a snapshot of a commit sees, or null if it is not kept any more. */
  static IntervalState at(IntervalState newest, long commit) {
    IntervalState state = newest;
    while (state != null && state.from > commit) {
      state = state.previous;
    }
    return state;
  }

  /** Returns the bytes of memory of a state, those of its chunks not included. */
  public static long bytesWithoutChunks(int chunks, RawChanges raw) {
    return OBJECT_BYTES + ARRAY_BYTES + 4L * chunks + raw.bytes();
  }

  /**
   * Returns whether other chunks are the same as those of this state but for the last one, which is
   * not frozen.
   */
  boolean differsInLast(Chunk[] others) {
    int last = chunks.length - 1;
    if (others.length != chunks.length || last < frozen) {
      return false;
    }
    for (int i = 0; i < last; i++) {
      if (others[i] != chunks[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the chunks, which are not to be changed. */
  public Chunk[] chunks() {
    return chunks;
  }

  /** Reads what a search needs first of the chunks and the raw changes; the number says nothing. */
  public int touch() {
    int read = raw.touchCount();
    for (Chunk chunk : chunks) {
      read += chunk.count();
    }
    return read;
  }

  /** Reads what a search needs next, behind what {@link #touch} reads. */
  public int touchContent() {
    int read = raw.touchFirst();
    for (Chunk chunk : chunks) {
      read += chunk.packed().touch();
    }
    return read;
  }

  /** Returns how many chunks, the first ones, a merge is merging. */
  public int frozen() {
    return frozen;
  }

  /** Returns the changes in frozen chunks. */
  int frozenChanges() {
    int sum = 0;
    for (int i = 0; i < frozen; i++) {
      sum += chunks[i].count();
    }
    return sum;
  }

  public RawChanges raw() {
    return raw;
  }

  long from() {
    return from;
  }

  IntervalState previous() {
    return previous;
  }

  /** Drops states that no snapshot from a commit on needs; returns whether one is left. */
  boolean prune(long oldestLive) {
    IntervalState state = this;
    while (state != null && state.from > oldestLive) {
      state = state.previous;
    }
    if (state != null) {
      state.previous = null;
    }
    return previous != null;
  }

  /** Returns the changes in chunks. */
  public int packed() {
    return packed;
  }

  /** Returns the changes in all; the writer's. */
  public int changes() {
    return packed + raw.count();
  }

  /** Returns about how many changes behind frozen ones delete entries in blocks; the writer's. */
  public int deletions() {
    return deletions(frozen);
  }

  /** Returns how many changes delete entries in blocks; the writer's. */
  public int allDeletions() {
    return deletions(0);
  }

  private int deletions(int firstChunk) {
    int sum = 0;
    for (int i = firstChunk; i < chunks.length; i++) {
      sum += chunks[i].deletions();
    }
    for (int i = 0; i < raw.count(); i++) {
      sum += raw.kind(i) == RawChanges.STORED_GONE ? 1 : 0;
    }
    return sum;
  }

  /** Returns the bytes of memory, those of states before not included. */
  long bytes() {
    return bytes;
  }
}
