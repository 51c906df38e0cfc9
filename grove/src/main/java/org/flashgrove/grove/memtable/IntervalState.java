package org.flashgrove.grove.memtable;

/**
 * State of one interval of the write buffer: packed chunks and raw (unpacked) changes. The writer
 * appends to the raw changes. When their array is full, a new state replaces this one.
 *
 * <p>During a merge of the interval, its first chunks are frozen: the merge has taken them and
 * writes them to blocks. Later deletions may refer to frozen entries in the same way as to entries
 * in blocks.
 *
 * <p>Snapshots of commits from {@link #from} on read this state. Snapshots of earlier commits read
 * {@link #previous()}, which is kept as long as such a snapshot may exist.
 */
public final class IntervalState {
  private static final int OBJECT_BYTES = 48;
  private static final int ARRAY_BYTES = 16;

  /**
   * State without changes and without room for changes. An interval has this state after a merge
   * has emptied it.
   */
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
   * @param frozen number of frozen chunks, which a merge has taken; they come first in {@code
   *     chunks}
   * @param from the newest commit in the chunks, or 0 if there are none
   * @param previous the replaced state, or null if no snapshot needs it
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
   * Returns a state that differs from this state only in its last chunk and in its raw (unpacked)
   * changes. The sizes of the new state are computed from the difference, so the other chunks need
   * not be read from memory.
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

  /**
   * Returns a read-only state with the same changes, for another buffer. Changes that are added to
   * this state later do not appear in the returned state.
   */
  IntervalState shared() {
    return this == NOTHING ? this : new IntervalState(this, raw.shared());
  }

  /**
   * Returns a state with a writable copy of the raw (unpacked) changes. In this state, another
   * buffer may own these changes.
   */
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
    bytes = 0; // shared by all intervals, so nobody pays for it
  }

  /**
   * Returns the newest state of the interval that a snapshot of {@code commit} may read: {@code
   * newest} or an older state. Returns null if that state was discarded.
   */
  static IntervalState at(IntervalState newest, long commit) {
    IntervalState state = newest;
    while (state != null && state.from > commit) {
      state = state.previous;
    }
    return state;
  }

  /**
   * Returns the heap memory, in bytes, of a state that has {@code chunks} chunks. The memory of the
   * chunks is not included.
   */
  public static long bytesWithoutChunks(int chunks, RawChanges raw) {
    return OBJECT_BYTES + ARRAY_BYTES + 4L * chunks + raw.bytes();
  }

  /**
   * Returns whether {@code others} equals the chunks of this state, except that the last chunk may
   * differ. Returns false if the last chunk of this state is frozen, that is, taken by a merge.
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

  /** Returns the chunks. Callers must not modify the array. */
  public Chunk[] chunks() {
    return chunks;
  }

  /**
   * Reads the memory that a search reads first, so that this memory is in the CPU cache. The result
   * has no meaning.
   */
  public int touch() {
    int read = raw.touchCount();
    for (Chunk chunk : chunks) {
      read += chunk.count();
    }
    return read;
  }

  /**
   * Reads the memory that a search reads after the memory of {@link #touch}. The result has no
   * meaning.
   */
  public int touchContent() {
    int read = raw.touchFirst();
    for (Chunk chunk : chunks) {
      read += chunk.packed().touch();
    }
    return read;
  }

  /**
   * Returns the number of frozen chunks, which a merge has taken. They come before the other
   * chunks.
   */
  public int frozen() {
    return frozen;
  }

  /** Returns the number of changes in frozen chunks, which a merge has taken. */
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

  /**
   * Drops older states that no snapshot of {@code oldestLive} or of a later commit needs. Returns
   * whether an older state remains.
   */
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

  /** Returns the number of changes in chunks. */
  public int packed() {
    return packed;
  }

  /** Returns the number of all changes. Only the writer may call this. */
  public int changes() {
    return packed + raw.count();
  }

  /**
   * Returns how many changes delete entries in blocks. Does not count changes in frozen chunks,
   * which a merge has taken. Only the writer may call this.
   */
  public int deletions() {
    return deletions(frozen);
  }

  /**
   * Returns how many changes delete entries in blocks. Also counts changes in frozen chunks, which
   * a merge has taken. Only the writer may call this.
   */
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

  /** Returns the heap memory of this state in bytes, without the older states that it refers to. */
  long bytes() {
    return bytes;
  }
}
