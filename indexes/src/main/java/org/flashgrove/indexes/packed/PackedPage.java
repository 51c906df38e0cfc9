package org.flashgrove.indexes.packed;

/**
 * Reads a packed page (format FGP1) in place. To be used again; not by several threads at once.
 *
 * <p>On a split page the exact coordinates of an entry need its row on a residual page, unless the
 * entry has none ({@link #residualPages} is 0): attach the residual pages first.
 *
 * <p>Content that no writer makes ends in {@link org.flashgrove.core.failure.DamagedStoreException}
 * or in wrong answers, never in another exception.
 */
public final class PackedPage {
  /** A reader of pages of a file, whose name is for the messages of errors. */
  public PackedPage(String file) {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * Turns to a page of entries.
   *
   * @param at where its content begins behind the store's envelope
   * @param limit where its content may end at most
   * @param block number of its block, for the message of an error
   * @param index of the page in the block, for the message of an error
   */
  public void reset(byte[] page, int at, int limit, long block, int index) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Number of entries. */
  public int count() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** How many residual pages hold rows of this page; 0 if it needs none. */
  public int residualPages() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Index in the block of the first residual page with rows of this page. */
  public int firstResidualPage() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Which residual page holds the row of entry i: 0 to {@code residualPages() - 1}. */
  public int residualPageOf(int i) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Hands over residual page {@code firstResidualPage() + k} of the block. */
  public void attach(int k, byte[] page, int at, int limit) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** The id of entry i. */
  public long id(int i) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Whether entry i stands for the removal of one. */
  public boolean isDeletion(int i) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Whether all entries are points. */
  public boolean isPoints() {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * The rectangle of entry i; its residual row, if there is one, must be attached.
   *
   * @param box takes minX, minY, maxX, maxY
   */
  public void rectangle(int i, double[] box) {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * A rectangle that holds that of entry i and needs no residual row: for lower bounds of
   * distances. It is the rectangle itself if the page needs no residual pages.
   *
   * @param box takes minX, minY, maxX, maxY
   */
  public void outerRectangle(int i, double[] box) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Sets the closed window of {@link #scan} for this page. */
  public void window(double minX, double minY, double maxX, double maxY) {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * Finds the entries whose rectangles share a point with the window, as bits: bit {@code i & 63} of
   * {@code hits()[i >> 6]} for entry i. Run r of {@code runs} is entries {@code [n r / runs, n (r +
   * 1) / runs)}.
   *
   * @param met bit r: run r is looked at
   * @param inside bit r: all entries of run r are hits; a part of met
   * @param runs 1 to 64
   * @return the number of bits set in {@link #unsure()}
   */
  public int scan(long met, long inside, int runs) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** What {@link #scan} found: hits, and entries which may be; valid up to bit count - 1. */
  public long[] hits() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Those of {@link #hits} that only their residual rows decide. */
  public long[] unsure() {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Decides the unsure hits whose residual pages are attached: takes away those that are none. */
  public void settle() {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * Appends all entries to a list; their keys are 0. All residual pages must be attached.
   */
  public void appendTo(EntryColumns entries) {
    throw new UnsupportedOperationException("not there yet");
  }
}
