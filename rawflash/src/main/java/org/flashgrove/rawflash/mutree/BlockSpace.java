package org.flashgrove.rawflash.mutree;

import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;

/**
 * In-memory state of the blocks and pages of a flash: free blocks, pages with the latest copies of
 * nodes, and the next page to program. The state takes one byte per page and is rebuilt by
 * recovery.
 */
final class BlockSpace {
  /** Value that means no block. */
  static final int NONE = -1;

  /**
   * Number of the stream for pages that operations and garbage collection write. The pages of this
   * stream go to the free blocks with the fewest erases.
   */
  private static final int HOT = 0;

  /**
   * Number of the stream for pages that wear levelling moves. The pages of this stream go to the
   * free blocks with the most erases.
   */
  private static final int COLD = 1;

  private static final byte FREE = 0;
  private static final byte OPEN = 1;
  private static final byte CLOSED = 2;
  private static final byte FAILED = 3;
  private static final byte BAD = 4;

  /** State of a block with nodes that cannot be moved, because pages on their paths are damaged. */
  private static final byte ABANDONED = 5;

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
  private final int[] open = {NONE, NONE};
  private final int[] openIndex = new int[2];
  private int stream = HOT;
  private long erases;

  BlockSpace(RawFlash flash) {
    this.flash = flash;
    geometry = flash.geometry();
    pagesPerBlock = geometry.pagesPerBlock();
    state = new byte[geometry.blockCount()];
    live = new int[geometry.blockCount()];
    valid = new byte[geometry.pageCount()];
  }

  /**
   * Computes the state of each block from the flash. Pages with valid nodes must have been marked
   * with {@link #mark}.
   */
  void recover() {
    int mostLeft = 0;
    for (int block = 0; block < state.length; block++) {
      int next = flash.nextIndex(block);
      if (flash.isBad(block)) {
        // nodes in bad blocks must be moved first
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
          open[HOT] = block;
          openIndex[HOT] = next;
        }
      }
    }
    if (open[HOT] != NONE) {
      state[open[HOT]] = OPEN;
    }
  }

  /**
   * Returns the levels at which a page contains the newest copy of a node. Bit {@code level - 1} is
   * set for each such level.
   */
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

  /** Returns the number of pages that operations can program without an erase. */
  int freePages() {
    return freeBlocks * pagesPerBlock + left(HOT);
  }

  private int left(int ofStream) {
    return open[ofStream] == NONE ? 0 : pagesPerBlock - openIndex[ofStream];
  }

  /**
   * Returns whether wear levelling can move {@code pages} pages without taking the last free block.
   */
  boolean canMoveCold(int pages) {
    return left(COLD) >= pages || freeBlocks >= 2;
  }

  /** Sets whether the pages that are allocated from now on are for wear levelling. */
  void moveCold(boolean on) {
    stream = on ? COLD : HOT;
  }

  /** Returns whether there is a failed block whose nodes were not moved yet. */
  boolean hasFailed() {
    return failedBlocks > 0;
  }

  /** Returns the number of blocks that are not bad. */
  int usableBlocks() {
    return state.length - badBlocks;
  }

  long erases() {
    return erases;
  }

  /**
   * Returns the next page to program. It is in the open block or, if there is none with room, in
   * the free block with the fewest erases. For pages moved by wear levelling, the free block with
   * the most erases is used.
   *
   * @throws FlashFullException if there is no free block
   */
  int allocate() {
    if (open[stream] != NONE && left(stream) == 0) {
      state[open[stream]] = CLOSED;
      open[stream] = NONE;
    }
    if (open[stream] == NONE) {
      int block = byErases(FREE, stream == COLD);
      if (block == NONE) {
        throw new FlashFullException(
            "flash: no free block is left of " + state.length + "; use a larger flash");
      }
      state[block] = OPEN;
      freeBlocks--;
      open[stream] = block;
      openIndex[stream] = 0;
    }
    return geometry.page(open[stream], openIndex[stream]++);
  }

  /**
   * Returns the block with the fewest erases among the blocks in the state {@code wanted}. If
   * {@code most} is true, returns the block with the most erases instead.
   */
  private int byErases(byte wanted, boolean most) {
    int best = NONE;
    for (int block = 0; block < state.length; block++) {
      if (state[block] == wanted) {
        int more = best == NONE ? 0 : flash.eraseCount(block) - flash.eraseCount(best);
        if (best == NONE || (most ? more > 0 : more < 0)) {
          best = block;
        }
      }
    }
    return best;
  }

  /** Marks the open block as failed. No further page of the block is programmed. */
  void fail() {
    state[open[stream]] = FAILED;
    failedBlocks++;
    badBlocks++;
    open[stream] = NONE;
  }

  /**
   * Returns the block that garbage collection should empty next. It is a failed block if there is
   * one, otherwise the block with the fewest live pages. Among blocks with equally few live pages,
   * it is the one with the fewest erases. Returns {@link #NONE} if no block would yield free pages.
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
   * Returns the closed block with the fewest erases, whose nodes wear levelling should move.
   * Returns {@link #NONE} unless the most erased block has more than {@code threshold} erases more.
   */
  int coldest(int threshold) {
    int most = 0;
    for (int block = 0; block < state.length; block++) {
      if (state[block] <= CLOSED) {
        most = Math.max(most, flash.eraseCount(block));
      }
    }
    int coldest = byErases(CLOSED, false);
    return coldest != NONE && most - flash.eraseCount(coldest) > threshold ? coldest : NONE;
  }

  /** Excludes a block from garbage collection. The readable pages of the block remain in use. */
  void abandon(int block) {
    if (state[block] == FAILED) {
      failedBlocks--;
    } else {
      badBlocks++;
    }
    state[block] = ABANDONED;
  }

  /**
   * Erases a block without live pages, which is then free. If the block has failed or is worn out,
   * or if the erase fails, marks the block bad instead.
   */
  void recycle(int block) {
    if (state[block] != FAILED && flash.eraseCount(block) < flash.endurance()) {
      try {
        erases++;
        flash.erase(block);
        state[block] = FREE;
        freeBlocks++;
        return;
      } catch (BlockFailedException e) {
        // the block is retired below
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
