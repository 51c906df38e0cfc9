package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.PageUnits;

/**
 * An open file with absolute positions.
 *
 * <p>Buffers must be direct, and are accessed by absolute index. For a file opened with {@link
 * Caching#DIRECT}, buffer address, offset and length must be multiples of 512. All methods are
 * thread-safe. Interrupting a thread neither closes the file nor makes a call fail.
 *
 * <p>Methods throw {@link org.flashgrove.core.failure.StoreIoException}, which names file,
 * operation and cause, or {@link org.flashgrove.core.failure.StoreClosedException} after {@link
 * #close()}.
 */
public interface RawFile extends AutoCloseable {
  /** Usual result of {@link #roomBytes} for files that are extended in advance. */
  int USUAL_ROOM_BYTES = 1 << 16;

  /** Caching mode of a file. */
  enum Caching {
    /** Bypasses the page cache of the operating system. */
    DIRECT,
    /** Uses the page cache of the operating system. */
    BUFFERED
  }

  /** Returns the file's name for messages. */
  String name();

  /** Returns the length of the file in bytes. */
  long sizeBytes();

  /**
   * Reads {@code length} bytes into the buffer, starting at index {@code at}.
   *
   * @return number of bytes read; less than {@code length} only at the end of the file
   */
  int read(long offset, ByteBuffer into, int at, int length);

  /**
   * Reads ranges with up to {@code depth} reads in flight, through an asynchronous queue of the
   * platform. Sets the number of bytes read in each range.
   *
   * @return false if there is no such queue; nothing is read then, and the caller reads the ranges
   *     one by one
   */
  default boolean readTogether(FileRanges ranges, ByteBuffer into, int depth) {
    return false;
  }

  /**
   * Reads ranges of equal length like {@link #readTogether}, and passes each range to the visitor
   * when it was read. The buffer is divided into {@code depth} pieces. A range is read into a free
   * piece, which is used again after the visitor has returned.
   *
   * @param into buffer with room for {@code depth} ranges
   * @return false if there is no asynchronous queue; nothing is read then
   */
  default boolean readEach(
      FileRanges ranges, ByteBuffer into, int depth, FileRanges.Visitor visitor) {
    return false;
  }

  /**
   * Writes {@code length} bytes of the buffer, starting at index {@code at}. The file grows if
   * necessary.
   */
  void write(long offset, ByteBuffer from, int at, int length);

  /** Sets the length of the file. Added bytes are zero. */
  void resize(long sizeBytes);

  /**
   * Reserves disk space for a file of {@code sizeBytes} bytes, if the platform supports it. The
   * length does not change.
   */
  void reserve(long sizeBytes);

  /**
   * Returns the number of bytes by which to extend a file in advance, if the file grows a little
   * before each sync. Syncs are then faster, because they need not make a new length durable.
   * Returns 0 if extending in advance does not pay off.
   */
  default int roomBytes() {
    return 0;
  }

  /**
   * Returns the minimum number of bytes for which {@link #discard} pays off, or 0 if discarding is
   * not supported.
   */
  default long leastDiscardBytes() {
    return 0;
  }

  /**
   * Discards content. Until a discarded sector is written again, it reads as zeros or as its old
   * content, even after a power cut. The length does not change. The platform may ignore the call.
   *
   * @return whether the platform accepted the call
   */
  default boolean discard(long offset, long length) {
    return false;
  }

  /**
   * Tells the platform how soon a range will be discarded after it was written next. The range may
   * be beyond the end of the file. The platform may ignore the call.
   *
   * @param level at least 0; ranges of lower levels are discarded sooner
   */
  default void expect(long offset, long length, int level) {
    // the platform does not place ranges by level
  }

  /** Returns the units in which the platform places byte offsets. By default there are none. */
  default PageUnits units() {
    return PageUnits.NONE;
  }

  /**
   * Allows the file handle to be closed while the file is not used. The next call opens the file
   * again. Use this only for files that are never renamed or deleted while they are open.
   * Implementations may ignore the call.
   */
  default void closeHandleWhenIdle() {
    // the default keeps the handle open
  }

  /** Makes written content and the length durable. */
  void sync();

  /** Closes the file without a sync. A second call does nothing. */
  @Override
  void close();
}
