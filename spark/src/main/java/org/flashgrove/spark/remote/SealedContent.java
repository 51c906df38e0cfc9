package org.flashgrove.spark.remote;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Bytes that a request for a range of a sealed table returned. For one thread. */
interface SealedContent {
  /**
   * Copies bytes.
   *
   * @param position of the first byte, as in a table that is not compressed
   */
  void copy(long position, ByteBuffer into, int at, int length) throws IOException;

  /** Bytes that the file has as they are, from a position on. */
  record Plain(long start, ByteBuffer bytes) implements SealedContent {
    @Override
    public void copy(long position, ByteBuffer into, int at, int length) {
      into.put(at, bytes, bytes.position() + (int) (position - start), length);
    }
  }
}
