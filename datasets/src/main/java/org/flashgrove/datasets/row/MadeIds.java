package org.flashgrove.datasets.row;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Ids that a reader created for rows without an id, in the order of the rows. */
final class MadeIds {
  private long[] rows = new long[4];
  private long[] ids = new long[4];
  private int count;

  /** Adds the id of a row. Rows must be added in ascending order. */
  void add(long row, long id) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
      ids = Arrays.copyOf(ids, 2 * count);
    }
    rows[count] = row;
    ids[count++] = id;
  }

  boolean isEmpty() {
    return count == 0;
  }

  private int find(long row) {
    return Arrays.binarySearch(rows, 0, count, row);
  }

  /** Returns whether the id of a row was created. */
  boolean contains(long row) {
    return find(row) >= 0;
  }

  /** Returns the id created for a row; {@code given} if the row has an id. */
  long idOf(long row, long given) {
    int found = find(row);
    return found >= 0 ? ids[found] : given;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(count);
    for (int i = 0; i < count; i++) {
      out.writeLong(rows[i]);
      out.writeLong(ids[i]);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the rows do not ascend
   */
  static MadeIds read(DataInputStream in) throws IOException {
    MadeIds made = new MadeIds();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      long row = in.readLong();
      if (i > 0 && row <= made.rows[i - 1]) {
        throw new IllegalArgumentException("damaged ids");
      }
      made.add(row, in.readLong());
    }
    return made;
  }
}
