package org.flashgrove.rawflash.mutree;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.rawflash.mutree.buffer.ReadBuffer;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * Garbage collection and static wear levelling. Both move nodes to other pages. Moving a node
 * rewrites all nodes of its path as one page. Each such page is a commit, so a power cut loses at
 * most one page. A block is erased when it no longer contains the latest copy of any node. If a
 * damaged page prevents the move of a node, the block of the node is kept.
 */
final class Collector {
  /** Minimum number of block erases on the flash before wear levelling moves the next block. */
  private static final int ERASES_BETWEEN_MOVES = 8;

  private final MuTree tree;
  private final BlockSpace space;
  private final ReadBuffer buffer;
  private final FlashGeometry geometry;
  private final int wearThreshold;
  private final int pagesToKeepFree;
  private long erasesAtLastMove;
  private long wearMoves;

  Collector(
      MuTree tree,
      BlockSpace space,
      ReadBuffer buffer,
      FlashGeometry geometry,
      MuTreeOptions options) {
    this.tree = tree;
    this.space = space;
    this.buffer = buffer;
    this.geometry = geometry;
    wearThreshold = options.wearThreshold();
    pagesToKeepFree = geometry.pagesPerBlock() + pagesOfAnOperation(options);
  }

  /**
   * Returns the maximum number of pages that one flush writes: two more than the pages of the write
   * buffer, plus pages for splits of inner nodes.
   */
  static int pagesOfAnOperation(MuTreeOptions options) {
    return options.writeBufferPages() + 2 + PageLayout.MAX_HEIGHT;
  }

  /**
   * Returns the number of reserved blocks, whose space is not used for entries. These blocks
   * guarantee that some block can be collected when free pages become scarce.
   */
  static int reserveBlocks(MuTreeOptions options, FlashGeometry geometry) {
    int pagesPerBlock = geometry.pagesPerBlock();
    int keepFree = pagesPerBlock + pagesOfAnOperation(options);
    return Math.max(options.reserveBlocks(), 2 + (keepFree + pagesPerBlock - 1) / pagesPerBlock);
  }

  long wearMoves() {
    return wearMoves;
  }

  /**
   * Collects blocks until enough pages are free for the next flush and for collecting another block
   * afterwards.
   */
  void restore() {
    while (space.freePages() < pagesToKeepFree || space.hasFailed()) {
      int victim = space.victim();
      if (victim == BlockSpace.NONE || space.livePages(victim) > space.freePages()) {
        return;
      }
      collect(victim);
    }
    if (space.erases() - erasesAtLastMove >= ERASES_BETWEEN_MOVES) {
      int coldest = space.coldest(wearThreshold);
      if (coldest != BlockSpace.NONE && space.canMoveCold(space.livePages(coldest))) {
        wearMoves++;
        space.moveCold(true);
        collect(coldest);
        space.moveCold(false);
      }
      erasesAtLastMove = space.erases();
    }
  }

  private void collect(int block) {
    for (int index = 0; index < geometry.pagesPerBlock(); index++) {
      int page = geometry.page(block, index);
      while (space.valid(page) != 0) {
        try {
          tree.relocate(page, 1 + Integer.numberOfTrailingZeros(space.valid(page)));
        } catch (DamagedStoreException | UncorrectablePageException e) {
          // Look-ups of keys in the damaged page report the damage. All other keys remain usable.
          space.abandon(block);
          return;
        }
      }
    }
    space.recycle(block);
    for (int index = 0; index < geometry.pagesPerBlock(); index++) {
      buffer.forget(geometry.page(block, index));
    }
  }
}
