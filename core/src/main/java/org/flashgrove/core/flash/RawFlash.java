package org.flashgrove.core.flash;

import java.nio.ByteBuffer;

/**
 * NAND flash without a flash translation layer: the caller does mapping and garbage collection.
 *
 * <p>The rules of the medium are checked and a violation ends in {@link FlashRuleException}, with
 * nothing done: a page is programmed once between two erases of its block; within a block pages are
 * programmed in ascending order (pages may be left out, and are lost until the next erase); bad
 * blocks are neither programmed nor erased; a block is erased no more often than its endurance.
 *
 * <p>Content and out-of-band area of a page are programmed and read together. Buffers belong to the
 * caller and are used by absolute position from 0; content takes {@code pageBytes}, the out-of-band
 * area {@code oobBytes} of the geometry. Either may be {@code null}: programmed as ones (erased
 * bytes, 0xFF), not delivered by a read. An erased page reads as ones.
 *
 * <p>A completed program or erase is durable. A power cut in the middle of one leaves the page, or
 * all pages of the block, unreadable ({@link UncorrectablePageException}) until the block is
 * erased.
 *
 * <p>For one thread at a time.
 */
public interface RawFlash {
  /** Returns the shape and numbering of the array. */
  FlashGeometry geometry();

  /**
   * Reads a page.
   *
   * @throws UncorrectablePageException if its bits cannot be corrected
   */
  void read(int block, int index, ByteBuffer content, ByteBuffer oob);

  /**
   * Programs a page.
   *
   * @throws BlockFailedException if the chip reports failure; the page is unreadable then
   */
  void program(int block, int index, ByteBuffer content, ByteBuffer oob);

  /**
   * Erases a block.
   *
   * @throws BlockFailedException if the chip reports failure; its pages are unreadable then
   */
  void erase(int block);

  /**
   * Returns the index of the first page of a block that may be programmed; {@code pagesPerBlock} if
   * none.
   */
  int nextIndex(int block);

  /** Returns how often a block has been erased. */
  int eraseCount(int block);

  /** Returns how often a block may be erased. */
  int endurance();

  /** Returns whether a block is bad, from the factory or marked since. */
  boolean isBad(int block);

  /** Marks a block bad, for good. */
  void markBad(int block);
}
