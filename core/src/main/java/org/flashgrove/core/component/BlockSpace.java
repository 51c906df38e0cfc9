package org.flashgrove.core.component;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.page.PageUnits;

/**
 * A device of blocks: pages that are written once, in order, and freed together. On flash a block
 * consists of one or more erase blocks, so that all of its pages are erased together.
 *
 * <p>Blocks are numbered from 0, and the page with index {@code i} of block {@code b} has the
 * address {@code b * blockPages + i}. The pages of a block are written in ascending order from
 * index 0. A page is written at most once between two erasures of its block. Like a {@link
 * PageStore}, a space neither caches pages nor checks their content.
 *
 * <p>Buffers belong to the caller. They are direct, aligned by {@link
 * org.flashgrove.core.page.AlignedBuffers}, and used by absolute position.
 *
 * <p>Reads return the content of a written page, synced or not, until its block is erased. A page
 * that was not written since that erasure has undefined content: its old content, zeros, ones, or
 * an error that reports damage. Everything written before a successful {@link #sync()} survives a
 * power cut, unless its block was erased since. Of the writes and erasures after the last sync, any
 * subset may survive.
 *
 * <p>Any number of threads may call any method concurrently, but only one thread at a time writes a
 * block. No thread may read a block while another thread erases or writes it.
 *
 * <p>Errors: a failing device throws {@link org.flashgrove.core.failure.StoreIoException}, an
 * unreadable page {@link org.flashgrove.core.failure.DamagedStoreException}, and a call after
 * {@link #close()} {@link org.flashgrove.core.failure.StoreClosedException}. Pages outside the
 * space, pages out of order and buffers that are too small throw {@link IllegalArgumentException}
 * or {@link IllegalStateException} and change nothing.
 */
public interface BlockSpace extends AutoCloseable {
  /** Least number of pages in a block. */
  int MIN_BLOCK_PAGES = 2;

  /** Greatest number of pages in a block. */
  int MAX_BLOCK_PAGES = 4_096;

  /** Returns the space's name in messages. */
  String name();

  /** Returns the size of a page in bytes: a power of two from 512 to 65,536. */
  int pageSize();

  /**
   * Returns the number of pages in a block, from {@link #MIN_BLOCK_PAGES} to {@link
   * #MAX_BLOCK_PAGES}.
   */
  int blockPages();

  /** Returns the number of blocks that can be read: blocks 0 to {@code blockCount() - 1}. */
  long blockCount();

  /**
   * Returns the maximum number of blocks to which the space can grow. Writing a block with number
   * {@link #blockCount()} or above makes the space grow.
   */
  long maxBlocks();

  /**
   * Returns whether a block can be written after it is erased. The result is false for a block that
   * the device can no longer write.
   */
  default boolean isUsable(long block) {
    return true;
  }

  /**
   * Returns whether the device counts how often each block is erased, because erasures wear blocks
   * out. If so, writers prefer the block with the lowest {@link #eraseCount}.
   */
  default boolean countsErasures() {
    return false;
  }

  /** Returns how often a block was erased; 0 if the device does not count erasures. */
  default long eraseCount(long block) {
    return 0;
  }

  /**
   * Writes adjacent pages of a block, in one I/O if the device can.
   *
   * @param firstPage index of the first page, which equals the number of pages written to the block
   *     so far
   * @param count number of pages, at least 1
   * @param from contains the pages: page {@code i} is in bytes {@code [i * pageSize, (i + 1) *
   *     pageSize)}
   */
  void write(long block, int firstPage, int count, ByteBuffer from);

  /**
   * Tells the device how soon a block will be erased, before the first page of the block is
   * written. A device may place blocks of the same level together. The default does nothing.
   *
   * @param level level of the block in its index, at least 0; blocks of lower levels are erased
   *     sooner
   */
  default void expect(long block, int level) {
    // the device does not place blocks by level
  }

  /** Returns the units in which the device places pages. By default there are none. */
  default PageUnits units() {
    return PageUnits.NONE;
  }

  /**
   * Reads pages by address and passes each to a visitor on arrival, in any order, like {@link
   * PageStore#readEach}. The buffer has room for at least one page and limits the number of pages
   * in flight. One I/O may read a run of neighbouring ascending addresses.
   */
  void readEach(long[] pages, int count, ByteBuffer into, PageStore.PageVisitor visitor);

  /**
   * Erases a block. A block that was written must be erased before it is written again.
   *
   * @throws org.flashgrove.core.flash.BlockFailedException if the erasure failed. {@link #isUsable}
   *     is false for the block from then on
   */
  void erase(long block);

  /**
   * Releases the space of block {@code blockCount} and all later blocks, if the device can shrink.
   */
  default void shrink(long blockCount) {
    // a device of a fixed size
  }

  /** Makes all writes and erasures durable that returned before the call. */
  void sync();

  /** Closes the device without a sync. A second call does nothing. */
  @Override
  void close();
}
