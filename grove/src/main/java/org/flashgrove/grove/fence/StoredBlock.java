package org.flashgrove.grove.fence;

import org.flashgrove.core.component.Block;

/**
 * Directory entry of a block: its identity, the number of its entries, and the page metadata of its
 * footer. Immutable.
 */
public interface StoredBlock {
  /**
   * Returns what is held of a block.
   *
   * @param fences boxes of the block and its pages; null while a log is replayed, before the
   *     footers are read
   */
  static StoredBlock of(Block block, int entries, BlockFences fences) {
    return new WholeBlock(block, entries, fences);
  }

  /** Returns which block it is. */
  Block block();

  /** Returns the number of its entries. */
  int entries();

  /** Returns the boxes of the block and its pages, or null before its footer is read. */
  BlockFences fences();

  /**
   * Returns the block with at most as many boxes of runs a page. A block whose footer is not read
   * is returned as it is.
   */
  StoredBlock withSubBoxes(int most);

  /**
   * Returns the block with 8 bits a side of its pages' boxes, rounded outwards, without boxes of
   * runs and numbers of entries on pages, in less than half of the memory. A block whose footer is
   * not read, or of more than 64 pages, is returned as it is.
   */
  StoredBlock coarse();

  /** Returns the bytes of memory, those of the fences included. */
  long bytes();
}
