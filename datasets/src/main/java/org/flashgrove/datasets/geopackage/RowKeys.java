package org.flashgrove.datasets.geopackage;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Keys of the rows of a table, in ascending order. Successive integers form runs. */
final class RowKeys {
  private long[] firstRows = new long[4];
  private long[] firstKeys = new long[4];
  private int runs;
  private long rows;
  private long lastKey;

  /**
   * Adds the key of the next row.
   *
   * @return false if the key is not greater than the last one
   */
  boolean add(long key) {
    if (rows > 0 && key <= lastKey) {
      return false;
    }
    if (rows == 0 || key != lastKey + 1) {
      addRun(rows, key);
    }
    lastKey = key;
    rows++;
    return true;
  }

  private void addRun(long row, long key) {
    if (runs == firstRows.length) {
      firstRows = Arrays.copyOf(firstRows, 2 * runs);
      firstKeys = Arrays.copyOf(firstKeys, 2 * runs);
    }
    firstRows[runs] = row;
    firstKeys[runs++] = key;
  }

  boolean isEmpty() {
    return runs == 0;
  }

  /** Returns the key of a row. */
  long of(long row) {
    int found = Arrays.binarySearch(firstRows, 0, runs, row);
    int run = found >= 0 ? found : -found - 2;
    return firstKeys[run] + (row - firstRows[run]);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(runs);
    for (int i = 0; i < runs; i++) {
      out.writeLong(firstRows[i]);
      out.writeLong(firstKeys[i]);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the keys do not ascend
   */
  static RowKeys read(DataInputStream in) throws IOException {
    RowKeys keys = new RowKeys();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      long row = in.readLong();
      long key = in.readLong();
      boolean follows =
          i == 0
              ? row == 0
              : row > keys.firstRows[i - 1]
                  && key > keys.firstKeys[i - 1]
                  && key - keys.firstKeys[i - 1] >= row - keys.firstRows[i - 1];
      if (!follows) {
        throw new IllegalArgumentException("damaged keys");
      }
      keys.addRun(row, key);
    }
    return keys;
  }
}
