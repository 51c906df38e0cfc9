package org.flashgrove.core.component;

/**
 * Writes the pages of a block in order: one thread at a time, beside commits and queries. A block
 * that was not sealed, or is named by no edit, is free again when its writer or its store is
 * closed.
 */
public interface BlockWriter extends AutoCloseable {
  /**
   * Appends a page. The store fills the first {@link ComponentStore#ENVELOPE_BYTES} bytes, in the
   * caller's array, too; the rest is the index's.
   *
   * @param page {@link ComponentStore#pageSize()} bytes; copied before the call returns
   * @throws IllegalStateException if the block is full or sealed
   */
  void append(byte[] page);

  /** Returns the number of pages appended so far. */
  int pages();

  /**
   * Returns the checksum of the page appended last, for an index that keeps those of all pages in
   * its last one.
   */
  int lastChecksum();

  /**
   * Hands all pages to the device and ends the block. It is durable when an edit that adds it
   * returned.
   *
   * @throws IllegalStateException if no page was appended
   */
  Block seal();

  /** Gives the block back unless it is sealed; waits for a commit that is being made. */
  @Override
  void close();
}
