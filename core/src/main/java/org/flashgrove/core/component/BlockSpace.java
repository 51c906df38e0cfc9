package org.flashgrove.core.component;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.PageStore;

/**
 * A device of blocks: pages that are written once, in order, and given up together. On flash a
 * block is one or more erase blocks, so that no page of it outlives the others.
 *
 * <p>Blocks are numbered from 0, and the page with index {@code i} of block {@code b} has the
 * address {@code b * blockPages + i}. Pages of a block are written in ascending order from index 0,
 * each once until the block is erased. Like a {@link PageStore} a space is neither a cache nor a
 * judge of content.
 *
 * <p>Buffers belong to the caller: direct, aligned as {@link
 * org.flashgrove.core.page.AlignedBuffers} makes them, used by absolute position.
 *
 * <p>A page that was written is read back by any later read, synced or not, until its block is
 * erased. A page that was not written since then reads as anything: as it did, as zeros, as ones,
 * or not at all, which is damage. What was written before a {@link #sync()} that returned survives
 * a power cut, unless its block was erased since; of later writes and erasures any part may.
 *
 * <p>Any number of threads may call any method at a time; a block is written by one of them. Nobody
 * reads a block while it is erased or written.
 *
 * <p>Errors: a failing device ends in {@link org.flashgrove.core.failure.StoreIoException}, a page
 * that the device cannot give in {@link org.flashgrove.core.failure.DamagedStoreException}, a call
 * after {@link #close()} in {@link org.flashgrove.core.failure.StoreClosedException}; pages outside
 * the space, pages out of order and buffers too small are the caller's mistakes ({@link
 * IllegalArgumentException} or {@link IllegalStateException}, nothing is done).
 */
public interface BlockSpace extends AutoCloseable {
  /** Fewest pages of a block. */
  int MIN_BLOCK_PAGES = 2;

  /** Most pages of a block. */
  int MAX_BLOCK_PAGES = 4_096;

  /** Returns the space's name in messages. */
  String name();

  /** Returns the bytes of a page: a power of two from 512 to 65,536. */
  int pageSize();

  /** Returns the pages of a block, from {@link #MIN_BLOCK_PAGES} to {@link #MAX_BLOCK_PAGES}. */
  int blockPages();

  /** Returns the number of blocks that can be read: blocks 0 to {@code blockCount() - 1}. */
  long blockCount();

  /**
   * Returns the number of blocks that can be written at most: writing a block from {@link
   * #blockCount()} on makes the space grow to hold it.
   */
  long maxBlocks();

  /**
   * Returns whether a block may be written once it is erased; blocks that the device lost are not.
   */
  default boolean isUsable(long block) {
    return true;
  }

  /** Returns whether blocks wear, so that {@link #eraseCount} says which to write next. */
  default boolean countsErasures() {
    return false;
  }

  /** Returns how often a block was erased, where the device counts it; 0 elsewhere. */
  default long eraseCount(long block) {
    return 0;
  }

  /**
   * Writes neighbouring pages of a block, in one I/O where the device can.
   *
   * @param firstPage index of the first of them: the number of pages of the block written so far
   * @param count number of pages, at least 1
   * @param from page {@code i} of those written is in bytes {@code [i * pageSize, (i + 1) *
   *     pageSize)}
   */
  void write(long block, int firstPage, int count, ByteBuffer from);

  /**
   * Reads pages by address and hands each to a visitor as it comes, in any order, as {@link
   * PageStore#readEach} does. The buffer holds one page at least, and no more pages are on their
   * way than it holds. A run of neighbouring ascending addresses may be one I/O.
   */
  void readEach(long[] pages, int count, ByteBuffer into, PageStore.PageVisitor visitor);

  /**
   * Gives up the content of a block. Called before a block is written that was written before.
   *
   * @throws org.flashgrove.core.flash.BlockFailedException if the device lost the block: it is not
   *     {@link #isUsable} any more
   */
  void erase(long block);

  /** Gives the space of the last blocks back, from one on, where the device can shrink. */
  default void shrink(long blockCount) {
    // a device of a fixed size
  }

  /** Returns when all writes and erasures that returned before the call are durable. */
  void sync();

  /** Closes the device without a sync; a second call does nothing. */
  @Override
  void close();
}
