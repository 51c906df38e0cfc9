package org.flashgrove.indexes.grove;

import java.util.Arrays;

/**
 * The directory and the write buffer's intervals, as both are between two changes of either. Each
 * boundary of the directory's intervals is one of the buffer's, too, so that what a bite takes are
 * whole intervals of both. Immutable, except for what intervals of the buffer hold.
 */
final class Partition {
  private static final int OBJECT_BYTES = 32;
  private static final int ARRAY_BYTES = 16;

  private final Directory directory;
  private final BufferInterval[] buffers;
  private final long[] starts;

  Partition(Directory directory, BufferInterval[] buffers) {
    this.directory = directory;
    this.buffers = buffers;
    starts = new long[buffers.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = buffers[i].start();
    }
  }

  Directory directory() {
    return directory;
  }

  /** Returns the number of the buffer's intervals. */
  int buffers() {
    return buffers.length;
  }

  BufferInterval buffer(int at) {
    return buffers[at];
  }

  /** Returns the buffer's interval of a value. */
  int find(long value) {
    int at = Arrays.binarySearch(starts, value);
    return at >= 0 ? at : -at - 2;
  }

  long start(int at) {
    return starts[at];
  }

  long end(int at) {
    return at + 1 < starts.length ? starts[at + 1] : Line.END;
  }

  /** Returns the first of the buffer's intervals that begin at a value or behind it. */
  int firstFrom(long value) {
    int at = Arrays.binarySearch(starts, value);
    return at >= 0 ? at : -at - 1;
  }

  /** Returns the partition with other intervals in the place of those from one up to another. */
  Partition withBuffers(Directory newDirectory, int from, int to, BufferInterval[] inside) {
    BufferInterval[] all = new BufferInterval[buffers.length - (to - from) + inside.length];
    System.arraycopy(buffers, 0, all, 0, from);
    System.arraycopy(inside, 0, all, from, inside.length);
    System.arraycopy(buffers, to, all, from + inside.length, buffers.length - to);
    return new Partition(newDirectory, all);
  }

  /** Returns the bytes of memory of the arrays; directory and intervals count by themselves. */
  long bytes() {
    return OBJECT_BYTES + ARRAY_BYTES + ARRAY_BYTES;
  }
}
