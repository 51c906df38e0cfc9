package org.flashgrove.storage.component;

import org.flashgrove.core.component.BlockSpace;

/** Argument checks for implementations of {@link BlockSpace}. */
public final class BlockRange {
  private BlockRange() {}

  /**
   * Throws {@link IllegalArgumentException} unless the page size and the number of pages per block
   * are supported.
   */
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

  /**
   * Throws {@link IllegalArgumentException} unless {@code block} is from 0 to {@code bound - 1}.
   */
  public static void requireBlock(long block, long bound) {
    if (block < 0 || block >= bound) {
      throw new IllegalArgumentException("block " + block + " (allowed: 0 to " + (bound - 1) + ")");
    }
  }

  /**
   * Checks that a write lies within its block and starts at the next unwritten page.
   *
   * @param next index of the next unwritten page; the number of pages of a block if the block is
   *     full
   * @throws IllegalArgumentException if the pages lie outside of the block
   * @throws IllegalStateException if the write does not start at {@code next}
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
