package org.flashgrove.indexes.query;

import java.util.Arrays;
import org.flashgrove.indexes.order.KeyOrder;

/** Entries of one side of a plane sweep, in flat arrays. Used again and again. */
final class SweepEntries implements SweepSide {
  private final KeyOrder sorting = new KeyOrder();
  private final double[][] columns = new double[4][256]; // minX, minY, maxX, maxY
  private long[] ids = new long[256];
  private int[] order = new int[256];
  private int count;

  void clear() {
    count = 0;
  }

  void add(long id, double minX, double minY, double maxX, double maxY) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
      order = new int[2 * count];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = Arrays.copyOf(columns[i], 2 * count);
      }
    }
    ids[count] = id;
    columns[0][count] = minX;
    columns[1][count] = minY;
    columns[2][count] = maxX;
    columns[3][count++] = maxY;
  }

  /** Orders the entries for a sweep; before that their indices mean nothing. */
  void sort() {
    sorting.sort(order, count, columns[0], columns[1]);
  }

  @Override
  public int count() {
    return count;
  }

  long id(int index) {
    return ids[order[index]];
  }

  @Override
  public double minX(int index) {
    return columns[0][order[index]];
  }

  @Override
  public double minY(int index) {
    return columns[1][order[index]];
  }

  @Override
  public double maxX(int index) {
    return columns[2][order[index]];
  }

  @Override
  public double maxY(int index) {
    return columns[3][order[index]];
  }
}
