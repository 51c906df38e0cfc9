package org.flashgrove.core.component;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.page.PageStore;

/** Blocks in memory: the meaning of the port in as few lines as possible. */
public final class MemoryBlocks implements BlockSpace {
  private final int pageSize;
  private final int blockPages;
  private final List<List<byte[]>> blocks;
  private boolean closed;

  /** An empty space. */
  public MemoryBlocks(int pageSize, int blockPages) {
    this(pageSize, blockPages, new ArrayList<>());
  }

  private MemoryBlocks(int pageSize, int blockPages, List<List<byte[]>> blocks) {
    this.pageSize = pageSize;
    this.blockPages = blockPages;
    this.blocks = blocks;
  }

  /** The same blocks, opened again. */
  public MemoryBlocks reopened() {
    return new MemoryBlocks(pageSize, blockPages, blocks);
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException("the blocks are closed");
    }
  }

  @Override
  public String name() {
    return "memory";
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
    return blocks.size();
  }

  @Override
  public long maxBlocks() {
    return Integer.MAX_VALUE;
  }

  @Override
  public synchronized void write(long block, int firstPage, int count, ByteBuffer from) {
    requireOpen();
    if (block < 0 || block >= maxBlocks() || firstPage < 0 || count < 1) {
      throw new IllegalArgumentException("block " + block + ", page " + firstPage);
    }
    if (firstPage + count > blockPages) {
      throw new IllegalArgumentException("the block has " + blockPages + " pages");
    }
    while (block >= blocks.size()) {
      blocks.add(new ArrayList<>());
    }
    List<byte[]> pages = blocks.get((int) block);
    if (firstPage != pages.size()) {
      throw new IllegalStateException("page " + pages.size() + " comes next");
    }
    for (int i = 0; i < count; i++) {
      byte[] page = new byte[pageSize];
      from.get(i * pageSize, page);
      pages.add(page);
    }
  }

  @Override
  public void readEach(long[] pages, int count, ByteBuffer into, PageStore.PageVisitor visitor) {
    if (count < 0 || count > pages.length || into.capacity() < pageSize) {
      throw new IllegalArgumentException("count = " + count + ", " + into.capacity() + " bytes");
    }
    for (int i = 0; i < count; i++) {
      if (pages[i] < 0 || pages[i] / blockPages >= blockCount()) {
        throw new IllegalArgumentException("page " + pages[i]);
      }
    }
    for (int i = 0; i < count; i++) {
      into.put(0, page(pages[i]));
      visitor.page(i, 0);
    }
  }

  private synchronized byte[] page(long address) {
    requireOpen();
    List<byte[]> pages = blocks.get((int) (address / blockPages));
    int index = (int) (address % blockPages);
    return index < pages.size() ? pages.get(index) : new byte[pageSize];
  }

  @Override
  public synchronized void erase(long block) {
    requireOpen();
    if (block < 0 || block >= blocks.size()) {
      throw new IllegalArgumentException("block " + block);
    }
    blocks.set((int) block, new ArrayList<>());
  }

  @Override
  public synchronized void shrink(long blockCount) {
    requireOpen();
    while (blocks.size() > blockCount) {
      blocks.remove(blocks.size() - 1);
    }
  }

  @Override
  public synchronized void sync() {
    requireOpen();
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
