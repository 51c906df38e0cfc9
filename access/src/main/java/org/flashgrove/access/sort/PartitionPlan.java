package org.flashgrove.access.sort;

/**
 * How a partitioned sort divides its memory of M pages: each partition and the order of its records
 * must fit in one piece, beside the tables that tell where partitions stand.
 *
 * @param limits first keys of all partitions but the first
 * @param memoryPages pages of memory left for records and buffers
 * @param tableBytes memory set aside for the tables
 * @param piecesOfPartition units that a partition fills at most, if it is not overfull
 * @param levels passes that write records to partitions
 */
record PartitionPlan(
    long[] limits, int memoryPages, long tableBytes, int piecesOfPartition, int levels) {
  private static final int LIMIT_BYTES = Long.BYTES;

  /** A plan that keeps within the configured memory. */
  static PartitionPlan of(KeyMarks marks, SortConfig config, int pageSize) {
    int pages = config.memoryPages(pageSize);
    long recordBytes = RecordArea.recordBytes(marks.bodyBytes());
    if (marks.records() * (recordBytes + 4) <= (long) (pages - config.unitPages()) * pageSize) {
      return new PartitionPlan(new long[0], pages, 0, 0, 0);
    }
    int given = pages;
    while (true) {
      // a partition begins on a page of its own and is read in whole pages
      long most = ((long) given * pageSize - pageSize) / (recordBytes + 4);
      long[] limits = marks.limits(most);
      int partitions = limits.length + 1;
      int levels = levels(partitions, given / config.unitPages());
      int pieces = (int) (most * recordBytes / ((long) config.unitPages() * pageSize)) + 2;
      long tables = (long) partitions * (LIMIT_BYTES + 4L * pieces * Math.min(2, levels));
      int left = pages - (int) ((tables + pageSize - 1) / pageSize);
      if (left >= given) {
        return new PartitionPlan(limits, given, tables, pieces, levels);
      }
      if (left < 4 * config.unitPages()) {
        throw new IllegalArgumentException(
            "sort memory of "
                + config.memoryBytes()
                + " bytes for "
                + marks.records()
                + " records of "
                + recordBytes
                + " bytes: the tables of partitions alone take "
                + tables);
      }
      given = Math.min(given - 1, left);
    }
  }

  /** Passes for a number of partitions with so many buffers; later ones have one for reading. */
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
