package org.flashgrove.grove.memtable;

import java.util.Arrays;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.columns.RadixOrder;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.config.MergeDesign;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.ChunkWriter;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Packs the changes of an interval of the write buffer and unpacks them. Used by the writer only,
 * because its working memory serves one thread at a time.
 *
 * <p>Changes in <em>normal form</em> are insertions, and deletions of entries in blocks. An entry
 * that was both inserted and deleted in the buffer does not occur. The deletions take effect before
 * the insertions.
 */
public final class Packer {
  private static final int LEAST_BEHIND = 4;
  private static final int BEHIND_PART = 8;
  private static final int MOST_BEHIND = 8;

  /**
   * Minimum number of raw (unpacked) changes that fit in an interval with chunks, if the memory is
   * large. Packing then takes a quarter of the work that it takes with {@link #LEAST_BEHIND}.
   */
  private static final int LEAST_LARGE_BEHIND = 16;

  private static final int LARGE_BEHIND_PART = 2;

  /** Divisor of the number of chunks, for the unpacked changes of an interval with many chunks. */
  private static final int CHUNKS_PART = 4;

  private static final int MOST_LARGE_BEHIND = 32;

  /** Number of raw changes at which an interval is split, if changes stay unpacked. */
  static final int MOST_RAW = 256;

  /** Minimum number of changes that fit in an interval whose changes stay unpacked. */
  private static final int LEAST_RAW = 32;

  private static final int MOST_CHUNK = 256;
  private static final int LEAST_CHUNK = 32;

  /**
   * Number of intervals that replace a split interval. {@link #CHUNKS_OF_SPLIT} is the number of
   * full chunks that an interval may hold before it is split.
   *
   * <p>If a split divides an interval into n parts, each change is packed 1 / (1 - 1 / n) times on
   * average. A split into four parts at 3 chunks leaves intervals of about the same average size as
   * a split into two parts at 2 chunks.
   */
  private static final int PARTS = 2;

  private static final int CHUNKS_OF_SPLIT = 2;
  private static final int LARGE_PARTS = 4;
  private static final int CHUNKS_OF_LARGE_SPLIT = 3;

  /** A chunk may hold one change for each {@value} bytes of the memory. */
  private static final int CHUNK_PART = 2048;

  private static final Chunk[] NONE = {};

  private final CurveOrder curve;
  private final ChunkWriter writer;
  private final PackedPage reader = new PackedPage("write buffer");
  private final Tombstones gone = new Tombstones();
  private final double[] box = new double[4];
  private final int mostChunk;
  private final int leastBehind;
  private final int behindPart;
  private final int mostBehind;
  private final boolean isLarge;
  private final boolean mayKeepRaw;
  private final EntryColumns scratch;
  private final EntryColumns ordered; // sorted copy of scratch, after a sort
  private final RadixOrder order = new RadixOrder();

  public Packer(CurveOrder curve, GroveConfig config) {
    this.curve = curve;
    mostChunk = mostChunk(config.memory());
    isLarge = config.isLarge();
    MergeDesign.Buffer form = config.merges().design().buffer();
    writer = new ChunkWriter(form != MergeDesign.Buffer.PLAIN, isLarge);
    mayKeepRaw = config.mayKeepRaw() && form == MergeDesign.Buffer.PACKED;
    leastBehind = isLarge ? LEAST_LARGE_BEHIND : LEAST_BEHIND;
    behindPart = isLarge ? LARGE_BEHIND_PART : BEHIND_PART;
    mostBehind = isLarge ? MOST_LARGE_BEHIND : MOST_BEHIND;
    scratch = new EntryColumns(room());
    ordered = new EntryColumns(isLarge ? room() : 0, false);
  }

  /** Returns the maximum number of changes in a chunk, which is lower for a small memory. */
  public static int mostChunk(long memory) {
    return (int) Math.max(LEAST_CHUNK, Math.min(MOST_CHUNK, memory / CHUNK_PART));
  }

