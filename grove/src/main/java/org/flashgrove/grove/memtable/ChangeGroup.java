package org.flashgrove.grove.memtable;

import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.log.Frames;

/**
 * Some changes on their way into the write buffer: finds the intervals of all of them before one is
 * appended, a step for all at a time, so that the processor waits for the memory of many together.
 * To be used again; for one thread.
 */
final class ChangeGroup {
  private static final int MOST = 128;

  private final int[] offsets = new int[MOST];
  private final long[] values = new long[MOST];
  private final int[] positions = new int[MOST];
  private int size;
  private long touched; // so that what is read ahead is read

  /**
   * Takes changes, as many as there is room for.
   *
   * @param words the words of changes, from
   * @param from one of them
   * @param length number of words
   * @return where those begin that are left
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

  /** Finds the positions of the changes' intervals. */
  void place(Partition partition) {
    partition.find(values, positions, size);
    touched += partition.touch(positions, size);
  }

  /** Returns the number of changes. */
  int size() {
    return size;
  }

  /** Returns where a change begins in the words. */
  int offset(int i) {
    return offsets[i];
  }

  /** Returns the value of a change on the curve. */
  long value(int i) {
    return values[i];
  }

  /** Returns the position of a change's interval in the partition that it was looked for in. */
  int position(int i) {
    return positions[i];
  }
}
