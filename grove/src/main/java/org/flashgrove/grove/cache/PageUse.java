package org.flashgrove.grove.cache;

/** Takes pages that a {@link PageReader} reads, in the order in which they come. */
@FunctionalInterface
public interface PageUse {
  /**
   * Receives a page.
   *
   * @param index which of the requests
   * @param bytes the page, the store's envelope first; not to be changed
   * @return whether the bytes are needed after this call: they then stay as they are until {@link
   *     PageReader#end}
   */
  boolean page(int index, byte[] bytes);

  /**
   * Reads a byte of each line of memory that {@link #page} will read, so that a processor waits for
   * all lines of several pages together. Called for pages in memory, before the first is received.
   *
   * @return anything that depends on all the bytes
   */
  default long touch(int index, byte[] bytes) {
    return 0;
  }
}
