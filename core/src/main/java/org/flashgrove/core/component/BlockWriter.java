package org.flashgrove.core.component;

/**
 * Writes the pages of one block in order. One thread uses the writer; commits and queries may run
 * concurrently. A block stays in use only if it is sealed and an edit ({@link ComponentStore#edit})
 * adds it to the valid blocks. Otherwise the block becomes free when its writer or its store is
 * closed.
 */
public interface BlockWriter extends AutoCloseable {
  /**
   * Appends a page. The store fills the first {@link ComponentStore#ENVELOPE_BYTES} bytes of the
   * caller's array; the index fills the rest.
   *
   * @param page {@link ComponentStore#pageSize()} bytes; copied before the call returns
   * @throws IllegalStateException if the block is full or sealed
   */
  void append(byte[] page);

  /** Returns the number of pages appended so far. */
  int pages();

  /**
   * Returns the checksum of the last appended page. An index may store the checksums of all pages
   * in the last page of a block.
   */
  int lastChecksum();

  /**
   * Passes all pages to the device and ends the block. The block is durable once an edit that adds
   * it has returned.
   *
   * @throws IllegalStateException if no page was appended
   */
  Block seal();

  /** Frees the block unless it is sealed. Waits for a running commit. */
  @Override
  void close();
}
