package org.flashgrove.grove.memtable;

import java.util.Arrays;
import java.util.List;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.memtable.BufferInterval.Placed;

/**
 * Creates intervals of the write buffer from the changes of existing intervals. It splits
 * intervals, cuts them at a curve value, and joins small intervals after a merge. Used by the
 * writer only.
 */
final class IntervalMaker {
  private static final Chunk[] NO_CHUNKS = {};

  private final Packer packer;
  private final EntryColumns scratch;
  private final RawSplit split; // null if changes are always packed

  IntervalMaker(Packer packer, CurveOrder curve) {
    this.packer = packer;
    scratch = packer.scratch();
    split = packer.mayKeepRaw() ? new RawSplit(curve) : null;
  }

  /** Returns the heap bytes of the working memory for splitting raw changes. */
  long splitBytes() {
    return split == null ? 0 : split.bytes();
  }

  /**
   * Replaces the content of {@link #scratch} by the changes of a state, except frozen changes,
   * which a merge has taken.
   */
  void collect(IntervalState state) {
    scratch.clear();
    packer.collect(state, scratch);
  }

  /**
   * Splits an interval that has only raw (unpacked) changes, without packing them. A sample of the
   * changes determines the boundaries. Returns null if all sampled changes have the same curve
   * value, or if one of the changes deletes a buffered entry.
   */
  Placed[] splitRaw(IntervalState old, long first, boolean boxes) {
    RawChanges raw = old.raw();
    if (raw.takesAway(raw.count()) || split.divide(raw, first) < 2) {
      return null;
    }
    long newestChange = newest(old);
    RawChanges[] into = new RawChanges[split.parts()];
    for (int i = 0; i < into.length; i++) {
      into[i] = new RawChanges(boxes, Packer.rawRoom(split.count(i)), newestChange, true);
    }
    split.copy(raw, into);
    Placed[] parts = new Placed[into.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = raw(split.start(i), into[i], newestChange);
    }
    return parts;
  }

  /**
   * Splits an interval and packs its changes. Returns null if all changes have the same curve
   * value.
   *
   * @param first start of the interval
   * @param boxes whether rectangles that are not points may be added later
   * @param base the newest commit
   */
  Placed[] split(IntervalState old, long first, boolean boxes, long base) {
    if (packer.haveOneValue(old)) {
      return null;
    }
    collect(old);
    Placed[] parts =
        packer.parts() > 2 ? sorted(old, first, boxes, base) : halves(old, first, boxes, base);
    packer.giveRoomBack();
    return parts;
  }

  /**
   * Splits the changes in {@link #scratch} into two intervals of about equal size. Returns null if
   * all changes have the same curve value.
   */
  private Placed[] halves(IntervalState old, long first, boolean boxes, long base) {
    long boundary = scratch.size() < 2 ? Long.MAX_VALUE : middleKey();
    if (boundary == Long.MAX_VALUE) {
      return null;
    }
    Chunk[][] both = divided(boundary);
    return new Placed[] {
      interval(old, first, NO_CHUNKS, both[0], boxes, base),
      interval(old, boundary, NO_CHUNKS, both[1], boxes, base)
    };
  }

  /**
   * Returns the median of the keys in {@link #scratch}. If it is the smallest key, returns the next
   * larger one. Returns {@link Long#MAX_VALUE} if all keys are equal.
   */
  private long middleKey() {
    int size = scratch.size();
    long middle = scratch.keyInOrder(size / 2);
    long least = middle;
    long next = Long.MAX_VALUE;
    for (int i = 0; i < size; i++) {
      long key = scratch.key(i);
      least = Math.min(least, key);
      next = key > middle ? Math.min(next, key) : next;
    }
    return least < middle ? middle : next;
  }

