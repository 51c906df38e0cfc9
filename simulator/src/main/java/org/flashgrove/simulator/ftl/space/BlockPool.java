package org.flashgrove.simulator.ftl.space;

import org.flashgrove.simulator.figures.Origin;

/** The erased blocks of a layer that maps blocks, and how the erases are spread. */
public final class BlockPool {
  private final FlashOperations flash;
  private final FreeBlocks free;
  private final EraseSpread spread = new EraseSpread();
  private int badBlocks;

  /** Creates a pool of all good blocks that are erased; the others come with {@link #erase}. */
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

  /** Returns the number of blocks free. */
  public int free() {
    return free.total();
  }

  /**
   * Takes a block, of the plane of {@code neighbour} if it has one, else of the plane that has the
   * most.
   *
   * @param neighbour a block, -1 for none
   * @throws WornOutException if none is free
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

  /** Takes the most erased block of the plane of {@code neighbour}; returns -1 if it has none. */
  public int takeMostErased(int neighbour) {
    return free.takeMostErased(flash.geometry().planeOf(neighbour));
  }

  /** Returns what to throw when room cannot be had. */
  public WornOutException wornOut() {
    return new WornOutException("no block is left to write to, " + badBlocks + " are bad");
  }

  /** Erases a block whose pages are not needed any more; it is free then, or bad. */
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

  /** Marks a block that was taken and has failed as bad; its pages can still be read. */
  public void retire(int block) {
    spread.remove(flash.eraseCount(block));
    badBlocks++;
    flash.retire(block);
  }

  /** Returns by how many erases a good block is behind the most erased one. */
  public int behind(int block) {
    return spread.highest() - flash.eraseCount(block);
  }

  /** Returns by how many erases the good blocks differ at most. */
  public int difference() {
    return spread.highest() - spread.lowest();
  }
}
