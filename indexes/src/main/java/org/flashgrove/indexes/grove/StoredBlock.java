package org.flashgrove.indexes.grove;

import org.flashgrove.core.component.Block;
import org.flashgrove.indexes.component.BlockFences;

/**
 * What the directory holds of a block: which one it is, the number of its entries, and what its
 * footer says of its pages.
 *
 * @param fences boxes of the block and its pages; null while a log is replayed, before the footers
 *     are read
 */
record StoredBlock(Block block, int entries, BlockFences fences) {
  /** Memory of this object, its block and the references to it, without the fences. */
  static final int OBJECT_BYTES = 24 + 40 + 8;

  /** Returns the block with at most as many boxes of runs a page. */
  StoredBlock withSubBoxes(int most) {
    BlockFences fewer = fences.withSubBoxes(most);
    return fewer == fences ? this : new StoredBlock(block, entries, fewer);
  }

  long bytes() {
    return OBJECT_BYTES + (fences == null ? 0 : fences.bytes());
  }
}
