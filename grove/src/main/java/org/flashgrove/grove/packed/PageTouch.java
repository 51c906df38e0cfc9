package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.KdTiling;

/** Has a processor fetch what a scan of a page will compare. */
public final class PageTouch {
  /** Bytes that a processor fetches from memory together. */
  private static final int LINE_BYTES = 64;

  /** Bytes of a column that are touched at most: what fits a processor's window of open loads. */
  private static final int MOST_TOUCHED = 8 * LINE_BYTES;

  private PageTouch() {}

  /**
   * Reads a byte of each line of memory with cells of some runs of a split page, at most some
   * lines, as {@link PackedPage#scan} would: a processor then waits for all of them together.
   *
   * @param at where the page's content begins
   * @param met bits of the runs, at least one
   * @param count entries on the page, or about as many
   * @return the sum of the bytes
   */
  public static long cells(byte[] bytes, int at, long met, int runs, int count) {
    int first = Long.numberOfTrailingZeros(met);
    int last = Math.min(runs, Long.SIZE - Long.numberOfLeadingZeros(met));
    int from = KdTiling.runStart(0, count, first, runs) * Short.BYTES;
    int to = KdTiling.runStart(0, count, last, runs) * Short.BYTES;
    int x = at + PageColumns.HEADER_BYTES;
    int y = x + (count + PageColumns.LANES - 1 & -PageColumns.LANES) * Short.BYTES;
    long sum = bytes[at];
    if (y + to <= bytes.length) {
      to = Math.min(to, from + MOST_TOUCHED);
      for (int i = from; i < to; i += LINE_BYTES) {
        sum += bytes[x + i] + bytes[y + i];
      }
    }
    return sum;
  }
}
