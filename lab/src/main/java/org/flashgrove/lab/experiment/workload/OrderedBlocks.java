package org.flashgrove.lab.experiment.workload;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.lab.experiment.PageOrder;

/**
 * Wrapper of raw flash blocks that records the address of each page read and write before the
 * device executes it.
 *
 * @param space the blocks
 * @param order receives the pages
 * @param clock returns the time in nanoseconds
 */
record OrderedBlocks(BlockSpace space, PageOrder order, LongSupplier clock) implements BlockSpace {
  @Override
  public void write(long block, int firstPage, int count, ByteBuffer from) {
    long now = clock.getAsLong();
    synchronized (order) {
      for (int i = 0; i < count; i++) {
        order.add(true, block * blockPages() + firstPage + i, now);
      }
    }
    space.write(block, firstPage, count, from);
  }

  @Override
  public void expect(long block, int level) {
    space.expect(block, level);
  }

  @Override
  public void readEach(long[] pages, int count, ByteBuffer into, PageStore.PageVisitor visitor) {
    long now = clock.getAsLong();
    synchronized (order) {
      for (int i = 0; i < count; i++) {
        order.add(false, pages[i], now);
      }
    }
    space.readEach(pages, count, into, visitor);
  }

  @Override
  public String name() {
    return space.name();
  }

  @Override
  public int pageSize() {
    return space.pageSize();
  }

  @Override
  public int blockPages() {
    return space.blockPages();
  }

  @Override
  public long blockCount() {
    return space.blockCount();
  }

  @Override
  public long maxBlocks() {
    return space.maxBlocks();
  }

  @Override
  public boolean isUsable(long block) {
    return space.isUsable(block);
  }

  @Override
  public boolean countsErasures() {
    return space.countsErasures();
  }

  @Override
  public long eraseCount(long block) {
    return space.eraseCount(block);
  }

  @Override
  public void erase(long block) {
    space.erase(block);
  }

  @Override
  public void shrink(long blockCount) {
    space.shrink(blockCount);
  }

  @Override
  public void sync() {
    space.sync();
  }

  @Override
  public void close() {
    space.close();
  }
}
