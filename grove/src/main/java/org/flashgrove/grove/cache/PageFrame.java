package org.flashgrove.grove.cache;

/**
 * Memory for one page and the identity of this page. The memory belongs to the page cache or to one
 * reader. Its content never changes while a reader may use it.
 */
final class PageFrame {
  /** Heap bytes of this object and of the header of its byte array. */
  static final int OBJECT_BYTES = 40 + 16;

  final byte[] bytes;

  /**
   * Sequence number of the block. Together with the page index it identifies the content forever.
   */
  long sequence;

  int page;

  /** Epoch of the cache when this page was evicted. */
  long left;

  /** Next frame in the same bucket of the hash table. */
  volatile PageFrame next;

  /**
   * True if a reader used the page since the clock hand passed it. Readers write this field only if
   * it is not set.
   */
  boolean read;

  /** True if a caller keeps the bytes after its query, so that they must never be overwritten. */
  boolean lasting;

  /**
   * Decoded entries of the page, or null. They are never changed. They are volatile so that readers
   * see complete arrays.
   */
  volatile long[] decoded;

  /** True if a reader used the decoded entries since a clock hand passed them. */
  boolean decodedRead;

  PageFrame(int pageSize) {
    bytes = new byte[pageSize];
  }
}
