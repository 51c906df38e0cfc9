package org.flashgrove.grove.cache;

/**
 * Memory of one page, and which page it holds: in the page cache, or in the hands of one reader.
 * What it holds never changes while a reader may look at it.
 */
final class PageFrame {
  /** Bytes of this object and of the array's head. */
  static final int OBJECT_BYTES = 40 + 16;

  final byte[] bytes;

  /** Sequence of the block; with the page's index it names one content for all time. */
  long sequence;

  int page;

  /** The cache's epoch when the page left it. */
  long left;

  /** The next frame in the chain of the cache's table. */
  volatile PageFrame next;

  /**
   * True if the page was read since the cache last looked. Readers write it, and only if it is not
   * yet set.
   */
  boolean read;

  /** True if a caller keeps the bytes after its call, so that they must never be overwritten. */
  boolean lasting;

  PageFrame(int pageSize) {
    bytes = new byte[pageSize];
  }
}