  /**
   * Returns how many unpacked changes fit in an interval. Each packing copies the array of chunks,
   * so the result grows with the array. The time for each change then stays constant.
   *
   * @param packed number of packed changes that no merge has taken
   */
  int rawBehind(int packed, Chunk[] chunks) {
    int most = Math.max(mostBehind, Integer.highestOneBit(chunks.length / CHUNKS_PART));
    return Math.max(leastBehind, Math.min(most, packed / behindPart));
  }

  /** Returns the capacity to give to an interval with {@code changes} raw changes and no chunk. */
  static int rawRoom(int changes) {
    int doubled = Math.min(MOST_RAW, Math.max(LEAST_RAW, 2 * changes));
    return changes < MOST_RAW ? doubled : changes + changes / 4;
  }

  /** Returns whether changes stay unpacked while much memory is free. */
  boolean mayKeepRaw() {
    return mayKeepRaw;
  }

  /**
   * Returns whether an interval that a merge empties stays an interval, instead of being joined
   * with its neighbours. This costs some memory, but the next changes then cause fewer splits.
   */
  boolean keepsIntervals() {
    return isLarge;
  }

  /** Returns the number of changes above which an interval is split. */
  int splitAbove() {
    return mostChunk * (isLarge ? CHUNKS_OF_LARGE_SPLIT : CHUNKS_OF_SPLIT);
  }

  /** Returns how many intervals replace a split interval, if its curve values differ enough. */
  int parts() {
    return isLarge ? LARGE_PARTS : PARTS;
  }

  /** Returns the working memory for an interval that is packed, split or logged. */
  EntryColumns scratch() {
    return scratch;
  }

  /**
   * Clears the working memory, and shrinks it to its usual size if an interval with many changes
   * made it grow.
   */
  void giveRoomBack() {
    scratch.clear();
    scratch.shrink(room());
    ordered.clear();
    ordered.shrink(isLarge ? room() : 0);
  }

  private int room() {
    return splitAbove() + mostBehind + 1;
  }

  /** Returns the heap bytes of the working memory. */
  long bytes() {
    return isLarge ? scratch.bytes() + ordered.bytes() + order.bytes() : scratch.bytes();
  }

  /**
   * Appends, in normal form ({@link Packer}) and with curve keys, changes that a merge has taken.
   */
  public void collectFrozen(IntervalState state, EntryColumns into) {
    int start = into.size();
    for (int i = 0; i < state.frozen(); i++) {
      state.chunks()[i].read(reader);
      reader.appendTo(into);
    }
    setKeys(into, start);
  }

  /**
   * Appends the changes of a state with their curve values as keys, in the normal form that {@link
   * Packer} describes. Leaves out frozen changes, which a merge has taken.
   */
  public void collect(IntervalState state, EntryColumns into) {
    RawChanges raw = state.raw();
    int start = into.size();
    noteGone(raw);
    Chunk[] chunks = state.chunks();
    for (int i = state.frozen(); i < chunks.length; i++) {
      chunks[i].read(reader);
      reader.appendTo(into);
    }
    if (!gone.isEmpty()) {
      takeGone(into, start, 0);
    }
    addRaw(raw, into);
    setKeys(into, start);
  }

