package org.flashgrove.indexes.bulk.sort;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Sorted strings in a spill file, read sequentially through a buffer. */
final class ByteRun implements Comparable<ByteRun> {
  private final SpillFile file;
  private final long end;
  private long offset;
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private byte[] string = {};

  ByteRun(SpillFile file, long offset, long bytesOfRun) {
    this.file = file;
    this.offset = offset;
    end = offset + bytesOfRun;
  }

  void open(int bufferBytes) {
    buffer = ByteBuffer.allocate((int) Math.min(bufferBytes, end - offset)).flip();
  }

  /** Moves to the next string. Returns false if there is none. */
  boolean next() {
    if (offset == end && !buffer.hasRemaining()) {
      return false;
    }
    string = read(ByteBuffer.wrap(read(Integer.BYTES)).getInt());
    return true;
  }

  private byte[] read(int wanted) {
    byte[] into = new byte[wanted];
    int done = 0;
    while (done < wanted) {
      if (!buffer.hasRemaining()) {
        buffer.clear().limit((int) Math.min(buffer.capacity(), end - offset));
        int read = buffer.remaining();
        file.read(offset, buffer);
        offset += read;
        buffer.flip();
      }
      int some = Math.min(wanted - done, buffer.remaining());
      buffer.get(into, done, some);
      done += some;
    }
    return into;
  }

  /** Returns the current string. */
  byte[] string() {
    return string;
  }

  @Override
  public int compareTo(ByteRun other) {
    return Arrays.compareUnsigned(string, other.string);
  }
}
