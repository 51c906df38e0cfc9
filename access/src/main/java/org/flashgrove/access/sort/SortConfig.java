package org.flashgrove.access.sort;

/**
 * What a sort may use.
 *
 * @param memoryBytes memory for records, their order and buffers
 * @param unitPages pages written and read together, u; at least 6 such units must fit in the memory
 */
public record SortConfig(long memoryBytes, int unitPages) {
  private static final int LEAST_UNITS = 6;
  private static final int MOST_UNIT_PAGES = 1024;
  private static final long MOST_BYTES = 1L << 30;

  /** Checks what does not depend on the page size. */
  public SortConfig {
    if (memoryBytes < 1 || memoryBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "sort memory of " + memoryBytes + " bytes (allowed: 1 to " + MOST_BYTES + ")");
    }
    if (unitPages < 1 || unitPages > MOST_UNIT_PAGES) {
      throw new IllegalArgumentException(
          "unit of " + unitPages + " pages (allowed: 1 to " + MOST_UNIT_PAGES + ")");
    }
  }

  /** Whole pages of the memory, M. */
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
