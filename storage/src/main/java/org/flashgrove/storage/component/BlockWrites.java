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
 * Writes and syncs the blocks of an index, and remembers the first failure. Several threads may
 * write at the same time, each of them a different block. Write buffers are reused.
 */
final class BlockWrites {
  private final BlockSpace space;
  private final BlockPage envelopes;
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
   * Creates the writer of a block space.
   *
   * @param envelopes writes the envelopes of the pages
   * @param gather number of pages written in one I/O
   * @param lock the store lock, which this object acquires to free a block
   */
  BlockWrites(
      BlockSpace space,
      BlockPage envelopes,
      int gather,
      BlockAllocator blocks,
      ReentrantLock lock) {
    this.space = space;
    this.envelopes = envelopes;
    this.gather = gather;
    this.blocks = blocks;
    this.lock = lock;
  }

  /** Creates a writer for an allocated block. */
  BlockWriter begin(ComponentFile file, long block, long sequence) {
    ByteBuffer buffer = spareBuffers.pollFirst();
    if (buffer == null) {
      buffer = AlignedBuffers.allocate(gather * space.pageSize());
    }
    return new PagesWriter(file, this, block, sequence, buffer, gather);
  }

  /** Writes the header of a page of a block. Returns the page's checksum. */
  int sealPage(byte[] page, long block, long sequence, int pageIndex) {
    pagesWritten.incrementAndGet();
    return envelopes.seal(page, block, sequence, pageIndex);
  }

  /** Writes pages of an allocated block. */
  void write(long block, int firstPage, int count, ByteBuffer pages) {
    try {
      space.write(block, firstPage, count, pages);
      unsynced = true; // set after the write, because a concurrent sync may not include it
    } catch (StoreException e) {
      failed(e);
      throw e;
    }
  }

  /** Syncs the block space if pages were written since the last sync. */
  void sync() {
    syncing.lock(); // a thread that waits for this lock needs no sync of its own
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

  /** Records that a block is complete, and keeps the writer's buffer for the next writer. */
  void sealed(Block block, ByteBuffer buffer) {
    blocks.sealed(block);
    spareBuffers.addFirst(buffer);
    blocksWritten.incrementAndGet();
  }

  /**
   * Frees an allocated block that will never become valid, and keeps the writer's buffer for the
   * next writer.
   */
  void givenBack(long block, ByteBuffer buffer) {
    lock.lock();
    try {
      blocks.giveBack(block);
      spareBuffers.addFirst(buffer);
    } finally {
      lock.unlock();
    }
  }

  /** Records a failure. The store refuses changes from then on. */
  void failed(StoreException cause) {
    failure = failure == null ? cause : failure;
  }

  /** Returns the exception of the first failed write or sync, or null if none has failed. */
  StoreException failure() {
    return failure;
  }

  /** Returns the number of blocks sealed since the store was opened. */
  long blocksWritten() {
    return blocksWritten.get();
  }

  /** Returns the number of pages appended since the store was opened. */
  long pagesWritten() {
    return pagesWritten.get();
  }
}
