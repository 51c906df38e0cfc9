package org.flashgrove.simulator.ftl.space;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.figures.Origin;

/**
 * Flash translation layer: provides logical pages that can be overwritten, on flash memory.
 *
 * <p>A translation layer performs all flash operations through {@link FlashOperations}, each with
 * an origin, and has no clock. Content is passed in a buffer, from an absolute index on. The buffer
 * is {@code null} if the device stores no content. The device ensures that pages are within {@code
 * [0, logicalPages())}.
 *
 * <p>A completed write is durable unless the device buffers it. A trim is durable after the next
 * completed {@link #flush()}; until then a power loss may restore the old content of the page.
 *
 * <p>After a power loss the object is discarded. A new object is created for the same flash, and
 * {@link #recover()} restores its state from the out-of-band areas, skipping torn pages.
 *
 * <p>Not thread-safe. If the flash has too few good blocks left, writes throw {@link
 * WornOutException}; reads still work.
 */
public interface FlashTranslationLayer {
  /** Returns the number of logical pages, at least 1. The number never changes. */
  int logicalPages();

  /**
   * Reads a page. A page that was never written, or was trimmed, reads as zeros and takes only the
   * time of looking up its mapping.
   *
   * @param into buffer that receives the content at index {@code offset}, or {@code null} to
   *     discard the content
   * @throws org.flashgrove.core.flash.UncorrectablePageException if the content is lost
   */
  void read(int page, Origin origin, ByteBuffer into, int offset);

  /**
   * Returns the physical address of a logical page, or -1 if the translation layer would have to
   * read its map from flash first. Takes no virtual time.
   */
  default int physicalPage(int page) {
    return -1;
  }

  /**
   * Writes a page.
   *
   * @param from buffer with the content at index {@code offset}, or {@code null} if the device
   *     stores no content
   */
  void write(int page, Origin origin, ByteBuffer from, int offset);

  /** Discards the content of pages {@code [first, first + count)}, which then read as zeros. */
  void trim(int first, int count);

  /**
   * Makes all earlier trims durable. Also makes durable what the translation layer keeps in memory.
   */
  void flush();

  /**
   * Collects one block in idle time if few blocks are free. Does nothing if the translation layer
   * does not collect in idle time. Returns whether a block was collected.
   *
   * @throws WornOutException if no room is left for the block's pages
   */
  default boolean collectIdle() {
    return false;
  }

  /**
   * Returns whether the content of a physical page with a readable tag may be needed later,
   * including after a restart. May return true for a page that is not needed, but never false for a
   * needed page.
   */
  default boolean isNeeded(int physicalPage) {
    return true;
  }

  /** Recovers the mapping after a power loss. Call this once, as the first call on a new object. */
  void recover();
}
