package org.flashgrove.access.sort;

/**
 * Plan of a partitioned sort with M pages of memory. Each partition, together with the order of its
 * records, must fit in one contiguous part of the memory. The tables that locate the partitions
 * also need memory.
 *
 * @param limits first key of each partition except the first
 * @param memoryPages number of pages of memory for records and buffers
 * @param tableBytes memory for the tables in bytes
 * @param piecesOfPartition maximum number of units of a partition, unless the partition is
 *     overfull, which means larger than the memory
 * @param levels number of passes that write records to partitions. It is 0 if all records form one
 *     partition, because either all records fit in memory or the tables do not fit.
 * @param unitPages number of pages in a unit
 * @param gatherPages number of pages of memory that collect narrow units, to write several
 *     together; 0 if units have their configured width
 */
record PartitionPlan(
    long[] limits,
    int memoryPages,
    long tableBytes,
    int piecesOfPartition,
    int levels,
    int unitPages,
    int gatherPages) {
  private static final int LIMIT_BYTES = Long.BYTES;

  /**
   * Minimum number of units: two for an overfull partition that is sorted by runs, and three to
   * merge the runs.
   */
  private static final int LEAST_UNITS = 2 + MergeSort.LEAST_UNITS;

  /**
   * Returns the plan with the fewest passes that fits the memory. Among plans with equally many
   * passes it prefers wide units.
   */
  static PartitionPlan of(KeyMarks marks, SortConfig config, int pageSize) {
    int pages = config.memoryPages(pageSize);
    PartitionPlan best = of(marks, pages, config.unitPages(), 0, pageSize);
    for (int unit = config.unitPages() - 1;
        best.levels > 1 && unit >= config.leastUnitPages();
        unit--) {
      PartitionPlan narrower = of(marks, pages, unit, config.unitPages(), pageSize);
      if (narrower.levels > 0 && narrower.levels < best.levels) {
        best = narrower;
      }
    }
    return best;
  }

  private static PartitionPlan of(
      KeyMarks marks, int pages, int unitPages, int gatherPages, int pageSize) {
    long recordBytes = RecordArea.recordBytes(marks.bodyBytes());
    if (marks.records() * (recordBytes + 4) <= (long) (pages - unitPages) * pageSize) {
      return byRuns(pages, unitPages);
    }
    int given = pages;
    while (true) {
      // A partition begins on a new page, and whole pages are read.
      long most = ((long) given * pageSize - pageSize) / (recordBytes + 4);
      long[] limits = marks.limits(most);
      int partitions = limits.length + 1;
      int levels = levels(partitions, (given - gatherPages) / unitPages);
      int pieces = (int) (most * recordBytes / ((long) unitPages * pageSize)) + 2;
      long tables = (long) partitions * (LIMIT_BYTES + 4L * pieces * Math.min(2, levels));
      int left = pages - (int) ((tables + pageSize - 1) / pageSize);
      if (left >= given) {
        return new PartitionPlan(limits, given, tables, pieces, levels, unitPages, gatherPages);
      }
      if (left < Math.max(LEAST_UNITS * unitPages, 4 * unitPages + gatherPages)) {
        return byRuns(pages, unitPages); // the memory is too small even for the tables
      }
      given = Math.min(given - 1, left);
    }
  }

  private static PartitionPlan byRuns(int pages, int unitPages) {
    return new PartitionPlan(new long[0], pages, 0, 0, 0, unitPages, 0);
  }

  /**
   * Returns the number of passes that write records to partitions. Each buffer collects the records
   * of one partition, but in all passes after the first, one of the buffers is needed for reading.
   */
  private static int levels(int partitions, int buffers) {
    int levels = 1;
    for (long most = buffers; most < partitions; most *= buffers - 1) {
      levels++;
    }
    return levels;
  }

  int partitions() {
    return limits.length + 1;
  }
}
