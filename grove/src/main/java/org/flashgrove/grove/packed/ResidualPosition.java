package org.flashgrove.grove.packed;

/**
 * Position at which the next residual row of a block is written. A row holds the low bits of the
 * coordinates of an entry. Rows follow each other, and no row crosses a page boundary. Reusable.
 */
public final class ResidualPosition {
  private final int capacity;
  private int page;
  private int bit;

  /** Creates a position for pages with {@code contentBytes} bytes of content. */
  public ResidualPosition(int contentBytes) {
    capacity = PageColumns.residualCapacity(contentBytes);
  }

  /** Moves to the start of the first residual page (low bits of coordinates). */
  public void reset() {
    page = 0;
    bit = 0;
  }

  /** Moves to the position of {@code other}. */
  public void turnTo(ResidualPosition other) {
    page = other.page;
    bit = other.bit;
  }

  /** Returns the number of residual pages (low bits of coordinates) that have been started. */
  public int pages() {
    return bit > 0 ? page + 1 : page;
  }

  /**
   * Returns the index of the residual page for the next row (low bits of an entry). Call {@link
   * #makeRoom} first.
   */
  public int page() {
    return page;
  }

  /**
   * Returns the bit position of the next row on its page, counted from the end of the page header.
   */
  public int bit() {
    return bit;
  }

  /**
   * Moves to the next residual page if a row of {@code rowBits} bits does not fit on the current
   * one.
   */
  public void makeRoom(int rowBits) {
    if (bit + rowBits > capacity) {
      page++;
      bit = 0;
    }
  }

  /** Moves past a row of {@code rowBits} bits, which must fit on the current residual page. */
  void advance(int rowBits) {
    bit += rowBits;
  }

  /** Moves past {@code rows} rows of {@code rowBits} bits each without writing them. */
  public void skip(int rows, int rowBits) {
    if (rowBits == 0) {
      return;
    }
    int onPage = capacity / rowBits;
    int left = rows - Math.min(rows, (capacity - bit) / rowBits);
    if (left == 0) {
      bit += rows * rowBits;
      return;
    }
    int pages = (left + onPage - 1) / onPage;
    page += pages;
    bit = (left - (pages - 1) * onPage) * rowBits;
  }
}
