package org.flashgrove.datasets.source;

import java.io.Closeable;
import org.flashgrove.datasets.InputException;

/**
 * File whose bytes are read by position. Safe for use by several threads. Methods throw {@link
 * SourceReadException} if the device or the server fails.
 */
public interface ByteSource extends Closeable {
  /** Returns the name by which messages refer to the file. */
  String name();

  /** Returns the size of the file in bytes. */
  long size();

  /**
   * Reads some bytes.
   *
   * @param at position in the file
   * @param into takes the bytes
   * @param offset index of the first byte in {@code into}
   * @param count maximum number of bytes to read, at least 1
   * @return number of bytes read, at least 1; -1 at the end of the file
   * @throws InputException if the file changed since it was opened
   */
  int read(long at, byte[] into, int offset, int count);

  /**
   * Reads {@code count} bytes.
   *
   * @throws InputException if the file ends before {@code at + count}
   */
  default byte[] read(long at, int count) {
    byte[] bytes = new byte[count];
    for (int done = 0; done < count; ) {
      int found = read(at + done, bytes, done, count - done);
      if (found < 0) {
        throw new InputException(
            name(), "byte " + (at + done), "the file ends too early", "a complete file", null);
      }
      done += found;
    }
    return bytes;
  }

  /**
   * Announces reads that the caller will make. A file on a server then requests all ranges at the
   * same time. A file on disk ignores the call.
   *
   * @param at positions in ascending order
   * @param counts number of bytes at each position
   */
  default void announce(long[] at, int[] counts) {}

  /** Returns whether each read waits for a server, so that announcing reads pays off. */
  default boolean isRemote() {
    return false;
  }

  @Override
  void close();
}
