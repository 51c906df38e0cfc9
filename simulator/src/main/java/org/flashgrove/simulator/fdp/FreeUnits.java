package org.flashgrove.simulator.fdp;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.IntConsumer;

/** Free reclaim units in the order in which they became free. */
final class FreeUnits {
  private final int[] ring;
  private int head;
  private int count;

  /** Creates a queue with all units, in ascending order. */
  FreeUnits(int units) {
    ring = new int[units];
    for (int i = 0; i < units; i++) {
      ring[i] = i;
    }
    count = units;
  }

  int count() {
    return count;
  }

  /** Takes the unit that has been free for the longest. */
  int take() {
    if (count == 0) {
      throw new IllegalStateException("fdp: no reclaim unit is free; use more spare units");
    }
    int unit = ring[head];
    head = head + 1 == ring.length ? 0 : head + 1;
    count--;
    return unit;
  }

  void add(int unit) {
    int end = head + count;
    ring[end >= ring.length ? end - ring.length : end] = unit;
    count++;
  }

  /** Passes the free units to {@code each} in the order in which they became free. */
  void forEach(IntConsumer each) {
    for (int i = 0; i < count; i++) {
      each.accept(ring[(head + i) % ring.length]);
    }
  }

  void save(DataOutput out) throws IOException {
    IntArrays.save(out, ring, new int[] {head, count});
  }

  void load(DataInput in) throws IOException {
    IntArrays.load(in, ring);
    head = in.readInt();
    count = in.readInt();
  }
}
