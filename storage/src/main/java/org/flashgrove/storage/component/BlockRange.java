package org.flashgrove.storage.component;

import org.flashgrove.core.component.BlockSpace;

/** Refuses what no block space can do. */
public final class BlockRange {
  private BlockRange() {}

  /** Refuses a shape of blocks. */
  public static void requireShape(int pageSize, int blockPages) {
    if (Integer.bitCount(pageSize) != 1 || pageSize < 512 || pageSize > 65_536) {
      throw new IllegalArgumentException(
          "pageSize = " + pageSize + " (allowed: a power of two from 512 to 65536)");
    }
    if (blockPages < BlockSpace.MIN_BLOCK_PAGES || blockPages > BlockSpace.MAX_BLOCK_PAGES) {
      throw new IllegalArgumentException(
          "blockPages = "
              + blockPages
              + " (allowed: "
              + BlockSpace.MIN_BLOCK_PAGES
              + " to "
              + BlockSpace.MAX_BLOCK_PAGES
              + ")");
    }
  }

  /** Refuses a block outside of a space. */
  public static void requireBlock(long block, long bound) {
    if (block < 0 || block >= bound) {
      throw new IllegalArgumentException("block " + block + " (allowed: 0 to " + (bound - 1) + ")");
    }
  }

  /**
   * Refuses to write pages of a block out of order.
   *
   * @param next the index that comes next
   */
  public static void requireNext(BlockSpace space, long block, int firstPage, int count, int next) {
    if (count < 1 || firstPage < 0 || firstPage > space.blockPages() - count) {
      throw new IllegalArgumentException(
          count
              + " pages from "
              + firstPage
              + " on (allowed: within 0 to "
              + (space.blockPages() - 1)
              + ")");
    }
    if (firstPage != next) {
      throw new IllegalStateException(
          space.name()
              + ", block "
              + block
              + ": page "
              + firstPage
              + " where "
              + (next == space.blockPages() ? "the block is to be erased" : "page " + next)
              + " comes next");
    }
  }
}