  /** Sets {@link #gone} to those raw (unpacked) changes that delete buffered entries. */
  private void noteGone(RawChanges raw) {
    gone.clear();
    for (int i = 0; i < raw.count(); i++) {
      if (raw.kind(i) == RawChanges.BUFFERED_GONE) {
        gone.add(raw.id(i), raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
      }
    }
  }

  /** Appends raw (unpacked) changes, except insertions that a deletion in {@link #gone} undoes. */
  private void addRaw(RawChanges raw, EntryColumns into) {
    for (int i = 0; i < raw.count(); i++) {
      addChange(raw, i, into);
    }
    if (!gone.isEmpty()) {
      throw new IllegalStateException("a buffered entry that was deleted is not in the buffer");
    }
  }

  private void setKeys(EntryColumns into, int start) {
    for (int i = start; i < into.size(); i++) {
      into.setKey(i, curve.value(into.minX(i), into.minY(i), into.maxX(i), into.maxY(i)));
    }
  }

  /**
   * Removes the insertions, from index {@code start} on, that a deletion in {@link #gone} undoes.
   *
   * @return how many of the first {@code covered} changes from {@code start} remain
   */
  private int takeGone(EntryColumns into, int start, int covered) {
    int kept = start;
    int keptCovered = 0;
    for (int i = start; i < into.size(); i++) {
      if (into.isDeletion(i) || !takes(into, i)) {
        if (kept < i) {
          into.copy(i, kept);
        }
        kept++;
        keptCovered += i - start < covered ? 1 : 0;
      }
    }
    into.truncate(kept);
    return keptCovered;
  }

  private boolean takes(EntryColumns of, int i) {
    return gone.takes(of.id(i), of.minX(i), of.minY(i), of.maxX(i), of.maxY(i));
  }

  private void addChange(RawChanges raw, int i, EntryColumns into) {
    int kind = raw.kind(i);
    if (kind == RawChanges.BUFFERED_GONE) {
      return;
    }
    long id = raw.id(i);
    double x1 = raw.minX(i);
    double y1 = raw.minY(i);
    double x2 = raw.maxX(i);
    double y2 = raw.maxY(i);
    if (kind == RawChanges.STORED_GONE) {
      into.setDeletion(into.add(0, id, x1, y1, x2, y2), true);
    } else if (!gone.takes(id, x1, y1, x2, y2)) {
      into.add(0, id, x1, y1, x2, y2);
    }
  }

  /**
   * Packs the raw changes of a state into its chunks, and returns the resulting chunks. First
   * removes the entries that raw changes delete. Unpacks only one or two chunks at a time.
   *
   * <p>This method is too long for inlining (over 325 bytes of code). Otherwise the JIT compiler
   * would compile packing into the short path of a commit.
   */
  Chunk[] fold(IntervalState state) {
    RawChanges raw = state.raw();
    Chunk[] chunks = state.chunks();
    scratch.clear();
    if (raw.takesAway(raw.count())) {
      noteGone(raw);
      Chunk[] all = new Chunk[chunks.length];
      int count = state.frozen();
      System.arraycopy(chunks, 0, all, 0, count);
      int covered = 0; // how many of the first changes in scratch belong to runs of one chunk
      for (int i = count; i < chunks.length; i++) {
        Chunk chunk = chunks[i];
        if (scratch.size() > 0 && scratch.size() + chunk.count() > mostChunk) {
          all[count++] = packed(covered);
        }
        if (scratch.size() == 0 && !mayLose(chunk, raw)) {
          all[count++] = chunk;
          continue;
        }
        int start = scratch.size();
        chunk.read(reader);
        reader.appendTo(scratch);
        int kept = takeGone(scratch, start, chunk.packed().covered());
        covered = start == 0 ? kept : 0;
        if (start == 0 && scratch.size() == chunk.count()) {
          all[count++] = chunk;
          scratch.clear();
        }
      }
      if (scratch.size() > 0) {
        all[count++] = packed(covered);
      }
      chunks = Arrays.copyOf(all, count);
    }
    addRaw(raw, scratch);
    int last = chunks.length - 1;
    if (last >= state.frozen()
        && scratch.size() > 0
        && chunks[last].count() + scratch.size() <= mostChunk) {
      Chunk[] all = chunks.clone();
      all[last] = chunks[last].with(writer, scratch);
      return all;
    }
    return pack(chunks, chunks.length, scratch, 0, scratch.size());
  }

  /** Returns false only if certainly no raw (unpacked) change deletes an entry of the chunk. */
  private static boolean mayLose(Chunk chunk, RawChanges raw) {
    for (int i = 0; i < raw.count(); i++) {
      if (raw.kind(i) == RawChanges.BUFFERED_GONE && chunk.packed().mayHoldId(raw.id(i))) {
        return true;
      }
    }
    return false;
  }

  /** Packs the changes in {@link #scratch()} as one chunk, and clears the working memory. */
  private Chunk packed(int covered) {
    Chunk chunk = Chunk.left(writer, scratch, covered);
    scratch.clear();
    return chunk;
  }

  /**
   * Returns whether all changes of a state have the same curve value. Ignores frozen changes, which
   * a merge has taken.
   */
  boolean haveOneValue(IntervalState state) {
    RawChanges raw = state.raw();
    long value = -1;
    for (int i = 0; i < raw.count(); i++) {
      long next = curve.value(raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
      if (value >= 0 && next != value) {
        return false;
      }
      value = next;
    }
    for (int c = state.frozen(); c < state.chunks().length; c++) {
      state.chunks()[c].read(reader);
      for (int i = 0; i < reader.count(); i++) {
        reader.rectangle(i, box);
        long next = curve.value(box[0], box[1], box[2], box[3]);
        if (value >= 0 && next != value) {
          return false;
        }
        value = next;
      }
    }
    return true;
  }

  /**
   * Sorts the changes in {@link #scratch()} by key and divides them into parts of about equal size.
   * A part never begins between equal keys.
   *
   * @param ends receives the end of each part; its length limits the number of parts
   * @return number of parts
   */
  int sort(int[] ends) {
    order.sort(scratch);
    ordered.clear();
    order.copyTo(ordered);
    int size = scratch.size();
    int parts = 0;
    int from = 0;
    for (int i = 1; i < ends.length && from < size; i++) {
      int end = cut(from, Math.max(from, (int) ((long) size * i / ends.length)));
      if (end < size) {
        ends[parts++] = end;
      }
      from = end;
    }
    ends[parts] = size;
    return parts + 1;
  }

  /**
   * Returns an index after {@code from}, close to {@code near}, whose key differs from the previous
   * key. Returns the number of changes if there is no such index.
   */
  private int cut(int from, int near) {
    int at = near;
    while (at > from && order.key(at - 1) == order.key(at)) {
      at--;
    }
    if (at > from) {
      return at;
    }
    long key = order.key(from);
    while (at < scratch.size() && order.key(at) == key) {
      at++;
    }
    return at;
  }

  /** Returns the key at an index of the sorted changes. */
  long sortedKey(int place) {
    return order.key(place);
  }

  /** Packs the sorted changes {@code from} to {@code to - 1} into chunks. */
  Chunk[] packSorted(int from, int to) {
    Chunk[] all = new Chunk[(to - from + mostChunk - 1) / mostChunk];
    for (int i = 0; i < all.length; i++) {
      int begin = from + i * mostChunk;
      all[i] = Chunk.inOrder(writer, ordered, begin, Math.min(to, begin + mostChunk));
    }
    return all;
  }

  /** Packs changes {@code from} to {@code to - 1} into chunks. */
  Chunk[] pack(EntryColumns changes, int from, int to) {
    return pack(NONE, 0, changes, from, to);
  }

  /**
   * Returns the first {@code kept} chunks of {@code first}, followed by new chunks with changes
   * {@code from} to {@code to - 1}.
   */
  private Chunk[] pack(Chunk[] first, int kept, EntryColumns changes, int from, int to) {
    int more = (to - from + mostChunk - 1) / mostChunk;
    Chunk[] all = new Chunk[kept + more];
    System.arraycopy(first, 0, all, 0, kept);
    for (int i = 0; i < more; i++) {
      int begin = from + i * mostChunk;
      all[kept + i] = Chunk.of(writer, changes, begin, Math.min(to, begin + mostChunk));
    }
    return all;
  }
}
