package org.flashgrove.access.sort;

/**
 * Division of a partitioned sort's memory of M pages. Each partition and the order of its records
 * must fit in one piece, in addition to the tables that locate the partitions.
 *
 * @param limits first keys of all partitions but the first
 * @param memoryPages pages of memory left for records and buffers
 * @param tableBytes memory set aside for the tables
 * @param piecesOfPartition units that a partition fills at most, if it is not overfull
 * @param levels passes that write records to partitions; with 0 all records are taken as one
 *     partition, as they fit in memory, or the tables do not
 * @param unitPages pages of a unit
 * @param gatherPages pages of memory set aside while partitions are written, to write several units
 *     together; 0 if units are as wide as configured
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

  /** Two for the partition that is sorted by runs, if it is overfull, and three to merge them. */
  private static final int LEAST_UNITS = 2 + MergeSort.LEAST_UNITS;

  /**
   * The plan with the fewest passes that keeps within the memory, and of these the widest units.
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
      // a partition begins on a page of its own and is read in whole pages
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
        return byRuns(pages, unitPages); // not even the tables fit
      }
      given = Math.min(given - 1, left);
    }
  }

  private static PartitionPlan byRuns(int pages, int unitPages) {
    return new PartitionPlan(new long[0], pages, 0, 0, 0, unitPages, 0);
  }

  /**
   * Passes for a number of partitions with a number of buffers; later ones have one for reading.
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
