package org.flashgrove.geoparquet.page;

/**
 * Array for the bytes of a page, which later pages overwrite. A small heap could not hold a new
 * array for each large page next to the old one. Not safe for use by several threads.
 */
final class PageBuffer {
  private static final byte[] NONE = {};

  /** Bytes of an array before its elements; with them, arrays fill regions of the collector. */
  private static final int HEADER_BYTES = 16;

  private byte[] bytes = NONE;

  /**
   * Returns an array whose contents are undefined. The array of the previous call may be the same.
   *
   * @param size least length of the array
   */
  byte[] ofSize(int size) {
    if (bytes.length < size) {
      bytes = NONE; // frees memory for the larger array
      int rounded = (Integer.highestOneBit(size + HEADER_BYTES - 1) << 1) - HEADER_BYTES;
      bytes = new byte[Math.max(size, Math.min(rounded, ParquetFile.mostPageBytes()))];
    }
    return bytes;
  }

  /** Leaves the array to its reader: the next call returns another one. */
  void detach() {
    bytes = NONE;
  }
}
