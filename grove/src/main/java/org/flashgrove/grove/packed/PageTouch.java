package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.KdTiling;

/** Loads the parts of a page that a scan will compare into the CPU cache. */
public final class PageTouch {
  /** Size of a cache line. */
  private static final int LINE_BYTES = 64;

  /**
   * Maximum number of bytes to load of a column, limited by the number of loads a CPU can overlap.
   */
  private static final int MOST_TOUCHED = 8 * LINE_BYTES;

  private PageTouch() {}

  /**
   * Reads a byte of each line of memory with cells and ids of some runs of a split page of points,
   * at most some lines, as {@link PackedPage#scan} and {@link PackedPage#ids} would: a processor
   * then waits for all of them together. Of other pages it reads some lines in vain.
   *
   * @param at start of the page content
   * @param met runs to scan, as bit r for run r; at least one
   * @param count about the number of entries on the page
   * @return a meaningless sum, which keeps the compiler from removing the reads
   */
  public static long cells(byte[] bytes, int at, long met, int runs, int count) {
    int first = firstOf(met, runs, count);
    int last = Math.min(runs, Long.SIZE - Long.numberOfLeadingZeros(met));
    int from = first * Short.BYTES;
    int to = KdTiling.runStart(0, count, last, runs) * Short.BYTES;
    int x = at + PageColumns.HEADER_BYTES;
    int lanes = (count + PageColumns.LANES - 1 & -PageColumns.LANES) * Short.BYTES;
    int y = x + lanes;
    long sum = 0;
    if (y + to <= bytes.length) {
      to = Math.min(to, from + MOST_TOUCHED);
      for (int i = from; i < to; i += LINE_BYTES) {
        sum += bytes[x + i] + bytes[y + i];
      }
    }
    int idWidth = bytes[at + PageColumns.ID_WIDTH_AT];
    int id = y + lanes + (first * idWidth >> 3);
    int end = Math.min(bytes.length, y + lanes + (to / Short.BYTES * idWidth >> 3) + 1);
    for (int i = Math.max(0, id); i < end; i += LINE_BYTES) {
      sum += bytes[i];
    }
    return sum;
  }

  private static int firstOf(long met, int runs, int count) {
    return KdTiling.runStart(0, count, Long.numberOfTrailingZeros(met), runs);
  }

  /**
   * Returns where the row of the first entry of some runs stands, if the page has rows.
   *
   * @param at where the page's content begins
   * @param limit where the page's content ends
   * @return the number of the residual page and, in the low half, the byte; -1 if there is none
   */
  public static long row(byte[] bytes, int at, int limit, long met, int runs, int count) {
    int rowBits =
        Math.max(0, bytes[at + PageColumns.X_WIDTH_AT] - PageColumns.CELL_BITS)
            + Math.max(0, bytes[at + PageColumns.Y_WIDTH_AT] - PageColumns.CELL_BITS);
    boolean isSplit = bytes[at + PageColumns.FORM_AT] == PageColumns.SPLIT;
    int capacity = PageColumns.residualCapacity(limit - at);
    int firstBit = (int) (long) PackedBits.LONG.get(bytes, at + PageColumns.RESIDUAL_BIT_AT);
    if (!isSplit || rowBits == 0 || firstBit < 0 || firstBit > capacity) {
      return -1;
    }
    if ((bytes[at + PageColumns.FLAGS_AT] & PageColumns.POINTS) == 0) {
      rowBits *= 2;
    }
    int residual = PageColumns.getShort(bytes, at + PageColumns.RESIDUAL_PAGE_AT);
    int bit = firstOf(met, runs, count) * rowBits;
    int onFirst = (capacity - firstBit) / rowBits * rowBits;
    if (bit < onFirst) {
      bit += firstBit;
    } else {
      int onPage = capacity / rowBits * rowBits;
      residual += 1 + (bit - onFirst) / onPage;
      bit = (bit - onFirst) % onPage;
    }
    int place = at + PageColumns.RESIDUAL_HEADER_BYTES + (bit >> 3);
    return (long) residual << Integer.SIZE | place;
  }
}
