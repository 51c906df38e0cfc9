package org.flashgrove.access.sort;

/**
 * Resources that a sort may use.
 *
 * @param memoryBytes memory for records, their order and buffers
 * @param unitPages pages written and read together, u; at least 6 such units must fit in the memory
 * @param leastUnitPages pages to which a partitioned sort may narrow its units where that saves a
 *     pass over the records, at most {@code unitPages}. Flash reads scattered pages nearly as fast
 *     as neighbours, so narrow units are cheaper than another pass; a disk with seeks is better off
 *     with {@code unitPages}
 */
public record SortConfig(long memoryBytes, int unitPages, int leastUnitPages) {
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
    if (leastUnitPages < 1 || leastUnitPages > unitPages) {
      throw new IllegalArgumentException(
          "least unit of " + leastUnitPages + " pages (allowed: 1 to " + unitPages + ", the unit)");
    }
  }

  /** For flash: units as narrow as it takes. */
  public SortConfig(long memoryBytes, int unitPages) {
    this(memoryBytes, unitPages, 1);
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
