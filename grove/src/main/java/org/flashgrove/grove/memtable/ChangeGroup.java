package org.flashgrove.grove.memtable;

import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.log.Frames;

/**
 * Group of changes that are about to be added to the write buffer. It looks up the intervals of all
 * its changes at once, so that the cache misses of these lookups overlap. Reusable; not safe for
 * use by several threads.
 */
final class ChangeGroup {
  private static final int MOST = 128;

  private final int[] offsets = new int[MOST];
  private final long[] values = new long[MOST];
  private final int[] positions = new int[MOST];
  private int size;
  private long touched; // consumes the values read in advance, so that the compiler keeps the reads

  /**
   * Replaces the group by the next changes, as many as fit.
   *
   * @param words encoded changes
   * @param from index of the first word of a change
   * @param length number of words in use
   * @return index of the first word that was not taken
   */
  int take(long[] words, int from, int length, CurveOrder curve) {
    int at = from;
    int count = 0;
    while (at < length && count < MOST) {
      offsets[count++] = at;
      at += Frames.changeWords(words, at);
    }
    size = count;
    for (int i = 0; i < count; i++) {
      values[i] = Frames.value(words, offsets[i], curve);
    }
    return at;
  }

  /**
   * Finds the position of the interval of each change. Also reads the memory of these intervals, so
   * that it is in the CPU cache when the changes are appended.
   */
  void place(Partition partition) {
    partition.find(values, positions, size);
    touched += partition.touch(positions, size);
  }

  int size() {
    return size;
  }

  /** Returns the index of the first word of change i. */
  int offset(int i) {
    return offsets[i];
  }

  /** Returns the curve value of change i. */
  long value(int i) {
    return values[i];
  }

  /**
   * Returns the position of the interval of change i. The position is valid only in the partition
   * that was passed to {@link #place}.
   */
  int position(int i) {
    return positions[i];
  }
}
