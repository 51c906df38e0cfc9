package org.flashgrove.core.page;

import java.nio.ByteBuffer;

/**
 * A device of fixed-size slots.
 *
 * <p>Slots are numbered from 0. A store is neither a cache nor a judge of content, knows no nodes
 * and keeps no counters. Buffers belong to the caller: direct, aligned as {@link AlignedBuffers}
 * makes them, used by absolute position (neither position nor limit is looked at or changed).
 *
 * <p>Content that was written is read back by any later read, synced or not, until the slot is
 * written again or trimmed. A slot inside the store that was never written, or was trimmed, reads
 * as zeros. What was written before a {@link #sync()} that returned survives a power cut; of later
 * writes any part may.
 *
 * <p>All methods may be called by several threads at a time; two calls that write the same slot
 * must be ordered by the caller. Interrupting a thread never closes the store and never makes a
 * call fail; the interrupt status is kept.
 *
 * <p>Errors: a failing device ends in {@link org.flashgrove.core.failure.StoreIoException}, a slot
 * inside the store that the device cannot give completely in {@link
 * org.flashgrove.core.failure.DamagedStoreException}, a call after {@link #close()} in {@link
 * org.flashgrove.core.failure.StoreClosedException}; slots outside the store, unordered slots and
 * buffers too small are the caller's mistakes ({@link IllegalArgumentException}, nothing is done).
 */
public interface PageStore extends AutoCloseable {
  /** The store's name in messages and events. */
  default String name() {
    return "pages";
  }

  /** Bytes of a slot: a power of two from 512 to 65,536. */
  int pageSize();

  /** Number of slots, at least 0. */
  long pageCount();

  /**
   * Reads slots into the front of {@code into}, in the order given: slot {@code slots[i]} to bytes
   * {@code [i * pageSize, (i + 1) * pageSize)}. A run of neighbouring ascending slots is one I/O.
   */
  void read(long[] slots, int count, ByteBuffer into);

  /** Takes pages as they come from the device. */
  @FunctionalInterface
  interface PageVisitor {
    /**
     * A page is there, until the visitor returns.
     *
     * @param index which of the slots asked for
     * @param at where the page begins in the buffer of the call
     */
    void page(int index, int at);
  }

  /**
   * Reads slots and hands each to a visitor as it comes, in any order. The buffer holds one page at
   * least, and no more pages are on their way than it holds: it may be much smaller than all slots
   * together and stay in the processor's cache.
   *
   * <p>The visitor runs in the caller's thread while other pages are being read, and does not call
   * this store; what it throws ends the call, and nothing is on its way then.
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
   * Writes slots from the front of {@code from}, laid out as in {@link #read}. Slots are strictly
   * ascending; a run of neighbours is one I/O. The store grows to hold the highest slot.
   */
  void write(long[] slots, int count, ByteBuffer from);

  /** Grows the store to at least {@code pageCount} slots; never shrinks it. */
  void extend(long pageCount);

  /**
   * Gives up the content of slots {@code [first, first + count)}: they read as zeros. At the end of
   * the store this shortens it.
   */
  void trim(long first, long count);

  /** Fewest neighbouring slots worth a {@link #discard}; 0 if this device takes none. */
  default int leastDiscard() {
    return 0;
  }

  /**
   * Says that the content of slots is not needed any more: until they are written again each reads
   * as zeros or as it did, and after a power cut either may come back. The store keeps its length.
   * A hint: where the device cannot, or refuses, nothing happens.
   *
   * @return whether the device took it
   */
  default boolean discard(long first, long count) {
    return false;
  }

  /** Returns when all writes that returned before the call are durable. */
  void sync();

  /** Closes the device without a sync; a second call does nothing. */
  @Override
  void close();
}
