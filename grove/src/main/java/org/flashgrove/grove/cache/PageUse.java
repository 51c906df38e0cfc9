package org.flashgrove.grove.cache;

/** Receives the pages that a {@link PageReader} reads, in the order of their arrival. */
@FunctionalInterface
public interface PageUse {
  /**
   * Receives a page.
   *
   * @param index index of the request
   * @param bytes the page, beginning with the page header of the store; must not be modified
   * @return whether the bytes must stay valid after this call, until {@link PageReader#end}
   */
  boolean page(int index, byte[] bytes);

  /**
   * Reads one byte of each cache line that {@link #page} will read. Cache misses of several pages
   * then overlap. Called for several cached pages before {@link #page} is called for the first of
   * them.
   *
   * @return any value that depends on all the bytes
   */
  default long touch(int index, byte[] bytes) {
    return 0;
  }
}
