package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.SlotReader;

/**
 * The pages of a space of blocks as slots with the numbers of their addresses: for copies from one
 * space to another or to a file, and for salvage. Pages of a block are written in their order, into
 * blocks that are erased. For one thread at a time.
 */
public final class BlockPages implements PageStore, SlotReader {
  private final BlockSpace blocks;
  private final ByteBuffer page;
  private final long[] address = new long[1];

  /**
   * Makes slots of a space.
   *
   * @param blocks the space, closed with this
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

  /** Refuses more slots than the space has: it does not grow before it is written. */
  @Override
  public void extend(long pageCount) {
    if (pageCount > blocks.maxBlocks() * blocks.blockPages()) {
      throw new StoreIoException(
          name() + ": " + pageCount + " pages (allowed: " + pageCount() + ")");
    }
  }

  @Override
  public void trim(long first, long count) {
    throw new UnsupportedOperationException("pages of blocks go with their block");
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
