package org.flashgrove.grove.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.flashgrove.grove.fence.BoxGroups;

/**
 * Neighbouring intervals of the write buffer, stored as one array for each property. Searches and
 * the writer read only the arrays that they need.
 */
final class PartitionLeaf {
  private static final VarHandle RAWS = MethodHandles.arrayElementVarHandle(RawChanges[].class);

  final BufferInterval[] intervals;
  final long[] starts;
  final double[] boxes; // box of all changes that each interval has, or had before
  final RawChanges[] raws; // raw changes of each state, copied here to save reads
  final int[] changes; // number of changes of each interval, for the writer

  /** Creates a leaf whose slots are empty. */
  PartitionLeaf(int size) {
    intervals = new BufferInterval[size];
    starts = new long[size];
    boxes = BoxGroups.emptyBoxes(size);
    raws = new RawChanges[size];
    changes = new int[size];
  }

  int size() {
    return intervals.length;
  }

  /** Stores an interval in a slot. */
  void put(int slot, BufferInterval.Placed placed) {
    IntervalState state = placed.interval().state();
    intervals[slot] = placed.interval();
    starts[slot] = placed.start();
    cover(state, boxes, slot);
    note(slot, state);
  }

  /**
   * Copies the raw (unpacked) changes of a new state, and the number of all its changes, to the
   * arrays of this leaf.
   */
  void note(int slot, IntervalState state) {
    RAWS.setRelease(raws, slot, state.raw());
    changes[slot] = state.changes();
  }

  /**
   * Returns the raw (unpacked) changes of an interval. They may be newer, but not older, than the
   * raw changes in any state of this interval that the calling thread has seen.
   */
  RawChanges newest(int slot) {
    return (RawChanges) RAWS.getAcquire(raws, slot);
  }

  /** Copies intervals of another leaf, and their boxes. */
  void copy(PartitionLeaf from, int fromSlot, int slot, int length) {
    System.arraycopy(from.intervals, fromSlot, intervals, slot, length);
    System.arraycopy(from.starts, fromSlot, starts, slot, length);
    System.arraycopy(from.raws, fromSlot, raws, slot, length);
    System.arraycopy(from.changes, fromSlot, changes, slot, length);
    System.arraycopy(
        from.boxes, BoxGroups.BOX * fromSlot, boxes, BoxGroups.BOX * slot, BoxGroups.BOX * length);
  }

  /** Returns a read-only leaf with the same changes, which another buffer can use. */
  PartitionLeaf shared() {
    PartitionLeaf copy = part(0, size());
    for (int i = 0; i < size(); i++) {
      IntervalState state = intervals[i].state().shared();
      copy.intervals[i] = new BufferInterval(state);
      copy.raws[i] = state.raw();
    }
    return copy;
  }

  /** Returns a new leaf with the intervals in slots {@code from} to {@code to - 1} of this leaf. */
  PartitionLeaf part(int from, int to) {
    PartitionLeaf part = new PartitionLeaf(to - from);
    part.copy(this, from, 0, to - from);
    return part;
  }

  /** Extends box {@code at} of {@code boxes} by all changes of a state. */
  static void cover(IntervalState state, double[] boxes, int at) {
    for (Chunk chunk : state.chunks()) {
      BoxGroups.cover(boxes, at, chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY());
    }
    RawChanges raw = state.raw();
    for (int i = 0; i < raw.count(); i++) {
      BoxGroups.cover(boxes, at, raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
    }
  }

  /** Extends the box of an interval to contain a rectangle. Returns whether the box has changed. */
  boolean cover(int slot, double[] box) {
    int at = BoxGroups.BOX * slot;
    boolean isBeyond =
        box[0] < boxes[at]
            || box[1] < boxes[at + 1]
            || box[2] > boxes[at + 2]
            || box[3] > boxes[at + 3];
    if (isBeyond) {
      BoxGroups.cover(boxes, slot, box[0], box[1], box[2], box[3]);
    }
    return isBeyond;
  }

  /**
   * Returns the heap bytes of the {@linkplain RawCells cells} of the raw changes of all intervals.
   */
  long cellBytes() {
    long sum = 0;
    for (RawChanges raw : raws) {
      sum += raw.cellBytes();
    }
    return sum;
  }

  /**
   * Returns the index of the last number that is at most {@code value}.
   *
   * @param numbers ascending numbers; the first one must be at most {@code value}
   */
  static int lastUpTo(long[] numbers, long value) {
    int at = 0;
    for (int left = numbers.length; left > 1; ) {
      int half = left >>> 1;
      at = numbers[at + half] <= value ? at + half : at; // no branch to mispredict
      left -= half;
    }
    return at;
  }
}
