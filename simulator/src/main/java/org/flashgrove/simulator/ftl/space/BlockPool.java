package org.flashgrove.simulator.ftl.space;

import org.flashgrove.simulator.figures.Origin;

/** The erased blocks of a block-mapping layer, with wear levelling. */
public final class BlockPool {
  private final FlashOperations flash;
  private final FreeBlocks free;
  private final EraseSpread spread = new EraseSpread();
  private int badBlocks;

  /** Creates a pool of all good erased blocks. {@link #erase} adds further blocks. */
  public BlockPool(FlashOperations flash, WearLevelling wear) {
    this.flash = flash;
    free = new FreeBlocks(flash, wear != WearLevelling.NONE);
    for (int block = 0; block < flash.geometry().blockCount(); block++) {
      if (flash.isBad(block)) {
        badBlocks++;
        continue;
      }
      spread.add(flash.eraseCount(block));
      if (flash.nextIndex(block) == 0) {
        free.give(block);
      }
    }
  }

  /** Returns the number of free blocks. */
  public int free() {
    return free.total();
  }

  /**
   * Allocates a block, in the plane of {@code neighbour} if possible, otherwise in the plane with
   * the most free blocks.
   *
   * @param neighbour a block, or -1 for any plane
   * @throws WornOutException if no block is free
   */
  public int take(int neighbour) {
    int block = neighbour < 0 ? -1 : free.take(flash.geometry().planeOf(neighbour));
    if (block < 0) {
      block = free.takeAny();
    }
    if (block < 0) {
      throw wornOut();
    }
    return block;
  }

  /**
   * Allocates the most erased free block in the plane of {@code neighbour}. Returns -1 if the plane
   * has no free block.
   */
  public int takeMostErased(int neighbour) {
    return free.takeMostErased(flash.geometry().planeOf(neighbour));
  }

  /** Creates the exception that says that no block is left to write to. */
  public WornOutException wornOut() {
    return new WornOutException(
        "flash: no block is left to write to, "
            + badBlocks
            + " are bad; use more blocks or a greater op");
  }

  /**
   * Erases a block whose pages are no longer needed. Afterwards the block is either free or bad.
   */
  public void erase(int block, Origin origin) {
    int before = flash.eraseCount(block);
    if (flash.erase(block, origin)) {
      spread.erased(before + 1);
      free.give(block);
    } else {
      spread.remove(before);
      badBlocks++;
    }
  }

  /**
   * Marks an allocated block as bad, because it has failed. The pages in the block stay readable.
   */
  public void retire(int block) {
    spread.remove(flash.eraseCount(block));
    badBlocks++;
    flash.retire(block);
  }

  /** Returns the greatest erase count of all good blocks minus the erase count of {@code block}. */
  public int behind(int block) {
    return spread.highest() - flash.eraseCount(block);
  }

  /** Returns the greatest erase count of all good blocks minus the least one. */
  public int difference() {
    return spread.highest() - spread.lowest();
  }
}
