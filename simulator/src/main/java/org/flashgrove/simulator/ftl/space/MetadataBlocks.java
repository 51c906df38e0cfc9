package org.flashgrove.simulator.ftl.space;

import java.util.BitSet;
import org.flashgrove.simulator.figures.Origin;

/**
 * Metadata pages of a block-mapping layer, stored in a few blocks of a pool. The blocks are filled
 * one after another. If the maximum number of blocks is in use and the open block is full, the
 * block with the fewest valid pages is emptied: its valid pages move to a new block.
 */
public final class MetadataBlocks implements MetadataSpace {
  /** Listener for valid pages that were moved. */
  @FunctionalInterface
  public interface Listener {
    /** Reports that a page was moved. */
    void moved(int from, int to);
  }

  private final FlashOperations flash;
  private final BlockPool pool;
  private final Listener listener;
  private final int pagesPerBlock;
  private final int mostBlocks;
  private final BitSet blocks = new BitSet();
  private final BitSet valid = new BitSet();
  private int open = -1;

  /**
   * Creates a space without metadata pages.
   *
   * @param mostPages maximum number of valid metadata pages at a time
   */
  public MetadataBlocks(FlashOperations flash, BlockPool pool, int mostPages, Listener listener) {
    this.flash = flash;
    this.pool = pool;
    this.listener = listener;
    pagesPerBlock = flash.geometry().pagesPerBlock();
    mostBlocks = blocksAtMost(mostPages, pagesPerBlock);
  }

  /** Returns the maximum number of blocks that a space with {@code mostPages} valid pages uses. */
  public static int blocksAtMost(int mostPages, int pagesPerBlock) {
    return (mostPages + pagesPerBlock - 1) / pagesPerBlock + 1;
  }

  @Override
  public int append(long tag, long[] words) {
    while (true) {
      if (open < 0 || flash.nextIndex(open) == pagesPerBlock) {
        openNext();
        continue;
      }
      int page = flash.geometry().page(open, flash.nextIndex(open));
      if (flash.programWords(page, Origin.FTL_MAP, tag, words)) {
        valid.set(page);
        return page;
      }
      int failed = open;
      open = -1;
      pool.retire(failed);
      blocks.clear(failed);
      empty(failed, Origin.REFRESH);
    }
  }

  private void openNext() {
    int victim = blocks.cardinality() < mostBlocks ? -1 : fewestValid();
    if (victim < 0) {
      open = take();
      return;
    }
    blocks.clear(victim);
    empty(victim, Origin.GC);
    pool.erase(victim, Origin.GC);
  }

  private int take() {
    int block = pool.take(-1);
    blocks.set(block);
    return block;
  }

  /** Returns the block with the fewest valid pages, or -1 if all pages of all blocks are valid. */
  private int fewestValid() {
    int best = -1;
    int fewest = pagesPerBlock;
    for (int block = blocks.nextSetBit(0); block >= 0; block = blocks.nextSetBit(block + 1)) {
      int first = block * pagesPerBlock;
      int count = valid.get(first, first + pagesPerBlock).cardinality();
      if (count < fewest) {
        best = block;
        fewest = count;
      }
    }
    return best;
  }

  /** Moves the valid pages of a block to a new block, which becomes the open block. */
  private void empty(int block, Origin origin) {
    int end = (block + 1) * pagesPerBlock;
    open = take();
    int page = valid.nextSetBit(block * pagesPerBlock);
    while (page >= 0 && page < end) {
      int to = flash.geometry().page(open, flash.nextIndex(open));
      if (flash.copy(page, to, origin)) {
        valid.clear(page);
        valid.set(to);
        listener.moved(page, to);
        page = valid.nextSetBit(page + 1);
      } else {
        int failed = open;
        pool.retire(failed);
        blocks.clear(failed);
        empty(failed, Origin.REFRESH);
      }
    }
  }

  @Override
  public void invalidate(int page) {
    valid.clear(page);
  }

  @Override
  public void claim(int page) {
    valid.set(page);
    if (!flash.isBad(page / pagesPerBlock)) {
      blocks.set(page / pagesPerBlock);
    }
  }

  /** Returns whether a good block is in use for metadata. */
  public boolean holds(int block) {
    return blocks.get(block);
  }

  /**
   * Restores the open block after a power loss, and moves pages out of bad blocks. Call this after
   * {@link #claim} was called for all valid pages.
   */
  public void rebuild() {
    for (int block = blocks.nextSetBit(0); block >= 0; block = blocks.nextSetBit(block + 1)) {
      if (flash.nextIndex(block) < pagesPerBlock) {
        open = block;
      }
    }
    for (int page = valid.nextSetBit(0); page >= 0; page = valid.nextSetBit(page + 1)) {
      int block = page / pagesPerBlock;
      if (flash.isBad(block)) {
        empty(block, Origin.RECOVERY);
      }
    }
  }
}
