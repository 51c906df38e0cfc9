package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.page.PageUnits;

/**
 * Block space on top of a page store. Block {@code b} consists of the slots {@code [b * blockPages,
 * (b + 1) * blockPages)}.
 *
 * <p>The page store grows by whole blocks, and by several at a time when it is large. Erasing a
 * block discards its slots, which is a hint to the device. If a block is as large as an erase block
 * of the flash memory, the discard empties a whole erase block.
 */
public final class PagedBlocks implements BlockSpace {
  /**
   * The space grows by 1/{@code GROWTH_PART} of its size at a time, within limits. If it grew by
   * single blocks, the file system would write metadata more often.
   */
  private static final int GROWTH_PART = 16;

  private static final int MOST_GROWTH = 8;

  private final PageStore pages;
  private final int blockPages;
  private final long[] slots;

  /**
   * For each block, 1 plus the index of the page that must be written next. The value is 0 if this
   * index is unknown, because the block was not erased since this space was opened.
   */
  private short[] next = new short[16];

  /**
   * Creates a block space on slots that nobody else uses.
   *
   * @param pages the slots; {@link #close} closes them
   * @param blockPages pages of a block, {@link BlockSpace#MIN_BLOCK_PAGES} to {@link
   *     BlockSpace#MAX_BLOCK_PAGES}; must be the same each time the store is opened
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
  public void expect(long block, int level) {
    pages.expect(block * blockPages, blockPages, level);
  }

  @Override
  public PageUnits units() {
    return pages.units(); // the address of a page is its slot
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
