package org.flashgrove.grove.index;

import org.flashgrove.core.component.ComponentIndex;

/**
 * Recovers the entries of an index in sealed blocks from a damaged store. It receives the readable
 * frames of the log, oldest first, and then the blocks that were found. Afterwards it returns the
 * current entries.
 */
public interface SalvagedIndex {
  /** Source of the pages of blocks. */
  @FunctionalInterface
  interface Pages {
    /**
     * Returns a page of a block, with the page header of the store. The sequence number selects the
     * version of the block, because a block may be written again. Returns null if the page is lost.
     */
    byte[] read(long block, int index, long sequence);
  }

  /** Receives entries. */
  @FunctionalInterface
  interface EntrySink {
    /**
     * Receives an entry.
     *
     * @param block number of the block with the entry, or -1 if only the log has it
     */
    void entry(long block, long id, double minX, double minY, double maxX, double maxY);
  }

  /**
   * Adds a readable frame of the log. The caller adds frames in the order of the log, oldest first.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if no index can have written the
   *     frame; nothing is added then
   * @throws org.flashgrove.core.spec.SpecException if an index with another domain wrote the frame
   */
  void frame(long frame, ComponentIndex.Kind kind, long[] words, int length);

  /**
   * Adds a block that was found, in its newest readable version.
   *
   * @param pages number of pages up to the last readable one
   * @param last the last readable page, with the page header of the store; it is the footer if no
   *     page after it is lost
   */
  void block(long number, long sequence, int pages, byte[] last);

  /**
   * Returns whether the frames that were added begin with a complete state of the index, so that no
   * earlier frame is needed.
   */
  boolean isStartKnown();

  /**
   * Returns whether each block to which the log refers was found in the version to which the log
   * refers. Otherwise the log is older than the blocks.
   */
  boolean agrees();

  /**
   * Returns the number of entries according to the frames that were added so far. Returns -1 if
   * this number is unknown.
   */
  long entries();

  /**
   * Reports the recovered entries.
   *
   * @param isLogWhole whether no frame is missing and {@link #agrees} is true
   * @return number of entries reported
   */
  long entries(boolean isLogWhole, Pages pages, EntrySink sink);

  /**
   * Returns how many of the reported entries may have been deleted, although the log is complete.
   */
  default long uncertain() {
    return 0;
  }
}
