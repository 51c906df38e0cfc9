package org.flashgrove.grove.packed;

import java.util.Arrays;

/** The rows of a page's entries: the bits of their coordinates that stand on residual pages. */
final class PageRows {
  private final PageColumns columns;
  private int onFirst;
  private int onPage;
  private int pages;
  private byte[][] residual = new byte[4][];
  private int[] firstBits = new int[4]; // of the page's first row on it
  private int content;

  /** Creates the rows of the pages that columns are read of. */
  PageRows(PageColumns columns) {
    this.columns = columns;
  }

  /** Turns to a page of some content; none of its residual pages is attached. */
  void reset(int newContent) {
    Arrays.fill(residual, null);
    content = newContent;
    pages = 0;
    if (columns.rowBits > 0) {
      int capacity = PageColumns.residualCapacity(newContent);
      onFirst = (capacity - columns.residualBit) / columns.rowBits;
      onPage = capacity / columns.rowBits;
      pages = pageOf(columns.count - 1) + 1;
      if (residual.length < pages) {
        residual = new byte[pages][];
        firstBits = new int[pages];
      }
    }
  }

  /** Returns how many residual pages there are rows on. */
  int pages() {
    return pages;
  }

  /** Returns which residual page holds the row of entry i. */
  int pageOf(int i) {
    return i < onFirst ? 0 : 1 + (i - onFirst) / onPage;
  }

  /** Returns the entry whose row is the first one behind those of a residual page. */
  int endOf(int k) {
    return Math.min(columns.count, onFirst + k * onPage);
  }

  /** Returns the least content of a residual page. */
  int content() {
    return content;
  }

  /** Hands over a residual page, whose header is right. */
  void attach(int k, byte[] bytes, int at) {
    residual[k] = bytes;
    int start = (at + PageColumns.RESIDUAL_HEADER_BYTES) * Byte.SIZE;
    firstBits[k] = start + (k == 0 ? columns.residualBit : 0);
  }

  void detach(int k) {
    residual[k] = null;
  }

  /** Returns whether the row of entry i is at hand, if it has one. */
  boolean has(int i) {
    return columns.rowBits == 0 || residual[pageOf(i)] != null;
  }

  /**
   * Returns a residual page.
   *
   * @param i an entry with its row on it, for the message of an error
   */
  byte[] page(int k, int i) {
    byte[] rows = residual[k];
    if (rows == null) {
      throw new IllegalStateException("the residual page of entry " + i + " is not attached");
    }
    return rows;
  }

  /** Returns the first bit of the row of entry i on its residual page. */
  int bit(int k, int i) {
    int before = k == 0 ? i : i - onFirst - (k - 1) * onPage;
    return firstBits[k] + before * columns.rowBits;
  }

  /**
   * Returns a cell with the rest of its bits, which stand {@code offset} bits behind the row's
   * first.
   */
  long exact(int i, long cell, int shift, int offset) {
    if (shift == 0) {
      return cell;
    }
    int k = pageOf(i);
    int bit = bit(k, i) + offset;
    return cell << shift | PackedBits.read(page(k, i), bit, shift, PackedBits.greatest(shift));
  }
}
