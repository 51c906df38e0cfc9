package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.KdTiling;

/** Loads bytes of a page into the CPU cache: those bytes that a scan of the page will compare. */
public final class PageTouch {
  /** Size of a cache line in bytes. */
  private static final int LINE_BYTES = 64;

  /**
   * Maximum number of bytes to load from a column. A CPU can overlap only a limited number of
   * loads.
   */
  private static final int MOST_TOUCHED = 8 * LINE_BYTES;

  private PageTouch() {}

  /**
   * Reads a byte of each cache line that {@link PackedPage#scan} would read for some runs, up to a
   * limit. The page must be a split page, which has only the upper bits of coordinates. The cache
   * misses of these reads overlap.
   *
   * @param at start of the page content
   * @param met runs to scan, as bit r for run r; at least one
   * @param count approximate number of entries on the page
   * @return a meaningless sum, which keeps the compiler from removing the reads
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
