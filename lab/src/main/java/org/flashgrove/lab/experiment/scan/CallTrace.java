package org.flashgrove.lab.experiment.scan;

import java.util.ArrayList;
import java.util.List;

/**
 * The page reads and writes of one user (client of an experiment), in order. A call reads or writes
 * several runs of consecutive pages, either in the table and its index or in temporary space.
 */
final class CallTrace {
  private final List<Run> runs = new ArrayList<>();

  /**
   * A run of consecutive pages.
   *
   * @param isTemporary whether the pages are in temporary space
   * @param slot number of the first page
   * @param count number of pages
   * @param isTogether whether the run belongs to the same call as the previous run
   */
  record Run(boolean isTemporary, boolean isWrite, long slot, int count, boolean isTogether) {}

  /** Adds a call that reads one run of the table or the index. */
  void read(long slot, int count) {
    runs.add(new Run(false, false, slot, count, false));
  }

  /**
   * Adds a call that reads or writes several pages of temporary space together.
   *
   * @param slots page numbers, in the order of the call
   * @param count number of page numbers in {@code slots}
   */
  void call(boolean write, long[] slots, int count) {
    int start = 0;
    for (int i = 1; i <= count; i++) {
      if (i == count || slots[i] != slots[i - 1] + 1) {
        runs.add(new Run(true, write, slots[start], i - start, start > 0));
        start = i;
      }
    }
  }

  /**
   * Returns the number of page reads of table and index at page numbers from {@code slot} on.
   * Includes reads that a cache will answer.
   */
  long pagesReadFrom(long slot) {
    return runs.stream()
        .filter(run -> !run.isTemporary() && run.slot() >= slot)
        .mapToLong(Run::count)
        .sum();
  }

  /** Returns all runs in order. */
  List<Run> runs() {
    return runs;
  }
}
