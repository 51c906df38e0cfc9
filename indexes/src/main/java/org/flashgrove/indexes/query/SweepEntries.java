package org.flashgrove.indexes.query;

import java.util.Arrays;
import org.flashgrove.indexes.order.KeyOrder;

/** Reusable flat arrays of the entries on one side of a plane sweep, sorted by minX. */
final class SweepEntries implements SweepSide {
  private final KeyOrder sorting = new KeyOrder();
  private double[][] columns = new double[4][256]; // minX, minY, maxX, maxY
  private double[][] ordered = new double[4][256];
  private long[] ids = new long[256];
  private long[] orderedIds = new long[256];
  private int[] order = new int[256];
  private int count;

  void clear() {
    count = 0;
  }

  void add(long id, double minX, double minY, double maxX, double maxY) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
      orderedIds = new long[2 * count];
      order = new int[2 * count];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = Arrays.copyOf(columns[i], 2 * count);
        ordered[i] = new double[2 * count];
      }
    }
    ids[count] = id;
    columns[0][count] = minX;
    columns[1][count] = minY;
    columns[2][count] = maxX;
    columns[3][count++] = maxY;
  }

  /** Sorts the entries for a sweep. Callers may use indexes of entries only afterwards. */
  void sort() {
    sorting.sort(order, count, columns[0], columns[1]);
    for (int column = 0; column < columns.length; column++) {
      double[] from = columns[column];
      double[] to = ordered[column];
      for (int i = 0; i < count; i++) {
        to[i] = from[order[i]];
      }
    }
    for (int i = 0; i < count; i++) {
      orderedIds[i] = ids[order[i]];
    }
    double[][] used = columns;
    columns = ordered;
    ordered = used;
    long[] usedIds = ids;
    ids = orderedIds;
    orderedIds = usedIds;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long id(int index) {
    return ids[index];
  }

  @Override
  public double minX(int index) {
    return columns[0][index];
  }

  @Override
  public double minY(int index) {
    return columns[1][index];
  }

  @Override
  public double maxX(int index) {
    return columns[2][index];
  }

  @Override
  public double maxY(int index) {
    return columns[3][index];
  }
}
