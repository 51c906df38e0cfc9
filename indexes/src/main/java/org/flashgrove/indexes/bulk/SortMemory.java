package org.flashgrove.indexes.bulk;

import java.nio.ByteBuffer;

/** Allocates off-heap memory for sorting. */
final class SortMemory {
  /** Size of a cache line of the processor in bytes. */
  private static final int LINE = 64;

  private SortMemory() {}

  /**
   * Allocates memory aligned to cache lines, so that records span as few lines as possible.
   *
   * @throws IllegalArgumentException if the JVM cannot allocate that much memory
   */
  static ByteBuffer allocate(int bytes) {
    try {
      return ByteBuffer.allocateDirect(bytes).alignedSlice(LINE);
    } catch (OutOfMemoryError e) {
      throw new IllegalArgumentException(
          "sort memory of "
              + bytes
              + " bytes: the JVM has less memory left outside its heap; use less, down to "
              + BulkConfig.LEAST_SORT_MEMORY
              + " bytes, or raise -XX:MaxDirectMemorySize or -Xmx",
          e);
    }
  }
}
