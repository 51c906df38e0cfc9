package org.flashgrove.core.component;

import java.util.Arrays;

/**
 * Pages of blocks that are read together. Can be used again and again: it allocates nothing once it
 * is as large as it needs to be. For one thread.
 *
 * <p>Neighbouring pages of a block in ascending order are one I/O where the device can, so that
 * callers add pages in the order of blocks and pages.
 */
public final class PageRequests {
  private Block[] blocks = new Block[16];
  private int[] pages = new int[16];
  private int count;

  /**
   * Adds a page.
   *
   * @param page its index in the block, 0 to {@code block.pages() - 1}
   */
  public void add(Block block, int page) {
    if (page < 0 || page >= block.pages()) {
      throw new IllegalArgumentException(
          "page " + page + " of a block of " + block.pages() + " (allowed: 0 to one less)");
    }
    if (count == pages.length) {
      blocks = Arrays.copyOf(blocks, 2 * count);
      pages = Arrays.copyOf(pages, 2 * count);
    }
    blocks[count] = block;
    pages[count++] = page;
  }

  /** Returns the number of pages. */
  public int count() {
    return count;
  }

  /** Returns the block of a page. */
  public Block block(int index) {
    return blocks[index];
  }

  /** Returns the index of a page in its block. */
  public int page(int index) {
    return pages[index];
  }

  /** Forgets all pages. */
  public void clear() {
    Arrays.fill(blocks, 0, count, null);
    count = 0;
  }
}
