package org.flashgrove.indexes.query;

import java.util.Arrays;
import org.flashgrove.core.order.RadixSort;

/** Reusable flat arrays of the entries on one side of a plane sweep. */
final class SweepEntries extends SweepArrays {
  private static final int FIRST_ENTRIES = 256;

  private final RadixSort sorting = new RadixSort();
  private long[] keys = new long[FIRST_ENTRIES];
  private double[] spare = new double[FIRST_ENTRIES];
  private long[] spareIds = new long[FIRST_ENTRIES];
  private int[] order = new int[FIRST_ENTRIES];

  SweepEntries() {
    allocate(FIRST_ENTRIES);
  }

  void clear() {
    count = 0;
  }

  void add(long id, double x1, double y1, double x2, double y2) {
    int at = count;
    if (at == ids.length) {
      grow();
    }
    ids[at] = id;
    minX[at] = x1;
    minY[at] = y1;
    maxX[at] = x2;
    maxY[at] = y2;
    count = at + 1;
  }

  private void grow() {
    int room = 2 * count;
    ids = Arrays.copyOf(ids, room);
    minX = Arrays.copyOf(minX, room);
    minY = Arrays.copyOf(minY, room);
    maxX = Arrays.copyOf(maxX, room);
    maxY = Arrays.copyOf(maxY, room);
    spare = new double[room];
    spareIds = new long[room];
    order = new int[room];
    keys = new long[room];
  }

  /** Sorts the entries for a sweep. Callers may use indexes of entries only afterwards. */
  void sort() {
    sortOrder();
    minX = ordered(minX);
    minY = ordered(minY);
    maxX = ordered(maxX);
    maxY = ordered(maxY);
    long[] from = ids;
    for (int i = 0; i < count; i++) {
      spareIds[i] = from[order[i]];
    }
    ids = spareIds;
    spareIds = from;
  }

  /**
   * Orders the entries by their minX. The radix sort compares the highest bits, and the insertion
   * sort that follows compares the rest.
   */
  private void sortOrder() {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count); // bits of an index
    long mask = (1L << bits) - 1;
    for (int i = 0; i < count; i++) {
      long raw = Double.doubleToRawLongBits(minX[i]);
      long key = raw ^ (raw >> 63 | Long.MIN_VALUE);
      keys[i] = key >>> 1 & ~mask | i; // not negative
    }
    sorting.sortNext(keys, count, bits);
    for (int i = 0; i < count; i++) {
      int moving = (int) (keys[i] & mask);
      int at = i;
      while (at > 0 && minX[moving] < minX[order[at - 1]]) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = moving;
    }
  }

  /** Returns the values in the sorted order. The given array becomes the spare one. */
  private double[] ordered(double[] values) {
    double[] to = spare;
    int[] by = order;
    int end = count;
    for (int i = 0; i < end; i++) {
      to[i] = values[by[i]];
    }
    spare = values;
    return to;
  }
}
