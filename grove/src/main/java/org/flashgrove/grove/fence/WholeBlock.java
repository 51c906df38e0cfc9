package org.flashgrove.grove.fence;

import org.flashgrove.core.component.Block;

/** A block with its fences as objects of their own. */
record WholeBlock(Block block, int entries, BlockFences fences) implements StoredBlock {
  /** Memory of this object, its block and the references to it, without the fences. */
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
