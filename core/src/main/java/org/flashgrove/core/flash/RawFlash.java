package org.flashgrove.core.flash;

import java.nio.ByteBuffer;

/**
 * NAND flash without a flash translation layer: the caller does mapping and garbage collection.
 *
 * <p>A command that breaks one of these rules throws {@link FlashRuleException} and has no effect:
 *
 * <ul>
 *   <li>A page is programmed at most once between two erases of its block.
 *   <li>The pages of a block are programmed in ascending order. Skipped pages stay unusable until
 *       the next erase.
 *   <li>Bad blocks are neither programmed nor erased.
 *   <li>A block is erased at most as often as its endurance allows.
 * </ul>
 *
 * <p>A page's content and out-of-band area are programmed and read together. The caller owns the
 * buffers, which are used by absolute position from 0. The content has {@code pageBytes} bytes, the
 * out-of-band area {@code oobBytes}. If a buffer is {@code null}, {@link #program} programs ones
 * (0xFF bytes) in its place, and {@link #read} does not return that part of the page. An erased
 * page reads as ones.
 *
 * <p>A completed program or erase is durable. A power cut during a program or erase makes the page,
 * or all pages of the block, unreadable ({@link UncorrectablePageException}) until the block is
 * erased.
 *
 * <p>For use by one thread at a time.
 */
public interface RawFlash {
  /** Returns the dimensions of the flash array, which define how blocks and pages are numbered. */
  FlashGeometry geometry();

  /**
   * Reads a page.
   *
   * @throws UncorrectablePageException if the bits of the page cannot be corrected
   */
  void read(int block, int index, ByteBuffer content, ByteBuffer oob);

  /**
   * Programs a page.
   *
   * @throws BlockFailedException if the chip reports a failure, after which the page is unreadable
   */
  void program(int block, int index, ByteBuffer content, ByteBuffer oob);

  /**
   * Erases a block.
   *
   * @throws BlockFailedException if the chip reports a failure, after which the block's pages are
   *     unreadable
   */
  void erase(int block);

  /**
   * Returns the index, within a block, of the first page that can be programmed. Returns {@code
   * pagesPerBlock} if no page of the block can be programmed.
   */
  int nextIndex(int block);

  /** Returns how often a block has been erased. */
  int eraseCount(int block);

  /** Returns how often a block may be erased. */
  int endurance();

  /**
   * Returns whether a block is bad, either from the factory or because {@link #markBad} was called.
   */
  boolean isBad(int block);

  /** Marks a block bad, permanently. */
  void markBad(int block);
}