  /**
   * Sorts the changes in {@link #scratch} by curve value and splits them into several intervals.
   * Returns null if all changes have the same curve value.
   */
  private Placed[] sorted(IntervalState old, long first, boolean boxes, long base) {
    int[] ends = new int[packer.parts()];
    int count = packer.sort(ends);
    if (count < 2) {
      return null;
    }
    Placed[] parts = new Placed[count];
    int from = 0;
    for (int i = 0; i < count; i++) {
      long start = i == 0 ? first : packer.sortedKey(from);
      Chunk[] chunks = packer.packSorted(from, ends[i]);
      parts[i] = interval(old, start, NO_CHUNKS, chunks, boxes, base);
      from = ends[i];
    }
    return parts;
  }

  /**
   * Cuts an interval into two at the curve value {@code value}, which must lie within the interval.
   * Frozen changes, which a merge has taken, stay frozen.
   */
  Placed[] cut(IntervalState old, long first, long value, long base) {
    scratch.clear();
    packer.collectFrozen(old, scratch);
    Chunk[][] frozen = divided(value);
    collect(old);
    Chunk[][] others = divided(value);
    packer.giveRoomBack();
    boolean boxes = old.raw().holdsBoxes();
    return new Placed[] {
      interval(old, first, frozen[0], others[0], boxes, base),
      interval(old, value, frozen[1], others[1], boxes, base)
    };
  }

  /**
   * Packs the changes in {@link #scratch} into two arrays of chunks. The second array has the
   * changes whose curve values are {@code boundary} or more.
   */
  private Chunk[][] divided(long boundary) {
    int size = scratch.size();
    int left = below(boundary);
    return new Chunk[][] {packer.pack(scratch, 0, left), packer.pack(scratch, left, size)};
  }

  /**
   * Divides all changes of the buffer into two intervals: one for normal entries and one for
   * oversized entries, whose rectangles are large compared with the domain. Called once the domain
   * of the curve is known.
   */
  Placed[] spread(IntervalState all, boolean staysRaw, long base) {
    boolean boxes = all.raw().holdsBoxes();
    collect(all);
    int oversized = below(CurveOrder.OVERSIZED);
    int size = scratch.size();
    Placed[] both = new Placed[2];
    if (staysRaw) {
      both[0] = raw(all, 0, 0, oversized, boxes);
      both[1] = raw(all, CurveOrder.OVERSIZED, oversized, size, boxes);
    } else {
      both[0] = interval(all, 0, NO_CHUNKS, packer.pack(scratch, 0, oversized), boxes, base);
      Chunk[] above = packer.pack(scratch, oversized, size);
      both[1] = interval(all, CurveOrder.OVERSIZED, NO_CHUNKS, above, boxes, base);
    }
    packer.giveRoomBack();
    return both;
  }

  /**
   * Moves changes with curve values below {@code value} to the front of {@link #scratch}. Returns
   * their number.
   */
  private int below(long value) {
    int left = 0;
    for (int i = 0; i < scratch.size(); i++) {
      if (scratch.key(i) < value) {
        scratch.swap(i, left++);
      }
    }
    return left;
  }

  /**
   * Creates an interval from changes {@code from} to {@code to - 1} of {@link #scratch}, without
   * packing them.
   */
  private Placed raw(IntervalState old, long start, int from, int to, boolean boxes) {
    long newestChange = newest(old);
    RawChanges raw = new RawChanges(boxes, Packer.rawRoom(to - from), newestChange);
    return raw(start, raw.addFirst(scratch, from, to), newestChange);
  }

  private static Placed raw(long start, RawChanges raw, long newestChange) {
    return Placed.of(start, new IntervalState(NO_CHUNKS, 0, raw, newestChange, null));
  }

  private static long newest(IntervalState state) {
    return Math.max(state.from(), state.raw().newest());
  }

