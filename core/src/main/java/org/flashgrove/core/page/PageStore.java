package org.flashgrove.core.page;

import java.nio.ByteBuffer;

/**
 * A device of slots; each slot contains one page of fixed size.
 *
 * <p>Slots are numbered from 0. A store neither caches nor verifies content, knows nothing of nodes
 * and has no counters. Buffers belong to the caller. They are direct, aligned by {@link
 * AlignedBuffers} and used by absolute position from byte 0. A store neither reads nor changes
 * position and limit.
 *
 * <p>A read returns the latest content of a slot, synced or not. A slot below {@link #pageCount()}
 * that was never written, or was trimmed since, reads as zeros. Everything that a {@link #sync()}
 * covered survives a power cut. Later writes, growth and trims may survive partially: some slots
 * and not others, and parts of one slot.
 *
 * <p>Any number of threads may call any method concurrently. The caller orders calls that write or
 * trim the same slot. Interrupting a thread neither closes the store nor makes a call fail, and the
 * thread's interrupt status stays set.
 *
 * <p>Errors: a failing device throws {@link org.flashgrove.core.failure.StoreIoException}. A slot
 * below {@link #pageCount()} that the device cannot return completely throws {@link
 * org.flashgrove.core.failure.DamagedStoreException}. A call after {@link #close()} throws {@link
 * org.flashgrove.core.failure.StoreClosedException}, except {@link #name()}, {@link #pageSize()}
 * and {@link #leastDiscard()}. Invalid arguments throw {@link IllegalArgumentException} before
 * anything is read or written: slots out of range or out of order, an invalid count, and buffers
 * that are not direct or too small.
 */
public interface PageStore extends AutoCloseable {
  /** Returns the store's name for messages and events, such as its file's name. */
  default String name() {
    return "pages";
  }

  /**
   * Returns the size in bytes of a page, and therefore of a slot: a power of two from 512 to
   * 65,536.
   */
  int pageSize();

  /** Returns the number of slots, at least 0. Slots 0 to {@code pageCount() - 1} can be read. */
  long pageCount();

  /**
   * Reads slots into the front of {@code into}: slot {@code slots[i]} to bytes {@code [i *
   * pageSize, (i + 1) * pageSize)}. Slots may have any order and may repeat. A run of ascending
   * adjacent slots is read in one device call.
   *
   * @param slots slot numbers, 0 to {@link #pageCount()} - 1
   * @param count how many of {@code slots}, from index 0, are read; 0 reads nothing
   * @param into buffer with space for {@code count} pages
   */
  void read(long[] slots, int count, ByteBuffer into);

  /** Receives the pages of {@link #readEach} as the device returns them. */
  @FunctionalInterface
  interface PageVisitor {
    /**
     * Receives one page, whose bytes are valid until this method returns.
     *
     * @param index index of the page's slot in the array {@code slots} of the call
     * @param at offset of the page in the buffer of the call
     */
    void page(int index, int at);
  }

  /**
   * Reads slots and passes each page to a visitor once, in the order in which the device returns
   * them. The buffer may be much smaller than all pages together, so that it stays in the
   * processor's cache. The store reads ahead at most as many pages as fit into the buffer.
   *
   * <p>The visitor runs in the caller's thread and must not call this store. An exception of the
   * visitor ends the call. When the call has ended, the caller may reuse the buffer. The default
   * reads one buffer of pages at a time by {@link #read}.
   *
   * @param slots slot numbers, 0 to {@link #pageCount()} - 1, in any order and with repetitions
   * @param count how many of {@code slots}, from index 0, are read
   * @param into buffer with space for at least one page
   */
  default void readEach(long[] slots, int count, ByteBuffer into, PageVisitor visitor) {
    int room = into.capacity() / pageSize();
    if (room < 1 || count < 0 || count > slots.length) {
      throw new IllegalArgumentException(
          "read of "
              + count
              + " pages into a buffer of "
              + into.capacity()
              + " bytes (allowed: 0 to "
              + slots.length
              + " pages, at least "
              + pageSize()
              + " bytes)");
    }
    long[] some = new long[Math.min(room, count)];
    for (int from = 0; from < count; from += some.length) {
      int length = Math.min(some.length, count - from);
      System.arraycopy(slots, from, some, 0, length);
      read(some, length, into);
      for (int i = 0; i < length; i++) {
        visitor.page(from + i, i * pageSize());
      }
    }
  }

  /**
   * Writes the front of {@code from} to slots: bytes {@code [i * pageSize, (i + 1) * pageSize)} to
   * slot {@code slots[i]}. A run of adjacent slots is written in one device call. If the highest
   * slot is beyond the end, the store grows to include it, and skipped slots read as zeros.
   *
   * @param slots slot numbers, at least 0 and strictly ascending
   * @param count how many of {@code slots}, from index 0, are written; 0 writes nothing
   * @param from buffer with {@code count} pages
   */
  void write(long[] slots, int count, ByteBuffer from);

  /**
   * Returns whether the device reads several slots of one {@link #read} concurrently, so that one
   * call is faster than several.
   */
  default boolean readsTogether() {
    return false;
  }

  /**
   * Grows the store to {@code pageCount} slots; new slots read as zeros. Does nothing if the store
   * is already large enough.
   */
  void extend(long pageCount);

  /**
   * Discards the content of slots {@code [first, first + count)}, all below {@link #pageCount()}.
   * If they are the last slots, the store shrinks to {@code first} slots; otherwise they read as
   * zeros. A count of 0 does nothing.
   */
  void trim(long first, long count);

  /**
   * Returns the least number of adjacent slots for which a {@link #discard} is worthwhile; 0 if the
   * device does not support discards.
   */
  default int leastDiscard() {
    return 0;
  }

  /**
   * Permits the device to discard the content of slots {@code [first, first + count)}, all below
   * {@link #pageCount()}. Until a slot is written again, it reads as its old content or zeros, and
   * may change between the two after a power cut. The size of the store does not change. A device
   * that does not support discards does nothing.
   *
   * @return whether the device accepted the discard; never true if {@link #leastDiscard()} is 0
   */
  default boolean discard(long first, long count) {
    return false;
  }

  /**
   * Tells the device how soon slots {@code [first, first + count)} will be discarded after their
   * next write. The slots may be beyond the end of the store. The default does nothing.
   *
   * @param level at least 0; slots of lower levels are discarded sooner
   */
  default void expect(long first, long count, int level) {
    // the device does not place pages by level
  }

  /** Returns the units in which the device places slots. By default there are none. */
  default PageUnits units() {
    return PageUnits.NONE;
  }

  /** Makes all writes, growth and trims durable that returned before the call. */
  void sync();

  /** Closes the store without a sync. A second call does nothing. */
  @Override
  void close();
}
