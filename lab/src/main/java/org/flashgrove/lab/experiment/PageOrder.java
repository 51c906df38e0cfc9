package org.flashgrove.lab.experiment;

import java.util.Arrays;

/**
 * Records the page reads and writes of a store in the order in which they happen, like the table
 * ReadWriteOrder of the benchmark framework FESTIval. A request that reads or writes several pages
 * adds a row for each page. After {@value #MOST} rows, further reads and writes are only counted.
 */
public final class PageOrder {
  /** Maximum number of rows. */
  public static final int MOST = 1 << 20;

  private long[] pages = new long[64];
  private long[] nanos = new long[64];
  private int size;
  private long missing;

  /**
   * Adds a row for a page read or write.
   *
   * @param page number of the page in the page file
   * @param atNanos time in nanoseconds since any fixed moment
   */
  public void add(boolean isWrite, long page, long atNanos) {
    if (size == MOST) {
      missing++;
      return;
    }
    if (size == pages.length) {
      pages = Arrays.copyOf(pages, 2 * size);
      nanos = Arrays.copyOf(nanos, 2 * size);
    }
    pages[size] = isWrite ? ~page : page;
    nanos[size++] = atNanos;
  }

  /** Returns the number of rows. */
  public int size() {
    return size;
  }

  /** Returns true if a row is a page write, and false if it is a page read. */
  public boolean isWrite(int row) {
    return pages[row] < 0;
  }

  /** Returns the page number of a row. */
  public long page(int row) {
    return isWrite(row) ? ~pages[row] : pages[row];
  }

  /** Returns the time of a row in nanoseconds. */
  public long nanos(int row) {
    return nanos[row];
  }

  /** Returns a copy with all rows so far, and clears this object. */
  public PageOrder take() {
    PageOrder taken = new PageOrder();
    taken.pages = pages;
    taken.nanos = nanos;
    taken.size = size;
    taken.missing = missing;
    pages = new long[64];
    nanos = new long[64];
    size = 0;
    missing = 0;
    return taken;
  }
}
