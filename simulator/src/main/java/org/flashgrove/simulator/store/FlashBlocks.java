package org.flashgrove.simulator.store;

import java.nio.ByteBuffer;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.component.BlockRange;

/**
 * Block space on raw flash: a block is an erase block, and a page is one or more flash pages. Flash
 * serves one thread at a time, so calls are synchronized.
 *
 * <p>A completed program or erase is durable, so {@link #sync} does nothing. A block that fails is
 * marked bad, and the call throws {@link BlockFailedException}.
 */
public final class FlashBlocks implements BlockSpace {
  private final String name;
  private final RawFlash flash;
  private final FlashGeometry geometry;
  private final int pageSize;
  private final int flashPages;
  private final int blockPages;
  private final ByteBuffer part;
  private final IoCounters counters;
  private boolean closed;

  /**
   * Creates a block space on flash that has no other user.
   *
   * @param name name of the flash in messages
   * @param pageSize page size in bytes, a multiple of the flash page size
   * @param counters counters for reads and writes; each flash page counts as one call
   */
  public FlashBlocks(String name, RawFlash flash, int pageSize, IoCounters counters) {
    this.counters = counters;
    this.name = name;
    this.flash = flash;
    this.pageSize = pageSize;
    geometry = flash.geometry();
    flashPages = pageSize / geometry.pageBytes();
    if (flashPages < 1 || pageSize % geometry.pageBytes() != 0) {
      throw new IllegalArgumentException(
          "pageSize = " + pageSize + " (allowed: multiples of " + geometry.pageBytes() + ")");
    }
    blockPages = geometry.pagesPerBlock() / flashPages;
    BlockRange.requireShape(pageSize, blockPages);
    part = AlignedBuffers.allocate(geometry.pageBytes());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public int blockPages() {
    return blockPages;
  }

  @Override
  public synchronized long blockCount() {
    requireOpen();
    return geometry.blockCount();
  }

  @Override
  public long maxBlocks() {
    return geometry.blockCount();
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException(name + ": the flash is closed");
    }
  }

  @Override
  public synchronized boolean isUsable(long block) {
    BlockRange.requireBlock(block, maxBlocks());
    int number = (int) block;
    return !flash.isBad(number)
        && (flash.nextIndex(number) == 0 || flash.eraseCount(number) < flash.endurance());
  }

  @Override
  public boolean countsErasures() {
    return true;
  }

  @Override
  public synchronized long eraseCount(long block) {
    BlockRange.requireBlock(block, maxBlocks());
    return flash.eraseCount((int) block);
  }

  @Override
  public synchronized void write(long block, int firstPage, int count, ByteBuffer from) {
    requireOpen();
    BlockRange.requireBlock(block, maxBlocks());
    int number = (int) block;
    int programmed = flash.nextIndex(number);
    int next = programmed % flashPages == 0 ? programmed / flashPages : blockPages;
    BlockRange.requireNext(this, block, firstPage, count, Math.min(next, blockPages));
    int bytes = geometry.pageBytes();
    for (int i = 0; i < count * flashPages; i++) {
      part.put(0, from, i * bytes, bytes);
      try {
        flash.program(number, firstPage * flashPages + i, part, null);
      } catch (BlockFailedException e) {
        flash.markBad(number);
        throw e;
      }
    }
    counters.countWrites(count, (long) count * flashPages, (long) count * pageSize);
  }

  @Override
  public synchronized void readEach(
      long[] pages, int count, ByteBuffer into, PageStore.PageVisitor visitor) {
    requireOpen();
    if (count < 0 || count > pages.length || into.capacity() < pageSize) {
      throw new IllegalArgumentException(
          "count = "
              + count
              + ", buffer of "
              + into.capacity()
              + " bytes (allowed: 0 to "
              + pages.length
              + ", at least "
              + pageSize
              + " bytes)");
    }
    for (int i = 0; i < count; i++) {
      BlockRange.requireBlock(Math.floorDiv(pages[i], (long) blockPages), maxBlocks());
    }
    for (int i = 0; i < count; i++) {
      read((int) (pages[i] / blockPages), (int) (pages[i] % blockPages), into);
      counters.countReads(1, flashPages, pageSize);
      visitor.page(i, 0);
    }
  }

  private void read(int block, int page, ByteBuffer into) {
    int bytes = geometry.pageBytes();
    for (int i = 0; i < flashPages; i++) {
      try {
        flash.read(block, page * flashPages + i, part, null);
      } catch (UncorrectablePageException e) {
        throw new DamagedStoreException(name, "block " + block + ", page " + page, e.getMessage());
      }
      into.put(i * bytes, part, 0, bytes);
    }
  }

  @Override
  public synchronized void erase(long block) {
    requireOpen();
    BlockRange.requireBlock(block, maxBlocks());
    int number = (int) block;
    if (flash.nextIndex(number) == 0) {
      return; // nothing was programmed since the last erase
    }
    if (!isUsable(block)) {
      throw new BlockFailedException("erase", number); // bad, or worn out
    }
    try {
      flash.erase(number);
    } catch (BlockFailedException e) {
      flash.markBad(number);
      throw e;
    }
  }

  @Override
  public synchronized void sync() {
    requireOpen(); // programmed pages are already durable
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
