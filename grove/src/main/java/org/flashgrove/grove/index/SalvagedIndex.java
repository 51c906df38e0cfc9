package org.flashgrove.grove.index;

import org.flashgrove.core.component.ComponentIndex;

/**
 * Finds the entries of an index of blocks whose store is damaged, from the frames of its log that
 * are left and the blocks that are found: takes these, frames first and oldest first, then says
 * what counts.
 */
public interface SalvagedIndex {
  /** The pages of blocks. */
  @FunctionalInterface
  interface Pages {
    /** Returns a page of a content of a block, with its envelope; null if it is lost. */
    byte[] read(long block, int index, long sequence);
  }

  /** Receives entries. */
  @FunctionalInterface
  interface EntrySink {
    /**
     * Receives an entry.
     *
     * @param block number of the block it stands in, -1 if it is in the log alone
     */
    void entry(long block, long id, double minX, double minY, double maxX, double maxY);
  }

  /**
   * Takes a frame of the log that is left, oldest first.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if no index can have written it;
   *     nothing of it was taken then
   * @throws org.flashgrove.core.spec.SpecException if an index with another domain wrote it
   */
  void frame(long frame, ComponentIndex.Kind kind, long[] words, int length);

  /**
   * Takes a block that was found: the newest content that has a page left.
   *
   * @param pages number of pages up to the last one that is left
   * @param last that page, with its envelope; the footer, if nothing is lost behind it
   */
  void block(long number, long sequence, int pages, byte[] last);

  /** Returns whether the frames begin with all that the index was. */
  boolean isStartKnown();

  /**
   * Returns whether the blocks that the log names are there as it names them: whether the log is
   * not older than the blocks.
   */
  boolean agrees();

  /** Returns the number of entries by the frames so far; -1 if that is not known. */
  long entries();

  /**
   * Visits the entries.
   *
   * @param isLogWhole whether no frame is missing and the log {@link #agrees}
   * @return number of entries visited
   */
  long entries(boolean isLogWhole, Pages pages, EntrySink sink);

  /** Returns how many of the entries visited from a whole log may have been deleted. */
  default long uncertain() {
    return 0;
  }
}
