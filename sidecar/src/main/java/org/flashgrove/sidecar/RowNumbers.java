package org.flashgrove.sidecar;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Growing list of row numbers. */
final class RowNumbers {
  private long[] numbers = new long[4 * RowRuns.MOST_ROWS];
  private int size;

  void addRun(long entry) {
    addRun(entry, IndexedQuery.ALL);
  }

  /** Adds those rows of a run that are in a part of the file. */
  void addRun(long entry, IndexedQuery.Part part) {
    if (size + RowRuns.MOST_ROWS > numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
    }
    long first = Math.max(part.first(), RowRuns.firstRow(entry));
    for (long i = 0; i < part.lengthOf(entry); i++) {
      numbers[size++] = first + i;
    }
  }

  long[] ascending() {
    return LongStream.of(numbers).limit(size).sorted().toArray();
  }
}
