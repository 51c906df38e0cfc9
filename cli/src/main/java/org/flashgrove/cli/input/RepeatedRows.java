package org.flashgrove.cli.input;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Arrays;
import org.flashgrove.indexes.bulk.KeySorter;

/**
 * Finds rows that are equal, and ids with several rectangles, among rows of any number: they are
 * sorted by a number of their id, or of id and rectangle.
 */
public final class RepeatedRows implements Closeable {
  private static final int SORT_MEMORY = 8 << 20;

  private final boolean byId;
  private final KeySorter sorter;
  private final long[] row = new long[KeySorter.WORDS];
  private long equal;
  private long severalOf;
  private boolean hasSeveral;

  /**
   * Looks at rows.
   *
   * @param byId whether to look for ids with several rectangles, too
   */
  public RepeatedRows(boolean byId) {
    this.byId = byId;
    sorter =
        new KeySorter(
            SORT_MEMORY,
            Path.of(System.getProperty("java.io.tmpdir")),
            (id, minX, minY, maxX, maxY) -> byId ? id : mixed(id, minX, minY, maxX, maxY));
  }

  /** Two different rows have the same number once in 2^64 pairs. */
  private static long mixed(long id, double... bounds) {
    long word = id;
    for (double bound : bounds) {
      word = (word + Double.doubleToRawLongBits(bound)) * 0x9E37_79B9_7F4A_7C15L;
      word ^= word >>> 32;
    }
    return word;
  }

  /** Takes a row. */
  void add(long id, double minX, double minY, double maxX, double maxY) {
    row[0] = id;
    row[1] = Double.doubleToRawLongBits(minX + 0.0);
    row[2] = Double.doubleToRawLongBits(minY + 0.0);
    row[3] = Double.doubleToRawLongBits(maxX + 0.0);
    row[4] = Double.doubleToRawLongBits(maxY + 0.0);
    sorter.add(row);
  }

  /** Compares all rows. */
  public void finish() {
    long[] last = new long[KeySorter.WORDS];
    for (boolean isFirst = true; sorter.next(row); isFirst = false) {
      if (!isFirst && Arrays.equals(row, last)) {
        equal++;
      } else if (byId && !isFirst && row[0] == last[0] && !hasSeveral) {
        hasSeveral = true;
        severalOf = row[0];
      }
      System.arraycopy(row, 0, last, 0, row.length);
    }
  }

  /** Returns how many rows are equal to one before them. */
  public long equalRows() {
    return equal;
  }

  /**
   * Refuses ids with several rectangles, and rows that are equal.
   *
   * @param equalAreRefused whether equal rows are refused, too
   */
  public void requireOneOfEachId(boolean equalAreRefused) {
    if (hasSeveral) {
      throw new IllegalArgumentException(
          "rows: id " + severalOf + " has several rectangles (allowed with ids: one)");
    }
    if (equalAreRefused && equal > 0) {
      throw new IllegalArgumentException(
          "rows: " + equal + " are equal to others (allowed with ids:repeat=refuse: each once)");
    }
  }

  @Override
  public void close() {
    sorter.close();
  }
}
