package org.flashgrove.grove.memtable;

import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Finds one entry among the changes of an interval of the write buffer. Not safe for use by several
 * threads.
 */
public final class BufferLookup {
  /** Number of entries that a raw change adds to those inserted into the buffer, by its kind. */
  private static final int[] INSERTED = {1, 0, -1};

  private final PackedPage reader = new PackedPage("write buffer");
  private final double[] other = new double[4];

  // Last call of entries() and its result. A deletion looks for its entry twice: to check
  // whether the entry exists, and when the buffer receives the deletion.
  private IntervalState lastState;
  private int lastCount;
  private long lastId;
  private final double[] last = new double[4];
  private int lastFound;

  /**
   * Counts the entries with this id and rectangle that were inserted into the buffer up to a commit
   * and not deleted since. Frozen changes, which a merge has taken, do not count.
   *
   * @param state state of the interval that the entry belongs to
   * @param commit newest commit that counts
   * @param box minX, minY, maxX, maxY of the entry
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
      found += same(raw, i, id, box) * INSERTED[raw.kind(i)];
    }
    lastState = state;
    lastCount = count;
    lastId = id;
    System.arraycopy(box, 0, last, 0, box.length);
    lastFound = found;
    return found;
  }

  /**
   * Returns the number of entries with this id and rectangle in the frozen chunks. A frozen chunk
   * holds changes that a merge has taken.
   */
  public int frozenEntries(IntervalState state, long id, double[] box) {
    return count(state, 0, state.frozen(), id, box, false);
  }

  /**
   * Returns how many buffered changes delete an entry that has this id and rectangle and is stored
   * in blocks or in frozen chunks. A frozen chunk holds changes that a merge has taken.
   */
  public int storedGone(IntervalState state, long commit, long id, double[] box) {
    int found = count(state, 0, state.chunks().length, id, box, true);
    RawChanges raw = state.raw();
    int count = raw.count(commit);
    for (int i = 0; i < count; i++) {
      found += raw.kind(i) == RawChanges.STORED_GONE ? same(raw, i, id, box) : 0;
    }
    return found;
  }

  private int count(
      IntervalState state, int from, int to, long id, double[] box, boolean deletions) {
    int found = 0;
    for (int c = from; c < to; c++) {
      Chunk chunk = state.chunks()[c];
      if (chunk.mayHold(box)
          && chunk.packed().mayHoldId(id) // many entries may have the same rectangle
          && (!deletions || chunk.deletions() > 0)) {
        found += count(chunk, id, box, deletions);
      }
    }
    return found;
  }

  /**
   * Counts the insertions or the deletions of one entry in a chunk.
   *
   * @param deletions whether to count deletions instead of insertions
   */
  private int count(Chunk chunk, long id, double[] box, boolean deletions) {
    chunk.packed().find(reader, id, box[0], box[1], box[2], box[3]);
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

  /** Returns whether two rectangles are equal. */
  public static boolean isSame(double[] a, double[] b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
  }

  /**
   * Returns 1 if a raw change has this id and rectangle, otherwise 0. Once the ids are equal, no
   * branch follows: the JIT compiler would leave out a rare one and compile the callers again.
   */
  private static int same(RawChanges raw, int i, long id, double[] box) {
    if (raw.id(i) != id) {
      return 0;
    }
    long difference =
        Tombstones.difference(raw.minX(i), box[0])
            | Tombstones.difference(raw.minY(i), box[1])
            | Tombstones.difference(raw.maxX(i), box[2])
            | Tombstones.difference(raw.maxY(i), box[3]);
    return 1 + (int) ((difference | -difference) >> Long.SIZE - 1);
  }
}
