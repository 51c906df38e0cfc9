package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.SlotReader;

/**
 * View of a block space as a page store. The number of a slot is the address of its page in the
 * space. Used to copy pages to another space or to a file, and for salvage. Pages of a block must
 * be written in ascending order, into an erased block. Not thread-safe.
 */
public final class BlockPages implements PageStore, SlotReader {
  private final BlockSpace blocks;
  private final ByteBuffer page;
  private final long[] address = new long[1];

  /**
   * Creates a view of a block space.
   *
   * @param blocks the space; {@link #close} closes it
   */
  public BlockPages(BlockSpace blocks) {
    this.blocks = blocks;
    page = AlignedBuffers.allocate(blocks.pageSize());
  }

  @Override
  public String name() {
    return blocks.name();
  }

  @Override
  public int pageSize() {
    return blocks.pageSize();
  }

  @Override
  public long pageCount() {
    return blocks.blockCount() * blocks.blockPages();
  }

  @Override
  public long count() {
    return pageCount();
  }

  @Override
  public void read(long[] slots, int count, ByteBuffer into) {
    for (int i = 0; i < count; i++) {
      address[0] = slots[i];
      int to = i * pageSize();
      blocks.readEach(address, 1, page, (index, at) -> into.put(to, page, at, pageSize()));
    }
  }

  @Override
  public boolean read(long slot, ByteBuffer into) {
    try {
      address[0] = slot;
      boolean isThere = slot >= 0 && slot < count();
      if (isThere) {
        blocks.readEach(address, 1, page, (index, at) -> into.put(0, page, at, pageSize()));
      }
      return isThere;
    } catch (DamagedStoreException | StoreIoException e) {
      return false;
    }
  }

  @Override
  public void write(long[] slots, int count, ByteBuffer from) {
    for (int i = 0; i < count; i++) {
      page.put(0, from, i * pageSize(), pageSize());
      long block = slots[i] / blocks.blockPages();
      blocks.write(block, (int) (slots[i] % blocks.blockPages()), 1, page);
    }
  }

  /**
   * Throws if {@code pageCount} exceeds the maximum size of the space. Otherwise does nothing,
   * because writing a block makes the space grow.
   */
  @Override
  public void extend(long pageCount) {
    if (pageCount > blocks.maxBlocks() * blocks.blockPages()) {
      throw new StoreIoException(
          name() + ": " + pageCount + " pages (allowed: up to " + pageCount() + ")");
    }
  }

  @Override
  public void trim(long first, long count) {
    throw new UnsupportedOperationException(
        name() + ": pages cannot be trimmed one by one; erase their block");
  }

  @Override
  public void sync() {
    blocks.sync();
  }

  @Override
  public void close() {
    blocks.close();
  }
}
