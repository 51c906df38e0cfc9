package org.flashgrove.storage.file;

import java.nio.ByteBuffer;

/**
 * An open file: bytes at offsets, no position.
 *
 * <p>Buffers are direct and used by absolute position; on a file opened with {@link Caching#DIRECT}
 * address, offset and length are multiples of 512. All methods may be called by several threads at
 * a time; interrupting a thread neither closes the file nor makes a call fail.
 *
 * <p>Errors: {@link org.flashgrove.core.failure.StoreIoException} naming file, operation and cause;
 * {@link org.flashgrove.core.failure.StoreClosedException} after {@link #close()}.
 */
public interface RawFile extends AutoCloseable {
  /** Value of {@link #roomBytes} where preallocation pays. */
  int USUAL_ROOM_BYTES = 1 << 16;

  /** Caching mode of a file. */
  enum Caching {
    /** Past the page cache of the operating system. */
    DIRECT,
    /** Through the page cache of the operating system. */
    BUFFERED
  }

  /** Returns the file's name in messages. */
  String name();

  /** Returns the length of the file. */
  long sizeBytes();

  /**
   * Reads {@code length} bytes to {@code into[at]} and on.
   *
   * @return bytes read; less than {@code length} only where the file ends
   */
  int read(long offset, ByteBuffer into, int at, int length);

  /**
   * Reads ranges side by side, up to {@code depth} at a time, and notes in each how much was there,
   * where the platform has a queue for it.
   *
   * @return whether it was done; if not, nothing was, and the ranges are to be read one by one
   */
  default boolean readTogether(FileRanges ranges, ByteBuffer into, int depth) {
    return false;
  }

  /**
   * Reads ranges, all of one length, side by side as {@link #readTogether} does, each to a free
   * part of the buffer, and passes each to the visitor when it is read; the part is used again
   * then.
   *
   * @param into room for {@code depth} ranges
   * @return whether it was done; if not, nothing was
   */
  default boolean readEach(
      FileRanges ranges, ByteBuffer into, int depth, FileRanges.Visitor visitor) {
    return false;
  }

  /** Writes {@code length} bytes from {@code from[at]} on; the file grows to hold them. */
  void write(long offset, ByteBuffer from, int at, int length);

  /** Sets the length of the file; bytes added are zero. */
  void resize(long sizeBytes);

  /**
   * Sets space aside for a file of {@code sizeBytes} bytes, where the platform can; the length
   * stays.
   */
  void reserve(long sizeBytes);

  /**
   * Returns by how many bytes a file is best lengthened ahead that grows by little in each sync: a
   * sync then does not make the length durable, too. 0 if that does not pay.
   */
  default int roomBytes() {
    return 0;
  }

  /** Returns the fewest bytes for which a {@link #discard} pays; 0 if this file takes none. */
  default long leastDiscardBytes() {
    return 0;
  }

  /**
   * Gives content up: until it is written again each sector reads as zeros or as it did, and after
   * a power cut either may come back; the length stays. A hint: where the platform cannot, or
   * refuses, nothing happens.
   *
   * @return whether the platform took it
   */
  default boolean discard(long offset, long length) {
    return false;
  }

  /**
   * Lets the handle of the file be closed while nobody uses it; the next call opens it again. Only
   * for a file that is never renamed or deleted while it is open. A hint: where the file could not
   * be found again, its handle stays open.
   */
  default void closeHandleWhenIdle() {
    // this file keeps its handle, or has none
  }

  /** Returns when all content written and the length are durable. */
  void sync();

  /** Closes the file without a sync; a second call does nothing. */
  @Override
  void close();
}
