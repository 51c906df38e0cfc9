package org.flashgrove.core.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Reusable copy of words, read as bytes, least byte first. The copy is off heap like every page:
 * the first view of words on the heap would make the JVM discard the code that it compiled for
 * views of pages.
 */
public final class WordBytes {
  private static final int LEAST_BYTES = 1 << 12;

  private ByteBuffer bytes;
  private LongBuffer words;

  /**
   * Copies {@code count} words, from index {@code at} on, and returns a buffer of exactly their
   * bytes. It is valid until the next call.
   */
  public ByteBuffer of(long[] source, int at, int count) {
    int length = count * Long.BYTES;
    if (bytes == null || bytes.capacity() < length) {
      bytes = AlignedBuffers.allocate(Math.max(LEAST_BYTES, 2 * length));
      words = bytes.asLongBuffer();
    }
    words.put(0, source, at, count);
    return bytes.slice(0, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Frees the memory. */
  public void free() {
    bytes = null;
    words = null;
  }
}
