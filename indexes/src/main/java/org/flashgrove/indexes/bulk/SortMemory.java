package org.flashgrove.indexes.bulk;

import java.nio.ByteBuffer;

/** Memory for sorting, off heap, which the JVM may have less of than is asked for. */
final class SortMemory {
  /** Bytes of a line of the processor's caches. */
  private static final int LINE = 64;

  private SortMemory() {}

  /**
   * Takes memory that begins and ends with a line, so that records are on as few lines as they can.
   *
   * @throws IllegalArgumentException if the JVM does not have that much; the message says what is
   *     allowed
   */
  static ByteBuffer allocate(int bytes) {
    try {
      return ByteBuffer.allocateDirect(bytes).alignedSlice(LINE);
    } catch (OutOfMemoryError e) {
      throw new IllegalArgumentException(
          "sort memory of "
              + bytes
              + " bytes: more than the JVM has left off heap (allowed: --sort-memory from "
              + BulkConfig.LEAST_SORT_MEMORY
              + " bytes, or more memory by -Xmx or -XX:MaxDirectMemorySize)",
          e);
    }
  }
}
