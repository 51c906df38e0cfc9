package org.flashgrove.indexes.grove;

import org.flashgrove.indexes.packed.ChunkWriter;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.packed.PackedPage;

/**
 * Brings the changes of an interval of the write buffer into packed form and back. The writer's: it
 * has scratch memory.
 *
 * <p>In normal form the deletions of an interval are of entries that stand in blocks, and its
 * entries come after them: an entry that came and went within the buffer is not there at all.
 */
final class Packer {
  /** Most changes of a tail. */
  static final int MOST_TAIL = 16;

  private static final int MOST_CHUNK = 256;
  private static final int LEAST_CHUNK = 32;

  /** Part of the memory, in bytes, for each change of the largest chunk. */
  private static final int CHUNK_PART = 2048;

  private static final Chunk[] NONE = {};

  private final Line line;
  private final ChunkWriter writer = new ChunkWriter();
  private final PackedPage reader = new PackedPage("write buffer");
  private final Antimatter gone = new Antimatter();
  private final int mostChunk;
  private final EntryColumns scratch;

  Packer(Line line, long memory) {
    this.line = line;
    mostChunk = mostChunk(memory);
    scratch = new EntryColumns(splitAbove() + MOST_TAIL + 1);
  }

  /** Returns the most changes of a chunk: adding to one copies all of it, or packs it anew. */
  static int mostChunk(long memory) {
    return (int) Math.max(LEAST_CHUNK, Math.min(MOST_CHUNK, memory / CHUNK_PART));
  }

  /** Returns the changes above which an interval of the buffer is split. */
  int splitAbove() {
    return 2 * mostChunk;
  }

  /**
   * Returns the room for the changes of an interval while it is packed, split or written to a
   * checkpoint.
   */
  EntryColumns scratch() {
    return scratch;
  }

  /** Returns the bytes of memory of that room. */
  long bytes() {
    return scratch.bytes();
  }

  /**
   * Appends the changes behind frozen ones in normal form, with their values on the line as keys.
   */
  void collect(IntervalState state, EntryColumns into) {
    collect(state, state.frozen(), into);
  }

  /** Appends the frozen changes, which are in normal form, with their values as keys. */
  void collectFrozen(IntervalState state, EntryColumns into) {
    int start = into.size();
    for (int i = 0; i < state.frozen(); i++) {
      state.chunks()[i].read(reader);
      reader.appendTo(into);
    }
    setKeys(into, start);
  }

  /**
   * Appends changes in normal form.
   *
   * @param from the first chunk: behind the first that is not frozen only if the tail has no
   *     deletion of a buffered entry
   */
  private void collect(IntervalState state, int from, EntryColumns into) {
    Tail tail = state.tail();
    int start = into.size();
    int count = tail.count();
    gone.clear();
    for (int i = 0; i < count; i++) {
      if (tail.kind(i) == Tail.BUFFERED_GONE) {
        gone.add(tail.id(i), tail.minX(i), tail.minY(i), tail.maxX(i), tail.maxY(i));
      }
    }
    Chunk[] chunks = state.chunks();
    for (int i = from; i < chunks.length; i++) {
      chunks[i].read(reader);
      reader.appendTo(into);
    }
    if (!gone.isEmpty()) {
      takeGone(into, start);
    }
    for (int i = 0; i < count; i++) {
      addChange(tail, i, into);
    }
    if (!gone.isEmpty()) {
      throw new IllegalStateException("a buffered entry that was deleted is not in the buffer");
    }
    setKeys(into, start);
  }

  private void setKeys(EntryColumns into, int start) {
    for (int i = start; i < into.size(); i++) {
      into.setKey(i, line.value(into.minX(i), into.minY(i), into.maxX(i), into.maxY(i)));
    }
  }

  private void takeGone(EntryColumns into, int start) {
    int kept = start;
    for (int i = start; i < into.size(); i++) {
      if (into.isDeletion(i) || !takes(into, i)) {
        if (kept < i) {
          into.copy(i, kept);
        }
        kept++;
      }
    }
    into.truncate(kept);
  }

  private boolean takes(EntryColumns of, int i) {
    return gone.takes(of.id(i), of.minX(i), of.minY(i), of.maxX(i), of.maxY(i));
  }

  private void addChange(Tail tail, int i, EntryColumns into) {
    int kind = tail.kind(i);
    if (kind == Tail.BUFFERED_GONE) {
      return;
    }
    long id = tail.id(i);
    double x1 = tail.minX(i);
    double y1 = tail.minY(i);
    double x2 = tail.maxX(i);
    double y2 = tail.maxY(i);
    if (kind == Tail.STORED_GONE) {
      into.add(0, id, x1, y1, x2, y2, true);
    } else if (!gone.takes(id, x1, y1, x2, y2)) {
      into.add(0, id, x1, y1, x2, y2, false);
    }
  }

  /** Returns the chunks of a state with the changes of its tail added; frozen ones stay. */
  Chunk[] fold(IntervalState state) {
    Chunk[] chunks = state.chunks();
    Tail tail = state.tail();
    int from = tail.takesAway(tail.count()) ? state.frozen() : chunks.length;
    scratch.clear();
    collect(state, from, scratch);
    if (from > state.frozen()
        && scratch.size() > 0
        && chunks[from - 1].count() + scratch.size() <= mostChunk) {
      Chunk[] all = chunks.clone();
      all[from - 1] = chunks[from - 1].with(writer, scratch);
      return all;
    }
    return pack(chunks, from, scratch, 0, scratch.size());
  }

  /** Packs changes {@code from} to {@code to - 1} as chunks. */
  Chunk[] pack(EntryColumns changes, int from, int to) {
    return pack(NONE, 0, changes, from, to);
  }

  /** Returns the first chunks of some, and behind them changes {@code from} to {@code to - 1}. */
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
