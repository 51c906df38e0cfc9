package org.flashgrove.storage.placement;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.ReaderPositions;

/**
 * Which slots of the page file are in use. Slots that were obsolete stay in use until a checkpoint
 * releases them: the last durable map still refers to them. After that they are held for as long as
 * readers in other processes may see them.
 */
final class SlotAllocator {
  /** Slots that are not free: allocated, obsolete or pinned. */
  private final BitSet used = new BitSet();

  private final BitSet obsolete = new BitSet();

  /** Slots that are held, by the checkpoint that released them. */
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  /** Slots that were free when the store was opened and that readers of before may see. */
  private final BitSet unknown = new BitSet();

  /** For each slot a frame before which nothing named its present image; 0 if that is not known. */
  private long[] since = new long[0];

  /** Newest frame of the last checkpoint. */
  private long now;

  private int pinnedCount;

  /** Free slots that are discarded on the device. */
  private final BitSet discarded = new BitSet();

  private int usedCount;
  private int obsoleteCount;
  private int next;

  /**
   * Slots that a checkpoint released.
   *
   * @param until newest frame at which a reader may have seen them
   */
  private record Held(BitSet slots, long until) {}

  /** Marks a slot as in use; returns false if it was in use already. */
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
    if (next > since.length) {
      since = Arrays.copyOf(since, Math.max(next, since.length + since.length / 2));
    }
    Arrays.fill(since, start, next, now);
  }

  /** Begins at a checkpoint that was made before. */
  void startAt(long frame) {
    now = frame;
  }

  /**
   * Pins all free slots before {@code end} until {@link #use} or until the earlier readers have
   * gone, because only the previous writer knew which slots these readers see.
   */
  void holdFree(long end) {
    unknown.set(0, Math.toIntExact(end));
    unknown.andNot(used);
    used.or(unknown);
    pinnedCount = unknown.cardinality();
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
    if (!obsolete.get(bit)) {
      obsolete.set(bit);
      obsoleteCount++;
    }
  }

  /**
   * Makes obsolete slots, and those that were held, free as far as no reader may see them.
   *
   * @param frame newest frame of the checkpoint
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

  /** Returns the slots in use, obsolete ones included, held ones not; a copy. */
  BitSet usedSlots() {
    BitSet copy = (BitSet) used.clone();
    copy.andNot(unknown);
    held.forEach(each -> copy.andNot(each.slots()));
    return copy;
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

  /** Returns the number of slots in use, obsolete ones included, held ones not. */
  int usedCount() {
    return usedCount;
  }

  /** Returns the number of slots that are held for readers. */
  int pinnedCount() {
    return pinnedCount;
  }

  /** Returns the number of slots that the next checkpoint releases. */
  int obsoleteCount() {
    return obsoleteCount;
  }

  /** Returns one more than the highest slot that is not free. */
  int length() {
    return used.length();
  }
}
