package org.flashgrove.grove.packed;

import java.util.Arrays;

/**
 * Residual rows of the entries of a page. A row holds the low bits of the coordinates of an entry.
 */
final class PageRows {
  private final PageColumns columns;
  private int onFirst;
  private int onPage;
  private int pages;
  private byte[][] residual = new byte[4][];
  private int[] firstBits =
      new int[4]; // position of the first row of the page on each residual page
  private int content;

  PageRows(PageColumns columns) {
    this.columns = columns;
  }

  /**
   * Prepares this object for another page, whose layout is in the columns passed to the
   * constructor. Afterwards no residual page (low bits of coordinates) is attached.
   *
   * @param newContent bytes of content of a residual page, without the page header of the store
   */
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

  /** Returns the number of residual pages that have rows (low bits of coordinates) of the page. */
  int pages() {
    return pages;
  }

  /**
   * Returns which of the page's residual pages, counted from 0, has the row (low bits of
   * coordinates) of entry i.
   */
  int pageOf(int i) {
    return i < onFirst ? 0 : 1 + (i - onFirst) / onPage;
  }

  /** Returns the index after the last entry whose row (low bits) is on residual page k. */
  int endOf(int k) {
    return Math.min(columns.count, onFirst + k * onPage);
  }

  /** Returns the minimum content size, in bytes, of a residual page (low bits of coordinates). */
  int content() {
    return content;
  }

  /** Attaches a residual page (low bits of coordinates), whose header must be valid. */
  void attach(int k, byte[] bytes, int at) {
    residual[k] = bytes;
    int start = (at + PageColumns.RESIDUAL_HEADER_BYTES) * Byte.SIZE;
    firstBits[k] = start + (k == 0 ? columns.residualBit : 0);
  }

  void detach(int k) {
    residual[k] = null;
  }

  /**
   * Returns whether the low bits of the coordinates of entry i are available: they are on an
   * attached residual page, or the page itself has all bits.
   */
  boolean has(int i) {
    return columns.rowBits == 0 || residual[pageOf(i)] != null;
  }

  /**
   * Returns an attached residual page (low bits of coordinates).
   *
   * @param i entry whose low bits are on this page, for error messages
   */
  byte[] page(int k, int i) {
    byte[] rows = residual[k];
    if (rows == null) {
      throw new IllegalStateException("the residual page of entry " + i + " is not attached");
    }
    return rows;
  }

  /**
   * Returns the position, in bits, at which the row (low bits of coordinates) of entry i begins on
   * its residual page.
   */
  int bit(int k, int i) {
    int before = k == 0 ? i : i - onFirst - (k - 1) * onPage;
    return firstBits[k] + before * columns.rowBits;
  }

  /**
   * Returns the complete coordinate of entry i, as a difference from the base (a lower bound of the
   * page's coordinates). The upper bits are {@code cell}. The low bits begin {@code offset} bits
   * after the start of the entry's row.
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
