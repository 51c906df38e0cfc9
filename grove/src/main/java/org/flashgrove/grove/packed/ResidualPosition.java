package org.flashgrove.grove.packed;

/**
 * A place for rows on the residual pages of a block: rows stand one behind the other, whole on one
 * page each. To be used again.
 */
public final class ResidualPosition {
  private final int capacity;
  private int page;
  private int bit;

  /** Creates positions on pages of some content, in bytes. */
  public ResidualPosition(int contentBytes) {
    capacity = PageColumns.residualCapacity(contentBytes);
  }

  /** Turns to the beginning of the first residual page. */
  public void reset() {
    page = 0;
    bit = 0;
  }

  /** Turns to where another one is. */
  public void turnTo(ResidualPosition other) {
    page = other.page;
    bit = other.bit;
  }

  /** Returns the residual pages begun. */
  public int pages() {
    return bit > 0 ? page + 1 : page;
  }

  /** Returns the residual page where the next row goes, if it fits: the block's first is 0. */
  public int page() {
    return page;
  }

  /** Returns the bit, behind the page's header, where the next row goes. */
  public int bit() {
    return bit;
  }

  /** Goes on to the next page if a row does not fit on this one. */
  public void makeRoom(int rowBits) {
    if (bit + rowBits > capacity) {
      page++;
      bit = 0;
    }
  }

  /** Moves behind a row, which fits. */
  void advance(int rowBits) {
    bit += rowBits;
  }

  /** Moves behind some rows as writing them would, first making room for each. */
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
