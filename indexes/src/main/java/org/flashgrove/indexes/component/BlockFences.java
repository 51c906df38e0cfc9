package org.flashgrove.indexes.component;

/**
 * What stays in memory of a block: its interval and box, and for each page of entries its number of
 * entries, its box relative to the block's (16 bits a side), and the boxes of its runs of entries
 * relative to the page's (8 bits a side). Relative boxes are rounded outwards: no entry is outside
 * of them. Immutable.
 */
public final class BlockFences {
  /**
   * Reads the footer of a block.
   *
   * @param footer the page
   * @param at where the content begins behind the store's envelope
   * @param limit where it ends
   * @param subBoxes how many boxes of runs to keep for a page: a power of two, no more than the
   *     footer has
   * @param file name of the file, for the message of an error
   * @param block number of the block, for the message of an error
   * @throws org.flashgrove.core.failure.DamagedStoreException if the content is impossible
   */
  public static BlockFences read(
      byte[] footer, int at, int limit, int subBoxes, String file, long block) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Least key of the block's interval. */
  public long lowKey() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** End of the block's interval; no key of the block is greater. */
  public long highKey() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Number of entries in the block. */
  public int count() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Pages of entries: 0 to {@code pages() - 1} of the block. */
  public int pages() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Residual pages, which follow the pages of entries; behind them is the footer. */
  public int residualPages() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Number of entries on a page. */
  public int count(int page) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Runs of a page's entries with a box of their own. */
  public int subBoxes() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** The least box of all entries: minX, minY, maxX, maxY are put into {@code box}. */
  public void box(double[] box) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** A box of all entries on a page: minX, minY, maxX, maxY are put into {@code box}. */
  public void pageBox(int page, double[] box) {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * A box of the entries in run r of a page, {@code [n r / subBoxes, n (r + 1) / subBoxes)} of its n
   * entries: minX, minY, maxX, maxY are put into {@code box}.
   */
  public void subBox(int page, int run, double[] box) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Heap bytes of these fences. */
  public long bytes() {
    throw new UnsupportedOperationException("not there yet");
  }
}
