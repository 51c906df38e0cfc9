package org.flashgrove.geoparquet.page;

/**
 * Array for the bytes of one page at a time, which the next page overwrites. With a new array for
 * each page, the old array and the new one might not fit in a small heap together. Not safe for use
 * by several threads.
 */
final class PageBuffer {
  private static final byte[] NONE = {};

  /**
   * Number of bytes that the JVM stores before the elements of an array. Array lengths are chosen
   * so that header and elements together fill whole regions of the garbage collector.
   */
  private static final int HEADER_BYTES = 16;

  /** Size in bytes up to which arrays are little longer than necessary, because many are kept. */
  private static final int SMALL_BYTES = 1 << 17;

  private static final int SMALL_STEP = 1 << 12;

  /** Length of the smallest array. */
  static final int LEAST = SMALL_STEP - HEADER_BYTES;

  private byte[] bytes = NONE;

  /**
   * Returns an array whose contents are undefined. It may be the array that the previous call
   * returned.
   *
   * @param size minimum length of the array
   */
  byte[] ofSize(int size) {
    if (bytes.length < size) {
      bytes = NONE; // frees memory for the larger array
      bytes = new byte[lengthFor(size)];
    }
    return bytes;
  }

  /** Returns the length of the current array. */
  int length() {
    return bytes.length;
  }

  private static int lengthFor(int size) {
    int step = size <= SMALL_BYTES ? SMALL_STEP : Integer.highestOneBit(size + HEADER_BYTES - 1);
    int rounded = (size + HEADER_BYTES + step - 1) / step * step - HEADER_BYTES;
    return Math.max(size, Math.min(rounded, ParquetFile.mostPageBytes()));
  }

  /**
   * Gives up the current array, so that its user may keep it. The next call of {@link #ofSize}
   * returns another array.
   */
  void detach() {
    bytes = NONE;
  }
}
