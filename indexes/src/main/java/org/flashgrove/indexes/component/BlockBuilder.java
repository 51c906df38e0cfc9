package org.flashgrove.indexes.component;

import org.flashgrove.indexes.packed.EntryColumns;

/**
 * Makes blocks of packed pages from entries in any order: cuts them by key, tiles each block, and
 * encodes its pages and its footer.
 *
 * <p>One builder, kept by its user, holds one block's pages in memory and builds one after another.
 * Not for use by several threads at once.
 */
public final class BlockBuilder {
  /** A builder of blocks of a form. */
  public BlockBuilder(BlockForm form) {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * Cuts entries {@code from} to {@code to - 1} evenly by number into as few blocks as their pages
   * need, in the order of their keys, and rearranges them so: each block's entries stand together,
   * and in it each page's. Keys of a block are not greater than those of the blocks behind it. A cut
   * falls between entries of equal keys only if these alone are too many for a block.
   *
   * @param leastBlocks how many blocks there shall be at least (no more than entries)
   * @return number of blocks; 0 if there are no entries
   */
  public int plan(EntryColumns entries, int from, int to, int leastBlocks) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** The position of the first entry of planned block b, of 0 to {@link #plan}'s result (its end). */
  public int blockStart(int b) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Pages of planned block b, the footer included. */
  public int blockPages(int b) {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * Encodes planned block b: pages of entries, residual pages if the form is split, the footer.
   *
   * @param entries those that were planned, unchanged
   * @param lowKey least key of the interval that the block is for
   * @param highKey where the interval ends: no key of the block is greater; the key itself belongs
   *     to the interval of the next block
   * @return what shall stay in memory of the block
   */
  public BlockFences build(
      EntryColumns entries, int b, long lowKey, long highKey, PageOutput output) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Heap bytes of the builder: one block's pages, and what {@link #plan} noted. */
  public long bytes() {
    throw new UnsupportedOperationException("not there yet");
  }
}
