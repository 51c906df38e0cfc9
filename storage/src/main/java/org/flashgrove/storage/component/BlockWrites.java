package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Writes and syncs of an index's blocks, and the first failure of one. Several threads may write
 * blocks at a time, each another one; buffers of blocks that are done serve the next ones.
 */
final class BlockWrites {
  private final BlockSpace space;
  private final long tag;
  private final int gather;
  private final BlockAllocator blocks;
  private final ReentrantLock lock;
  private final Deque<ByteBuffer> spareBuffers = new ConcurrentLinkedDeque<>();
  private final OrderedLock syncing = new OrderedLock(LockRank.BLOCK_SYNC);
  private volatile boolean unsynced;
  private final AtomicLong blocksWritten = new AtomicLong();
  private final AtomicLong pagesWritten = new AtomicLong();
  private volatile StoreException failure;

  /**
   * Creates the writes of a space.
   *
   * @param tag what binds pages to store and structure
   * @param gather pages of a block written in one I/O
   * @param lock the store lock, under which blocks are given back
   */
  BlockWrites(BlockSpace space, long tag, int gather, BlockAllocator blocks, ReentrantLock lock) {
    this.space = space;
    this.tag = tag;
    this.gather = gather;
    this.blocks = blocks;
    this.lock = lock;
  }

  /** Begins to write a block that was taken. */
  BlockWriter begin(ComponentFile file, long block, long sequence) {
    ByteBuffer buffer = spareBuffers.pollFirst();
    if (buffer == null) {
      buffer = AlignedBuffers.allocate(gather * space.pageSize());
    }
    return new PagesWriter(file, this, block, sequence, buffer, gather);
  }

  /** Fills the envelope of a page; returns its checksum. */
  int sealPage(byte[] page, long block, long sequence, int pageIndex) {
    pagesWritten.incrementAndGet();
    return BlockPage.seal(page, space.pageSize(), tag, block, sequence, pageIndex);
  }

  /** Writes pages of a block that was taken. */
  void write(long block, int firstPage, int count, ByteBuffer pages) {
    try {
      space.write(block, firstPage, count, pages);
      unsynced = true; // behind the write: a sync that began before does not count for it
    } catch (StoreException e) {
      failed(e);
      throw e;
    }
  }

  /** Syncs what was written, unless that was done since. */
  void sync() {
    syncing.lock(); // a thread that finds nothing to do finds it done
    try {
      if (unsynced) {
        unsynced = false;
        space.sync();
      }
    } catch (StoreException e) {
      failed(e);
      throw e;
    } finally {
      syncing.unlock();
    }
  }

  /** Notes a block that is written whole. */
  void sealed(Block block, ByteBuffer buffer) {
    blocks.sealed(block);
    spareBuffers.addFirst(buffer);
    blocksWritten.incrementAndGet();
  }

  /** Frees a block that was taken and is not needed. */
  void givenBack(long block, ByteBuffer buffer) {
    lock.lock();
    try {
      blocks.giveBack(block);
      spareBuffers.addFirst(buffer);
    } finally {
      lock.unlock();
    }
  }

  /** Notes a failure, after which the store takes no changes. */
  void failed(StoreException cause) {
    failure = failure == null ? cause : failure;
  }

  /** Returns the first failure, or null. */
  StoreException failure() {
    return failure;
  }

  /** Returns the number of blocks written whole. */
  long blocksWritten() {
    return blocksWritten.get();
  }

  /** Returns the number of pages written. */
  long pagesWritten() {
    return pagesWritten.get();
  }
}
