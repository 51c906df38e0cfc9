package org.flashgrove.grove.memtable;

import org.flashgrove.grove.fence.BoxGroups;

/** Neighbouring intervals of the write buffer, in the columns that searches and the writer need. */
final class PartitionLeaf {
  final BufferInterval[] intervals;
  final long[] starts;
  final double[] boxes; // of what each interval holds, or held
  final RawChanges[] raws; // of their states, two steps nearer to the writer
  final int[] changes; // of the intervals; the writer's

  /** Creates a leaf with boxes for intervals, empty as yet. */
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

  /** Puts an interval at a place. */
  void put(int slot, BufferInterval.Placed placed) {
    IntervalState state = placed.interval().state();
    intervals[slot] = placed.interval();
    starts[slot] = placed.start();
    cover(state, boxes, slot);
    note(slot, state);
  }

  /** Notes what the writer needs of the state of an interval. */
  void note(int slot, IntervalState state) {
    raws[slot] = state.raw();
    changes[slot] = state.changes();
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

  /** Returns a leaf with the same changes, of which this one keeps all, for another buffer. */
  PartitionLeaf shared() {
    PartitionLeaf copy = part(0, size());
    for (int i = 0; i < size(); i++) {
      IntervalState state = intervals[i].state().shared();
      copy.intervals[i] = new BufferInterval(state);
      copy.raws[i] = state.raw();
    }
    return copy;
  }

  /** Returns a part of this leaf. */
  PartitionLeaf part(int from, int to) {
    PartitionLeaf part = new PartitionLeaf(to - from);
    part.copy(this, from, 0, to - from);
    return part;
  }

  /** Makes a box hold all changes of a state. */
  static void cover(IntervalState state, double[] boxes, int at) {
    for (Chunk chunk : state.chunks()) {
      BoxGroups.cover(boxes, at, chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY());
    }
    RawChanges raw = state.raw();
    for (int i = 0; i < raw.count(); i++) {
      BoxGroups.cover(boxes, at, raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
    }
  }
}
