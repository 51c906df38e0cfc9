package org.flashgrove.core.page;

import java.nio.ByteBuffer;

/**
 * A device of slots; each slot holds one page of fixed size.
 *
 * <p>Slots are numbered from 0. A store neither caches nor verifies content, knows nothing of nodes
 * and keeps no counters. Buffers belong to the caller. They are direct, aligned as {@link
 * AlignedBuffers} makes them, and used by absolute position from byte 0: a store reads and changes
 * neither position nor limit.
 *
 * <p>A read returns what was last written to the slot, synced or not. A slot below {@link
 * #pageCount()} that was never written, or was trimmed since, reads as zeros. All that a {@link
 * #sync()} covered survives a power cut. Of later writes, growth and trims any part may survive:
 * some slots and not others, and parts of one slot.
 *
 * <p>Any number of threads may call any method at a time. The caller orders calls that write or
 * trim the same slot. Interrupting a thread neither closes the store nor makes a call fail, and its
 * interrupt status stays set.
 *
 * <p>Errors: a failing device ends in {@link org.flashgrove.core.failure.StoreIoException}; a slot
 * below {@link #pageCount()} that the device cannot return completely in {@link
 * org.flashgrove.core.failure.DamagedStoreException}; a call after {@link #close()} in {@link
 * org.flashgrove.core.failure.StoreClosedException}, except {@link #name()}, {@link #pageSize()}
 * and {@link #leastDiscard()}. The caller's mistakes end in {@link IllegalArgumentException} before
 * anything is read or written: slots out of range or out of order, a negative count or one above
 * the length of the array, buffers that are not direct or too small.
 */
public interface PageStore extends AutoCloseable {
  /** Returns the store's name for messages and events, such as its file's name. */
  default String name() {
    return "pages";
  }

  /** Returns the bytes of a page, and so of a slot: a power of two from 512 to 65,536. */
  int pageSize();

  /** Returns the number of slots, at least 0. Slots from 0 to this number - 1 can be read. */
  long pageCount();

  /**
   * Reads slots into the front of {@code into}: slot {@code slots[i]} to bytes {@code [i *
   * pageSize, (i + 1) * pageSize)}. Slots may come in any order and more than once. A run of
   * ascending neighbours is read by one device call.
   *
   * @param slots slot numbers, 0 to {@link #pageCount()} - 1
   * @param count how many of {@code slots}, from index 0, are read; 0 reads nothing
   * @param into has room for {@code count} pages
   */
  void read(long[] slots, int count, ByteBuffer into);

  /** Receives the pages of {@link #readEach} as they come from the device. */
  @FunctionalInterface
  interface PageVisitor {
    /**
     * Receives one page, whose bytes are valid until this method returns.
     *
     * @param index index of its slot in the array {@code slots} of the call
     * @param at byte at which the page begins in the buffer of the call
     */
    void page(int index, int at);
  }

  /**
   * Reads slots and passes each page to a visitor once, in the order in which the device returns
   * them. The buffer may be much smaller than all pages together, so that it stays in the
   * processor's cache: the store reads ahead of the visitor no more pages than the buffer holds.
   *
   * <p>The visitor runs in the caller's thread and does not call this store. An exception that it
   * throws ends the call; the buffer is the caller's again when the call has ended, however it
   * ends. This default reads a buffer of pages at a time by {@link #read}.
   *
   * @param slots slot numbers, 0 to {@link #pageCount()} - 1, in any order and with repetitions
   * @param count how many of {@code slots}, from index 0, are read
   * @param into has room for at least one page
   */
  default void readEach(long[] slots, int count, ByteBuffer into, PageVisitor visitor) {
    int room = into.capacity() / pageSize();
    if (room < 1 || count < 0 || count > slots.length) {
      throw new IllegalArgumentException(
          "count = "
              + count
              + ", buffer of "
              + into.capacity()
              + " bytes (allowed: 0 to "
              + slots.length
              + ", at least "
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
   * slot {@code slots[i]}. A run of neighbours is written by one device call. If the highest slot
   * is beyond the end the store grows to hold it, and slots that this skips read as zeros.
   *
   * @param slots slot numbers, at least 0 and strictly ascending
   * @param count how many of {@code slots}, from index 0, are written; 0 writes nothing
   * @param from holds {@code count} pages
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
   * Grows the store to {@code pageCount} slots; the new ones read as zeros. A store of that size or
   * larger stays as it is.
   */
  void extend(long pageCount);

  /**
   * Gives up the content of slots {@code [first, first + count)}, all of them below {@link
   * #pageCount()}. If they end at the end of the store it becomes {@code first} slots long;
   * otherwise the slots read as zeros. A count of 0 does nothing.
   */
  void trim(long first, long count);

  /**
   * Returns the fewest neighbouring slots for which a {@link #discard} pays; 0 if this device takes
   * no discards.
   */
  default int leastDiscard() {
    return 0;
  }

  /**
   * Permits the device to drop the content of slots {@code [first, first + count)}, all of them
   * below {@link #pageCount()}. Until a slot is written again it reads as zeros or as before, and
   * after a power cut either may come back. The store keeps its length. A device that cannot drop
   * content, or refuses, does nothing.
   *
   * @return whether the device accepted the discard; never true if {@link #leastDiscard()} is 0
   */
  default boolean discard(long first, long count) {
    return false;
  }

  /**
   * Makes durable all writes, growth and trims that returned before the call: they survive a power
   * cut once this method has returned.
   */
  void sync();

  /** Closes the store without a sync. A second call does nothing. */
  @Override
  void close();
}
