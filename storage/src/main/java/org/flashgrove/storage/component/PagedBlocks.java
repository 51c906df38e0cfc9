package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.page.PageStore;

/**
 * Blocks over a page store: block {@code b} has slots {@code [b * blockPages, (b + 1) *
 * blockPages)}. The store grows by whole blocks, a large one by several. What is given up is
 * discarded, which is a hint: behind a flash translation layer blocks die as a whole if they are as
 * large as erase blocks.
 */
public final class PagedBlocks implements BlockSpace {
  /**
   * Part of the blocks that there are by which the space grows: a file system has something of its
   * own to write each time.
   */
  private static final int GROWTH_PART = 16;

  private static final int MOST_GROWTH = 8;

  private final PageStore pages;
  private final int blockPages;
  private final long[] slots;

  /**
   * Index of the next page of each block plus 1, or 0 if it is unknown because the block existed
   * before this space was opened and was not erased since.
   */
  private short[] next = new short[16];

  /**
   * Makes blocks of a store whose slots nobody else uses.
   *
   * @param pages the slots, closed with this space
   * @param blockPages pages of a block, {@link BlockSpace#MIN_BLOCK_PAGES} to {@link
   *     BlockSpace#MAX_BLOCK_PAGES}; the same each time the store is opened
   */
  public PagedBlocks(PageStore pages, int blockPages) {
    BlockRange.requireShape(pages.pageSize(), blockPages);
    this.pages = pages;
    this.blockPages = blockPages;
    slots = new long[blockPages];
  }

  @Override
  public String name() {
    return pages.name();
  }

  @Override
  public int pageSize() {
    return pages.pageSize();
  }

  @Override
  public int blockPages() {
    return blockPages;
  }

  @Override
  public long blockCount() {
    return pages.pageCount() / blockPages;
  }

  @Override
  public long maxBlocks() {
    return Integer.MAX_VALUE;
  }

  @Override
  public synchronized void write(long block, int firstPage, int count, ByteBuffer from) {
    BlockRange.requireBlock(block, maxBlocks());
    long there = blockCount();
    BlockRange.requireNext(this, block, firstPage, count, nextPage(block, there));
    if (block >= there) {
      long end = block + Math.max(1, Math.min(MOST_GROWTH, there / GROWTH_PART));
      pages.extend(end * blockPages);
      for (long grown = there; grown < end; grown++) {
        know(grown, 1);
      }
    }
    for (int i = 0; i < count; i++) {
      slots[i] = block * blockPages + firstPage + i;
    }
    pages.write(slots, count, from);
    know(block, firstPage + count + 1);
  }

  private int nextPage(long block, long there) {
    if (block >= there) {
      return 0;
    }
    int known = block < next.length ? next[(int) block] : 0;
    return known == 0 ? blockPages : known - 1;
  }

  private void know(long block, int value) {
    if (block >= next.length) {
      long length = Math.max(block + 1, Math.min(maxBlocks(), 2L * next.length));
      next = Arrays.copyOf(next, (int) length);
    }
    next[(int) block] = (short) value;
  }

  @Override
  public void readEach(
      long[] addresses, int count, ByteBuffer into, PageStore.PageVisitor visitor) {
    long bound = blockCount();
    for (int i = 0; i < Math.min(count, addresses.length); i++) {
      BlockRange.requireBlock(Math.floorDiv(addresses[i], (long) blockPages), bound);
    }
    pages.readEach(addresses, count, into, visitor);
  }

  @Override
  public synchronized void erase(long block) {
    BlockRange.requireBlock(block, blockCount());
    pages.discard(block * blockPages, blockPages);
    know(block, 1);
  }

  @Override
  public synchronized void shrink(long blockCount) {
    long first = blockCount * blockPages;
    long bound = pages.pageCount();
    if (blockCount >= 0 && first < bound) {
      pages.trim(first, bound - first);
      for (long block = blockCount; block < next.length; block++) {
        next[(int) block] = 0;
      }
    }
  }

  @Override
  public void sync() {
    pages.sync();
  }

  @Override
  public void close() {
    pages.close();
  }
}
