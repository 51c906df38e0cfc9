package org.flashgrove.indexes.component;

import org.flashgrove.core.component.Block;

/**
 * What the directory holds of a block: which one it is, the number of its entries, and what its
 * footer says of its pages.
 *
 * @param fences boxes of the block and its pages; null while a log is replayed, before the footers
 *     are read
 */
public record StoredBlock(Block block, int entries, BlockFences fences) {
  /** Memory of this object, its block and the references to it, without the fences. */
  public static final int OBJECT_BYTES = 24 + 40 + 8;

  /** Returns the block with at most as many boxes of runs a page. */
  public StoredBlock withSubBoxes(int most) {
    BlockFences fewer = fences.withSubBoxes(most);
    return fewer == fences ? this : new StoredBlock(block, entries, fewer);
  }

  /** Returns the block with coarse fences, if its footer is read. */
  public StoredBlock coarse() {
    BlockFences coarse = fences == null ? null : fences.coarse();
    return coarse == fences ? this : new StoredBlock(block, entries, coarse);
  }

  /** Returns the bytes of memory, those of the fences included. */
  public long bytes() {
    return OBJECT_BYTES + (fences == null ? 0 : fences.bytes());
  }
}
