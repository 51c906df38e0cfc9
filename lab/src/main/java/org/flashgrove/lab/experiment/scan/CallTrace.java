package org.flashgrove.lab.experiment.scan;

import java.util.Arrays;

/**
 * The page reads and writes of one user (client of an experiment), in order. A call reads or writes
 * several runs of consecutive pages, either in the table and its index or in temporary space. Each
 * run takes one word of memory.
 */
final class CallTrace {
  private static final int SLOT_BITS = 40;
  private static final int COUNT_BITS = 20;
  private static final long SLOT_MASK = (1L << SLOT_BITS) - 1;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
  private static final long WRITE = 1L << 61;
  private static final long TEMPORARY = 1L << 62;
  private static final long TOGETHER = 1L << 63;

  private long[] runs = new long[1024];
  private int size;

  private void add(long flags, long slot, long count) {
    if (size == runs.length) {
      runs = Arrays.copyOf(runs, 2 * size);
    }
    runs[size++] = flags | count << SLOT_BITS | slot;
  }

  /** Adds a call that reads one run of the table or the index. */
  void read(long slot, int count) {
    add(0, slot, count);
  }

  /**
   * Adds a call that reads or writes several pages together.
   *
   * @param temporary whether the pages are in temporary space
   * @param slots page numbers, in the order of the call
   * @param count number of page numbers in {@code slots}
   */
  void call(boolean temporary, boolean write, long[] slots, int count) {
    long flags = (temporary ? TEMPORARY : 0) | (write ? WRITE : 0);
    int start = 0;
    for (int i = 1; i <= count; i++) {
      if (i == count || slots[i] != slots[i - 1] + 1) {
        add(flags | (start > 0 ? TOGETHER : 0), slots[start], i - start);
        start = i;
      }
    }
  }

  /**
   * Returns the number of page reads of table and index at page numbers from {@code slot} on.
   * Includes reads that a cache will answer.
   */
  long pagesReadFrom(long slot) {
    long pages = 0;
    for (int i = 0; i < size; i++) {
      pages += !isTemporary(i) && slot(i) >= slot ? count(i) : 0;
    }
    return pages;
  }

  int size() {
    return size;
  }

  long slot(int at) {
    return runs[at] & SLOT_MASK;
  }

  int count(int at) {
    return (int) (runs[at] >>> SLOT_BITS & COUNT_MASK);
  }

  boolean isWrite(int at) {
    return (runs[at] & WRITE) != 0;
  }

  boolean isTemporary(int at) {
    return (runs[at] & TEMPORARY) != 0;
  }

  /** Returns whether a run of pages belongs to the same call as the previous run. */
  boolean isTogether(int at) {
    return (runs[at] & TOGETHER) != 0;
  }
}
