package org.flashgrove.geoparquet.page;

/**
 * Array for the bytes of a page, which later pages overwrite. A small heap could not hold a new
 * array for each large page next to the old one. Not safe for use by several threads.
 */
final class PageBuffer {
  private static final byte[] NONE = {};

  private byte[] bytes = NONE;

  /**
   * Returns an array whose contents are undefined. The array of the previous call may be the same.
   *
   * @param size least length of the array
   */
  byte[] ofSize(int size) {
    if (bytes.length < size) {
      bytes = NONE; // frees memory for the larger array
      int rounded = Integer.highestOneBit(size) << (Integer.bitCount(size) == 1 ? 0 : 1);
      bytes = new byte[Math.max(size, Math.min(rounded, ParquetFile.mostPageBytes()))];
    }
    return bytes;
  }

  /** Leaves the array to its reader: the next call returns another one. */
  void detach() {
    bytes = NONE;
  }
}
