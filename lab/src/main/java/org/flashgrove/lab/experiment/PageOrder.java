package org.flashgrove.lab.experiment;

import java.util.Arrays;

/**
 * Pages in the order in which they were read and written (FESTIval's ReadWriteOrder): a row a page,
 * also within batches. Beyond {@value #MOST} rows later ones are only counted.
 */
public final class PageOrder {
  /** Rows kept at most. */
  public static final int MOST = 1 << 20;

  private long[] pages = new long[64];
  private long[] nanos = new long[64];
  private int size;
  private long missing;

  /**
   * Adds a page.
   *
   * @param atNanos time since any moment that is the same for all of them
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

  /** Rows. */
  public int size() {
    return size;
  }

  /** Pages that came after the last row. */
  public long missing() {
    return missing;
  }

  /** Returns whether a row is a page write; otherwise it is a read. */
  public boolean isWrite(int row) {
    return pages[row] < 0;
  }

  /** The page of a row: its slot in the file of pages. */
  public long page(int row) {
    return isWrite(row) ? ~pages[row] : pages[row];
  }

  /** When, in nanoseconds. */
  public long nanos(int row) {
    return nanos[row];
  }

  /** Returns the rows so far, and forgets them. */
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
