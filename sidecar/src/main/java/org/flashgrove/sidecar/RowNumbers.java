package org.flashgrove.sidecar;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Growing list of row numbers. */
final class RowNumbers {
  private long[] numbers = new long[4 * RowRuns.MOST_ROWS];
  private int size;

  void addRun(long entry) {
    if (size + RowRuns.MOST_ROWS > numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
    }
    for (int i = 0; i < RowRuns.length(entry); i++) {
      numbers[size++] = RowRuns.firstRow(entry) + i;
    }
  }

  long[] ascending() {
    return LongStream.of(numbers).limit(size).sorted().toArray();
  }
}
