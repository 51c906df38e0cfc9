package org.flashgrove.grove.fence;

import org.flashgrove.core.component.Block;

/**
 * Entry of a directory for one block: the identity of the block, its number of entries, and the
 * metadata from its footer. Immutable.
 */
public interface StoredBlock {
  /**
   * Creates a directory entry.
   *
   * @param fences metadata of the block; null while a log is replayed, before footers are read
   */
  static StoredBlock of(Block block, int entries, BlockFences fences) {
    return new WholeBlock(block, entries, fences);
  }

  /** Returns the identity of the block. */
  Block block();

  /** Returns the number of entries in the block. */
  int entries();

  /** Returns the metadata of the block, or null before its footer is read. */
  BlockFences fences();

  /**
   * Returns the block with at most {@code most} boxes of runs (groups of neighbouring entries) for
   * each page. Returns the same block if its footer has not been read.
   */
  StoredBlock withSubBoxes(int most);

  /**
   * Returns the block with reduced (coarse) metadata, which takes less than half of the memory.
   * Page boxes are rounded outwards to 8 bits for each side. The boxes of runs (groups of
   * neighbouring entries) and the numbers of entries on pages are dropped. Returns the same block
   * if its footer has not been read, or if it has more than 64 pages.
   */
  StoredBlock coarse();

  /** Returns the heap memory that this directory entry takes, in bytes, including the metadata. */
  long bytes();
}
