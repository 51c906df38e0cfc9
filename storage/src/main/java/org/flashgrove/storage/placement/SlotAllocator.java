package org.flashgrove.storage.placement;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.ReaderPositions;

/**
 * Allocates the slots of a page file. A slot becomes obsolete when another slot gets a newer image
 * of the page. Obsolete slots are not reused before the next checkpoint, because the last durable
 * map still refers to them. If readers in other processes may see an obsolete slot even after that
 * checkpoint, the slot stays pinned until these readers have moved to a later frame.
 */
final class SlotAllocator {
  /** Slots that are not free: allocated, obsolete or pinned. */
  private final BitSet used = new BitSet();

  private final BitSet obsolete = new BitSet();

  /**
   * Slots that are pinned for readers in other processes, grouped by the checkpoint that released
   * the slots.
   */
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  /**
   * Slots that were free when the store was opened, but that readers may still see if these readers
   * registered earlier.
   */
  private final BitSet unknown = new BitSet();

  /**
   * For each slot, the number of a log frame that was appended before the slot's current image was
   * written, or 0 if no such frame is known.
   */
  private long[] since = new long[0];

  /** Number of the newest frame whose changes the last checkpoint contains. */
  private long now;

  private int pinnedCount;

  /** Free slots that were already discarded on the device. */
  private final BitSet discarded = new BitSet();

  private int usedCount;
  private int obsoleteCount;
  private int next;

  /**
   * Obsolete slots that one checkpoint released, and that stay pinned for readers in other
   * processes.
   *
   * @param until newest frame at which a reader may still see the slots
   */
  private record Held(BitSet slots, long until) {}

  /** Marks a slot as used. Returns false if it was already used. */
  boolean use(long slot) {
    int bit = Math.toIntExact(slot);
    if (unknown.get(bit)) {
      unknown.clear(bit);
      pinnedCount--;
    } else if (used.get(bit)) {
      return false;
    }
    used.set(bit);
    discarded.clear(bit);
    usedCount++;
    return true;
  }

  /**
   * Allocates neighbouring slots, in ascending order. It searches for a run of {@code count} free
   * slots from the end of the previous allocation on, and then from the front of the file. The file
   * is therefore written in sweeps. If there is no such run, it takes slots after the last used
   * slot.
   *
   * @param slots receives {@code count} slots
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
    if (next > since.length) {
      since = Arrays.copyOf(since, Math.max(next, since.length + since.length / 2));
    }
    Arrays.fill(since, start, next, now);
  }

  /**
   * Called when a store is opened. Sets the number of the newest frame whose changes the last
   * checkpoint contains.
   */
  void startAt(long frame) {
    now = frame;
  }

  /**
   * Pins all free slots before {@code end}. A slot stays pinned until {@link #use} is called for
   * it, or until the readers that are registered now are gone. These readers may see any of these
   * slots; only the previous writer knew which ones.
   */
  void holdFree(long end) {
    unknown.set(0, Math.toIntExact(end));
    unknown.andNot(used);
    used.or(unknown);
    pinnedCount = unknown.cardinality();
  }

  /** Lets the next allocation begin its search for free slots at the front of the file. */
  void startOver() {
    next = 0;
  }

  /** Returns the start of the first run of {@code count} free slots in [from, end), or -1. */
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

  /** Marks a slot as obsolete, because another slot has a newer image of the same page. */
  void supersede(long slot) {
    int bit = Math.toIntExact(slot);
    if (!obsolete.get(bit)) {
      obsolete.set(bit);
      obsoleteCount++;
    }
  }

  /**
   * Frees the obsolete and pinned slots that no reader can see. Pins the obsolete slots that a
   * reader may still see.
   *
   * @param frame newest frame whose changes the checkpoint contains
   */
  void release(long frame, ReaderPositions readers) {
    hold(obsolete, frame);
    usedCount -= obsoleteCount;
    pinnedCount += obsoleteCount;
    obsoleteCount = 0;
    hold(unknown, frame);
    for (Iterator<Held> all = held.iterator(); all.hasNext(); ) {
      Held each = all.next();
      free(each, readers);
      if (each.slots().isEmpty()) {
        all.remove();
      }
    }
    now = frame;
  }

  private void hold(BitSet slots, long until) {
    if (!slots.isEmpty()) {
      held.add(new Held((BitSet) slots.clone(), until));
      slots.clear();
    }
  }

  private void free(Held each, ReaderPositions readers) {
    BitSet slots = each.slots();
    for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
      long first = slot < since.length ? since[slot] : 0;
      if (!readers.see(first, each.until())) {
        slots.clear(slot);
        used.clear(slot);
        pinnedCount--;
      }
    }
  }

  /**
   * Returns a copy of the set of slots that are allocated or obsolete. Pinned slots are not
   * included.
   */
  BitSet usedSlots() {
    BitSet copy = (BitSet) used.clone();
    copy.andNot(unknown);
    held.forEach(each -> copy.andNot(each.slots()));
    return copy;
  }

  /**
   * Discards free slots on the device. It considers only slots before the last used slot, and only
   * runs of at least {@code least} free slots. A discarded slot is not discarded again until it has
   * been used.
   *
   * @return number of slots discarded, or -1 if the device refused
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

  /** Returns the number of slots that are allocated or obsolete, without pinned slots. */
  int usedCount() {
    return usedCount;
  }

  /** Returns the number of pinned slots. */
  int pinnedCount() {
    return pinnedCount;
  }

  /** Returns the number of obsolete slots. */
  int obsoleteCount() {
    return obsoleteCount;
  }

  /** Returns 1 plus the number of the last slot that is not free, or 0 if all slots are free. */
  int length() {
    return used.length();
  }
}
