package org.flashgrove.storage.placement;

import java.util.BitSet;
import org.flashgrove.core.page.PageStore;

/**
 * Which slots of the page file are in use. Slots that were superseded stay in use until a barrier
 * releases them: the last durable map still refers to them.
 */
final class SlotAllocator {
  private final BitSet used = new BitSet();
  private final BitSet superseded = new BitSet();

  /** Free slots that are discarded on the device. */
  private final BitSet discarded = new BitSet();

  private int usedCount;
  private int supersededCount;
  private int next;

  /** Marks a slot as in use; returns false if it was in use already. */
  boolean use(long slot) {
    int bit = Math.toIntExact(slot);
    if (used.get(bit)) {
      return false;
    }
    used.set(bit);
    discarded.clear(bit);
    usedCount++;
    return true;
  }

  /**
   * Takes slots, neighbours if a free run is long enough: the next such run after the one taken
   * last, so that the file is written in one sweep after the other; else behind all used slots.
   *
   * @param slots gets {@code count} ascending slots
   */
  void allocate(int count, long[] slots) {
    int end = used.length();
    int start = run(count, next, end);
    if (start < 0) {
      start = run(count, 0, Math.min(next, end));
    }
    if (start < 0) {
      start = end;
    }
    for (int i = 0; i < count; i++) {
      slots[i] = start + i;
    }
    used.set(start, start + count);
    discarded.clear(start, start + count);
    usedCount += count;
    next = start + count;
  }

  /** Makes the next allocation start at the front of the file. */
  void startOver() {
    next = 0;
  }

  /** Returns the start of the first run of free slots in [from, end), or -1. */
  private int run(int count, int from, int end) {
    int start = used.nextClearBit(from);
    while (start + count <= end) {
      int stop = used.nextSetBit(start);
      if (stop < 0 || stop - start >= count) {
        return start;
      }
      start = used.nextClearBit(stop);
    }
    return -1;
  }

  /** Notes that the image in a slot is out of date. */
  void supersede(long slot) {
    int bit = Math.toIntExact(slot);
    if (!superseded.get(bit)) {
      superseded.set(bit);
      supersededCount++;
    }
  }

  /** Makes superseded slots free. */
  void release() {
    used.andNot(superseded);
    usedCount -= supersededCount;
    superseded.clear();
    supersededCount = 0;
  }

  /** Returns the slots in use, superseded ones included; a copy. */
  BitSet usedSlots() {
    return (BitSet) used.clone();
  }

  /**
   * Discards on the device the free slots before the last one in use that are not discarded yet, if
   * they are part of a free run of {@code least} slots or more.
   *
   * @return number of slots discarded, or -1 if the device refused one
   */
  long discardFree(PageStore store, int least) {
    int length = used.length();
    long total = 0;
    int end;
    for (int start = used.nextClearBit(0); start < length; start = used.nextClearBit(end)) {
      end = used.nextSetBit(start);
      for (int from = discarded.nextClearBit(start); end - start >= least && from < end; ) {
        int known = discarded.nextSetBit(from);
        int to = known < 0 ? end : Math.min(known, end);
        if (!store.discard(from, to - from)) {
          return -1;
        }
        discarded.set(from, to);
        total += to - from;
        from = discarded.nextClearBit(to);
      }
    }
    return total;
  }

  /** Returns the number of slots in use, superseded ones included. */
  int usedCount() {
    return usedCount;
  }

  /** Returns the number of slots that the next barrier releases. */
  int supersededCount() {
    return supersededCount;
  }

  /** Returns one more than the highest slot in use. */
  int length() {
    return used.length();
  }
}
