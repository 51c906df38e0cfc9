package org.flashgrove.indexes.bulk.sort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** Reads a run in order, one buffer at a time. */
final class RunReader {
  private final SpillFile file;
  private final Run run;
  private final ByteBuffer buffer;
  private final LongBuffer words;
  private final int stride;
  private long unread;
  private long offset;
  private int at;
  private int end;

  /**
   * Creates a reader before the first record. The size of the direct buffer is a multiple of the
   * record size.
   */
  RunReader(SpillFile file, Run run, ByteBuffer buffer) {
    this.file = file;
    this.run = run;
    this.buffer = buffer.order(ByteOrder.nativeOrder());
    this.words = this.buffer.asLongBuffer();
    stride = run.recordBytes() / Long.BYTES;
    unread = run.bytes();
    offset = run.offset();
    at = -stride;
  }

  /** Moves to the next record. Returns false after the last one. */
  boolean advance() {
    at += stride;
    if (at < end) {
      return true;
    }
    if (unread == 0) {
      return false;
    }
    int bytes = (int) Math.min(unread, buffer.capacity());
    buffer.clear().limit(bytes);
    file.read(offset, buffer);
    offset += bytes;
    unread -= bytes;
    at = 0;
    end = bytes / Long.BYTES;
    return true;
  }

  /** Moves back to before the first record. Call this only at the first record. */
  void back() {
    at -= stride;
  }

  long key() {
    return words.get(at);
  }

  void get(long[] entry) {
    Records.get(words, at, run.points(), entry);
  }

  int compareTo(RunReader other) {
    return Records.compare(words, at, run.points(), other.words, other.at, other.run.points());
  }
}
