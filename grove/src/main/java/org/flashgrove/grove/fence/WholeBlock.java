package org.flashgrove.grove.fence;

import org.flashgrove.core.component.Block;

/** Directory entry of a block whose metadata is a separate object. */
record WholeBlock(Block block, int entries, BlockFences fences) implements StoredBlock {
  /** Heap bytes of this object, its block and the references to them, without the metadata. */
  private static final int OBJECT_BYTES = 24 + 40 + 8;

  @Override
  public StoredBlock withSubBoxes(int most) {
    BlockFences fewer = fences == null ? null : fences.withSubBoxes(most);
    return fewer == fences ? this : new WholeBlock(block, entries, fewer);
  }

  @Override
  public StoredBlock coarse() {
    return fences == null ? this : CoarseBlock.of(this);
  }

  @Override
  public long bytes() {
    return OBJECT_BYTES + (fences == null ? 0 : fences.bytes());
  }
}