  private Placed interval(
      IntervalState old, long start, Chunk[] frozen, Chunk[] others, boolean boxes, long base) {
    int packed = 0;
    for (Chunk chunk : others) {
      packed += chunk.count();
    }
    Chunk[] chunks = Arrays.copyOf(frozen, frozen.length + others.length);
    System.arraycopy(others, 0, chunks, frozen.length, others.length);
    RawChanges raw = new RawChanges(boxes, packer.rawBehind(packed, chunks), base);
    return Placed.of(start, new IntervalState(chunks, frozen.length, raw, newest(old), null));
  }

  /**
   * Packs the changes in {@link #scratch}, which come from the log, and returns a state with the
   * chunks of {@code old} followed by these changes. The raw changes of {@code old} must be empty.
   *
   * @param boxes whether some of the changes in {@link #scratch} are rectangles, not points
   * @param frozen whether these changes are frozen, that is, taken by a merge
   */
  IntervalState restored(IntervalState old, boolean boxes, boolean frozen, long newest) {
    Chunk[] first = old.chunks();
    Chunk[] more = packer.pack(scratch, 0, scratch.size());
    Chunk[] chunks = Arrays.copyOf(first, first.length + more.length);
    System.arraycopy(more, 0, chunks, first.length, more.length);
    int behind = frozen ? 0 : old.packed() - old.frozenChanges() + scratch.size();
    RawChanges raw = new RawChanges(boxes, packer.rawBehind(behind, chunks), newest);
    packer.giveRoomBack();
    return new IntervalState(chunks, frozen ? chunks.length : old.frozen(), raw, newest, null);
  }

  /**
   * Adds the new buffer intervals for [start, end) after a merge to {@code into}. They hold the
   * changes that were made after the frozen changes, which the merge has taken. Small neighbouring
   * intervals are joined. With a large memory, only intervals that were small even before the merge
   * are joined. An interval that was large will fill again, and joining it would cause another
   * split.
   */
  void addBehindFrozen(Partition partition, long start, long end, long newest, List<Placed> into) {
    int last = partition.find(end - 1);
    int joined = 0;
    long begin = start;
    boolean boxes = false;
    long newestChange = 0;
    scratch.clear();
    for (int at = partition.find(start); at <= last; at = partition.next(at)) {
      IntervalState state = partition.buffer(at).state();
      int more = state.changes() - state.frozenChanges();
      int weight = packer.keepsIntervals() ? state.changes() : more;
      if (weight == 0) {
        continue;
      }
      if (joined > 0 && joined + weight > packer.splitAbove() / 2) {
        into.add(behindFrozen(begin, boxes, newestChange, newest));
        begin = partition.start(at);
        boxes = false;
        newestChange = 0;
        joined = 0;
        scratch.clear();
      }
      joined += weight;
      collectWithin(state, start, end);
      boxes |= state.raw().holdsBoxes();
      newestChange = Math.max(newestChange, newest(state));
    }
    into.add(behindFrozen(begin, boxes, newestChange, newest));
  }

  /**
   * Appends changes of a state to {@link #scratch}. Takes only changes whose curve values are in
   * [start, end). Leaves out frozen changes, which a merge has taken.
   */
  private void collectWithin(IntervalState state, long start, long end) {
    int kept = scratch.size();
    int from = kept;
    packer.collect(state, scratch);
    for (int i = from; i < scratch.size(); i++) {
      if (scratch.key(i) >= start && scratch.key(i) < end) {
        scratch.copy(i, kept++);
      }
    }
    scratch.truncate(kept);
  }

  /**
   * Packs the changes in {@link #scratch}, which are newer than those that a merge has taken, and
   * creates an interval with them.
   */
  private Placed behindFrozen(long start, boolean boxes, long newestChange, long newest) {
    int size = scratch.size();
    if (size == 0) {
      return Placed.of(start, IntervalState.NOTHING);
    }
    Chunk[] chunks = packer.pack(scratch, 0, size);
    RawChanges raw = new RawChanges(boxes, packer.rawBehind(size, chunks), newest);
    return Placed.of(start, new IntervalState(chunks, 0, raw, newestChange, null));
  }
}
