package org.flashgrove.grove.memtable;

import org.flashgrove.grove.packed.PackedPage;

/** Looks for one entry among the changes of an interval of the write buffer. For one thread. */
public final class BufferLookup {
  private final PackedPage reader = new PackedPage("write buffer");
  private final double[] other = new double[4];

  // The last answer: who changes an entry asks whether it is there, and the buffer then asks again.
  private IntervalState lastState;
  private int lastCount;
  private long lastId;
  private final double[] last = new double[4];
  private int lastFound;

  /**
   * Returns how many entries of an id and rectangle the buffer holds behind frozen ones up to a
   * commit: those that came less those of them that went since.
   */
  public int entries(IntervalState state, long commit, long id, double[] box) {
    RawChanges raw = state.raw();
    int count = raw.count(commit);
    if (state == lastState && count == lastCount && id == lastId && isSame(box, last)) {
      lastState = null;
      return lastFound;
    }
    int found = count(state, state.frozen(), state.chunks().length, id, box, false);
    for (int i = 0; i < count; i++) {
      if (raw.kind(i) != RawChanges.STORED_GONE && isSame(raw, i, id, box)) {
        found += raw.kind(i) == RawChanges.ENTRY ? 1 : -1;
      }
    }
    lastState = state;
    lastCount = count;
    lastId = id;
    System.arraycopy(box, 0, last, 0, box.length);
    lastFound = found;
    return found;
  }

  /** Returns how many frozen entries of an id and rectangle there are. */
  public int frozenEntries(IntervalState state, long id, double[] box) {
    return count(state, 0, state.frozen(), id, box, false);
  }

  /** Returns how many entries of an id and rectangle went that stand in blocks, or are frozen. */
  public int storedGone(IntervalState state, long commit, long id, double[] box) {
    int found = count(state, 0, state.chunks().length, id, box, true);
    RawChanges raw = state.raw();
    int count = raw.count(commit);
    for (int i = 0; i < count; i++) {
      found += raw.kind(i) == RawChanges.STORED_GONE && isSame(raw, i, id, box) ? 1 : 0;
    }
    return found;
  }

  private int count(
      IntervalState state, int from, int to, long id, double[] box, boolean deletions) {
    int found = 0;
    for (int c = from; c < to; c++) {
      Chunk chunk = state.chunks()[c];
      if (chunk.mayHold(box)
          && chunk.packed().mayHoldId(id) // many entries may have the rectangle
          && (!deletions || chunk.deletions() > 0)) {
        found += count(chunk, id, box, deletions);
      }
    }
    return found;
  }

  /** Counts the equal changes of a chunk: those of the id among what meets the rectangle. */
  private int count(Chunk chunk, long id, double[] box, boolean deletions) {
    chunk.scan(reader, box[0], box[1], box[2], box[3]);
    long[] hits = reader.hits();
    int found = 0;
    for (int first = 0; first < chunk.count(); first += Long.SIZE) {
      for (long rest = hits[first / Long.SIZE]; rest != 0; rest &= rest - 1) {
        int i = first + Long.numberOfTrailingZeros(rest);
        if (reader.id(i) == id && reader.isDeletion(i) == deletions) {
          reader.rectangle(i, other);
          found += isSame(other, box) ? 1 : 0;
        }
      }
    }
    return found;
  }

  /** Returns whether two rectangles are the same. */
  public static boolean isSame(double[] a, double[] b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
  }

  private static boolean isSame(RawChanges raw, int i, long id, double[] box) {
    return raw.id(i) == id
        && raw.minX(i) == box[0]
        && raw.minY(i) == box[1]
        && raw.maxX(i) == box[2]
        && raw.maxY(i) == box[3];
  }
}
