package org.flashgrove.grove.memtable;

import java.util.List;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.memtable.BufferInterval.Placed;

/**
 * Makes intervals of the write buffer from the changes of others: splits them, cuts them at a
 * value, and joins what came behind frozen changes. The writer's.
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

  /** Returns the bytes of the room that raw changes are divided in. */
  long splitBytes() {
    return split == null ? 0 : split.bytes();
  }

  /** Collects all changes of a state in the packer's scratch memory. */
  void collect(IntervalState state) {
    scratch.clear();
    packer.collect(state, scratch);
  }

  /**
   * Divides an interval whose changes are all raw. Returns null if all may have one value, or if
   * some take away what the buffer took before.
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
   * Splits an interval, and packs its changes. Returns null if all have one value.
   *
   * @param first where the interval begins
   * @param boxes whether rectangles with an extent may follow
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

  /** Halves an interval whose changes are in {@link #scratch}; null if all have one value. */
  private Placed[] halves(IntervalState old, long first, boolean boxes, long base) {
    long boundary = scratch.size() < 2 ? Long.MAX_VALUE : packer.middleKey();
    return boundary == Long.MAX_VALUE ? null : cutCollected(old, first, boundary, boxes, base);
  }

  /**
   * Returns several intervals in the order of the curve: they need no order of runs beside. Null if
   * all changes have one value.
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
      parts[i] = interval(old, start, packer.packSorted(from, ends[i]), boxes, base);
      from = ends[i];
    }
    return parts;
  }

  /** Cuts an interval at a value within it. */
  Placed[] cut(IntervalState old, long first, long value, long base) {
    collect(old);
    Placed[] both = cutCollected(old, first, value, old.raw().holdsBoxes(), base);
    packer.giveRoomBack();
    return both;
  }

  /** Cuts an interval whose changes are in {@link #scratch}. */
  private Placed[] cutCollected(
      IntervalState old, long first, long boundary, boolean boxes, long base) {
    int size = scratch.size();
    int left = below(boundary);
    Chunk[] below = packer.pack(scratch, 0, left);
    return new Placed[] {
      interval(old, first, below, boxes, base),
      interval(old, boundary, packer.pack(scratch, left, size), boxes, base)
    };
  }

  /** Returns the two intervals of all changes, when the curve has got a domain. */
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
      both[0] = interval(all, 0, packer.pack(scratch, 0, oversized), boxes, base);
      Chunk[] above = packer.pack(scratch, oversized, size);
      both[1] = interval(all, CurveOrder.OVERSIZED, above, boxes, base);
    }
    packer.giveRoomBack();
    return both;
  }

  /** Brings changes below a value to the front of {@link #scratch}; returns their number. */
  private int below(long value) {
    int left = 0;
    for (int i = 0; i < scratch.size(); i++) {
      if (scratch.key(i) < value) {
        scratch.swap(i, left++);
      }
    }
    return left;
  }

  /** Returns an interval with some changes of {@link #scratch}, which stay raw. */
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

  private Placed interval(IntervalState old, long start, Chunk[] chunks, boolean boxes, long base) {
    int packed = 0;
    for (Chunk chunk : chunks) {
      packed += chunk.count();
    }
    RawChanges raw = new RawChanges(boxes, packer.rawBehind(packed), base);
    return Placed.of(start, new IntervalState(chunks, 0, raw, newest(old), null));
  }

  /**
   * Adds intervals of the buffer for [start, end): with what came behind frozen changes, and joined
   * while they are small; or, where the memory is large, while they were: they will hold as much
   * again, and each would have to be split on its way there.
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

  /** Collects the changes behind frozen ones of values from one up to another. */
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

  /** Returns an interval of the buffer with what is in {@link #scratch}. */
  private Placed behindFrozen(long start, boolean boxes, long newestChange, long newest) {
    int size = scratch.size();
    if (size == 0) {
      return Placed.of(start, IntervalState.NOTHING);
    }
    RawChanges raw = new RawChanges(boxes, packer.rawBehind(size), newest);
    Chunk[] chunks = packer.pack(scratch, 0, size);
    return Placed.of(start, new IntervalState(chunks, 0, raw, newestChange, null));
  }
}
