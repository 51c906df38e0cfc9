package org.flashgrove.indexes.query;

import java.util.Arrays;
import org.flashgrove.core.order.NumberOrder;

/** Reusable flat arrays of the entries on one side of a plane sweep. */
final class SweepEntries extends SweepArrays {
  private static final int FIRST_ENTRIES = 256;

  private final NumberOrder sorting = new NumberOrder();
  private double[] spare = new double[FIRST_ENTRIES];
  private long[] spareIds = new long[FIRST_ENTRIES];
  private int[] order = {};

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
  }

  /** Sorts the entries for a sweep. Callers may use indexes of entries only afterwards. */
  void sort() {
    order = sorting.of(minX, count);
    minX = ordered(minX);
    minY = ordered(minY);
    maxX = ordered(maxX);
    maxY = ordered(maxY);
    ids = ordered(ids);
  }

  /** Returns the ids in the sorted order. The given array becomes the spare one. */
  private long[] ordered(long[] values) {
    long[] to = spareIds;
    int[] by = order;
    int end = count;
    for (int i = 0; i < end; i++) {
      to[i] = values[by[i]];
    }
    spareIds = values;
    return to;
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
