package org.flashgrove.core.component;

import java.util.Arrays;

/**
 * Reusable list of pages of blocks to read together. It allocates nothing once its arrays have
 * grown. For use by one thread.
 *
 * <p>The device reads adjacent pages of a block in one I/O if they follow each other in the list,
 * so callers should add pages by ascending block and page.
 */
public final class PageRequests {
  private Block[] blocks = new Block[16];
  private int[] pages = new int[16];
  private int count;

  /**
   * Adds a page.
   *
   * @param page index of the page in the block, 0 to {@code block.pages() - 1}
   */
  public void add(Block block, int page) {
    if (page < 0 || page >= block.pages()) {
      throw new IllegalArgumentException(
          "page "
              + page
              + " of a block of "
              + block.pages()
              + " pages (allowed: 0 to "
              + (block.pages() - 1)
              + ")");
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

  /** Removes all pages. */
  public void clear() {
    Arrays.fill(blocks, 0, count, null);
    count = 0;
  }
}
