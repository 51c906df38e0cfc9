package org.flashgrove.access.sort;

/**
 * Resources that a sort may use.
 *
 * @param memoryBytes memory for records, their order and buffers, in bytes
 * @param unitPages number of pages that are written or read together. At least 6 such units must
 *     fit in the memory.
 * @param leastUnitPages minimum number of pages in a unit, at most {@code unitPages}. A partitioned
 *     sort narrows its units down to this size if narrow units save a pass. On flash, scattered
 *     reads are nearly as fast as sequential ones, so narrow units are cheaper than a pass. On a
 *     disk with seeks, set this to {@code unitPages}.
 */
public record SortConfig(long memoryBytes, int unitPages, int leastUnitPages) {
  private static final int LEAST_UNITS = 6;
  private static final int MOST_UNIT_PAGES = 1024;
  private static final long MOST_BYTES = 1L << 30;

  /**
   * Throws an {@link IllegalArgumentException} if a value is outside of its range. Limits that
   * depend on the page size are checked later.
   */
  public SortConfig {
    if (memoryBytes < 1 || memoryBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "sort memory of " + memoryBytes + " bytes (allowed: 1 to " + MOST_BYTES + ")");
    }
    if (unitPages < 1 || unitPages > MOST_UNIT_PAGES) {
      throw new IllegalArgumentException(
          "unit of " + unitPages + " pages (allowed: 1 to " + MOST_UNIT_PAGES + ")");
    }
    if (leastUnitPages < 1 || leastUnitPages > unitPages) {
      throw new IllegalArgumentException(
          "least unit of " + leastUnitPages + " pages (allowed: 1 to " + unitPages + ", the unit)");
    }
  }

  /** Creates settings for flash, where units may be narrowed to one page. */
  public SortConfig(long memoryBytes, int unitPages) {
    this(memoryBytes, unitPages, 1);
  }

  int memoryPages(int pageSize) {
    long pages = memoryBytes / pageSize;
    if (pages < (long) LEAST_UNITS * unitPages) {
      throw new IllegalArgumentException(
          "sort memory of "
              + memoryBytes
              + " bytes (allowed: at least "
              + (long) LEAST_UNITS * unitPages * pageSize
              + ", six units of "
              + unitPages
              + " pages of "
              + pageSize
              + " bytes)");
    }
    return (int) pages;
  }
}
