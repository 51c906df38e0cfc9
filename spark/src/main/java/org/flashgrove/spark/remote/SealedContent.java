package org.flashgrove.spark.remote;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Result of a request for a range of a sealed table. Not safe for use by several threads. */
interface SealedContent {
  /**
   * Copies bytes.
   *
   * @param position position of the first byte in the uncompressed file
   */
  void copy(long position, ByteBuffer into, int at, int length) throws IOException;

  /** Bytes that the file stores uncompressed. They begin at position {@code start}. */
  record Plain(long start, ByteBuffer bytes) implements SealedContent {
    @Override
    public void copy(long position, ByteBuffer into, int at, int length) {
      into.put(at, bytes, bytes.position() + (int) (position - start), length);
    }
  }
}
