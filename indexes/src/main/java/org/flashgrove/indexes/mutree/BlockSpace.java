package org.flashgrove.indexes.mutree;

import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;

/**
 * Which blocks are free, which pages hold newest copies of nodes, and which block goes next. Kept
 * in memory, a byte a page, and found again by the recovery.
 */
final class BlockSpace {
  /** No block. */
  static final int NONE = -1;

  private static final byte FREE = 0;
  private static final byte OPEN = 1;
  private static final byte CLOSED = 2;
  private static final byte FAILED = 3;
  private static final byte BAD = 4;

  private final RawFlash flash;
  private final FlashGeometry geometry;
  private final int pagesPerBlock;
  private final byte[] state;
  private final byte[] valid;
  private final int[] live;
  private int livePages;
  private int freeBlocks;
  private int badBlocks;
  private int failedBlocks;
  private int open = NONE;
  private int openIndex;
  private long erases;

  BlockSpace(RawFlash flash) {
    this.flash = flash;
    geometry = flash.geometry();
    pagesPerBlock = geometry.pagesPerBlock();
    state = new byte[geometry.blockCount()];
    live = new int[geometry.blockCount()];
    valid = new byte[geometry.pageCount()];
  }

  /** Finds out about the blocks after the nodes have been marked. */
  void recover() {
    int mostLeft = 0;
    for (int block = 0; block < state.length; block++) {
      int next = flash.nextIndex(block);
      if (flash.isBad(block)) {
        // nodes that were not moved in time are to be moved first of all
        state[block] = live[block] > 0 ? FAILED : BAD;
        failedBlocks += live[block] > 0 ? 1 : 0;
        badBlocks++;
      } else if (next == 0) {
        state[block] = FREE;
        freeBlocks++;
      } else {
        state[block] = CLOSED;
        if (pagesPerBlock - next > mostLeft) {
          mostLeft = pagesPerBlock - next;
          open = block;
          openIndex = next;
        }
      }
    }
    if (open != NONE) {
      state[open] = OPEN;
    }
  }

  /** Bit {@code level - 1} for each level of which a page holds the newest copy of a node. */
  int valid(int page) {
    return valid[page];
  }

  boolean isValid(int level, int page) {
    return (valid[page] >> (level - 1) & 1) != 0;
  }

  void mark(int level, int page) {
    if (valid[page] == 0) {
      live[page / pagesPerBlock]++;
      livePages++;
    }
    valid[page] |= (byte) (1 << (level - 1));
  }

  void unmark(int level, int page) {
    if (valid[page] != 0) {
      valid[page] &= (byte) ~(1 << (level - 1));
      if (valid[page] == 0) {
        live[page / pagesPerBlock]--;
        livePages--;
      }
    }
  }

  int livePages() {
    return livePages;
  }

  int livePages(int block) {
    return live[block];
  }

  /** Pages that may be programmed without an erase. */
  int freePages() {
    return freeBlocks * pagesPerBlock + (open == NONE ? 0 : pagesPerBlock - openIndex);
  }

  /** Whether a block that failed still has to be given up. */
  boolean hasFailed() {
    return failedBlocks > 0;
  }

  /** Blocks that are not bad. */
  int usableBlocks() {
    return state.length - badBlocks;
  }

  long erases() {
    return erases;
  }

  /**
   * The page to be programmed next: in the open block, or in the free block with the fewest erases.
   *
   * @throws FlashFullException if there is none
   */
  int allocate() {
    if (open != NONE && openIndex == pagesPerBlock) {
      state[open] = CLOSED;
      open = NONE;
    }
    if (open == NONE) {
      open = leastErased(FREE);
      if (open == NONE) {
        throw new FlashFullException("no free block is left of " + state.length);
      }
      state[open] = OPEN;
      freeBlocks--;
      openIndex = 0;
    }
    return geometry.page(open, openIndex++);
  }

  private int leastErased(byte wanted) {
    int least = NONE;
    for (int block = 0; block < state.length; block++) {
      if (state[block] == wanted
          && (least == NONE || flash.eraseCount(block) < flash.eraseCount(least))) {
        least = block;
      }
    }
    return least;
  }

  /** The open block has failed: nothing is programmed in it any more. */
  void fail() {
    state[open] = FAILED;
    failedBlocks++;
    badBlocks++;
    open = NONE;
  }

  /**
   * The block to be collected: one that failed, or the one with the fewest live pages, of several
   * such the one with the fewest erases; none if nothing would be gained.
   */
  int victim() {
    int best = NONE;
    for (int block = 0; block < state.length; block++) {
      if (state[block] == FAILED) {
        return block;
      }
      if (state[block] == CLOSED
          && live[block] < pagesPerBlock
          && (best == NONE || isBetter(block, best))) {
        best = block;
      }
    }
    return best;
  }

  private boolean isBetter(int block, int than) {
    return live[block] < live[than]
        || live[block] == live[than] && flash.eraseCount(block) < flash.eraseCount(than);
  }

  /**
   * The block whose nodes should be moved to level wear: the least erased one of those in use, if
   * it is more than {@code threshold} erases behind the most erased one.
   */
  int coldest(int threshold) {
    int most = 0;
    for (int block = 0; block < state.length; block++) {
      if (state[block] != BAD && state[block] != FAILED) {
        most = Math.max(most, flash.eraseCount(block));
      }
    }
    int coldest = leastErased(CLOSED);
    return coldest != NONE && most - flash.eraseCount(coldest) > threshold ? coldest : NONE;
  }

  /** Erases a block without live pages, or retires it if it failed, fails now or is worn out. */
  void recycle(int block) {
    if (state[block] != FAILED && flash.eraseCount(block) < flash.endurance()) {
      try {
        erases++;
        flash.erase(block);
        state[block] = FREE;
        freeBlocks++;
        return;
      } catch (BlockFailedException e) {
        // retired below
      }
    }
    if (state[block] == FAILED) {
      failedBlocks--;
    } else {
      badBlocks++;
    }
    state[block] = BAD;
    if (!flash.isBad(block)) {
      flash.markBad(block);
    }
  }
}
