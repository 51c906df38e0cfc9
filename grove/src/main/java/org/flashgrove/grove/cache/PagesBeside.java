package org.flashgrove.grove.cache;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.page.BufferMemories;

/**
 * Second-level cache of sealed blocks' pages outside of the heap, behind a {@link PageCache} on the
 * heap, for memory that does not fit on the heap. A page is copied in when it was read from the
 * store, and copied out on a miss of the first level.
 *
 * <p>A page occupies one of the {@value #WAYS} places of its set; in a full set the clock of that
 * set (second chance) chooses the victim. Pages of invalid blocks are never requested and are
 * evicted in the same way. For any number of threads: a set is locked while a page is copied.
 */
final class PagesBeside {
  private static final int WAYS = 8;
  private static final int SLAB_BYTES = 1 << 20;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Bytes on the heap of one place: a sequence, a page, a mark. */
  private static final int PLACE_BYTES = Long.BYTES + Integer.BYTES + 1;

  private final int pageSize;
  private final int sets;
  private final long[] sequences; // 0 of an empty place: sequences begin with 1
  private final int[] pages;
  private final boolean[] read; // since the hand of the set passed
  private final byte[] hands;
  private final Object[] locks;
  private final int slabPages;
  private final ByteBuffer[] slabs; // each made when its first place is taken

  /**
   * Makes room for pages.
   *
   * @param bytes of it; less than a set is none
   */
  PagesBeside(int pageSize, long bytes) {
    this.pageSize = pageSize;
    sets = (int) Math.min(Integer.MAX_VALUE / WAYS / 2, bytes / pageSize / WAYS);
    sequences = new long[sets * WAYS];
    pages = new int[sets * WAYS];
    read = new boolean[sets * WAYS];
    hands = new byte[sets];
    locks = new Object[Math.min(sets, 64)];
    Arrays.setAll(locks, i -> new Object());
    slabPages = Math.max(WAYS, SLAB_BYTES / pageSize / WAYS * WAYS);
    slabs = new ByteBuffer[(sets * WAYS + slabPages - 1) / slabPages];
  }

  /** Returns the bytes on the heap that it takes in addition to the bytes outside of it. */
  long heapBytes() {
    return (long) sets * WAYS * PLACE_BYTES;
  }

  /** Returns the number of pages that there is room for. */
  long places() {
    return (long) sets * WAYS;
  }

  /** Returns whether there is no room at all. */
  boolean isNone() {
    return sets == 0;
  }

  private int set(long sequence, int page) {
    long hash = (sequence * MULTIPLIER + page) * MULTIPLIER;
    return (int) Math.floorMod(hash >>> Integer.SIZE, (long) sets);
  }

  /** Copies a page out, if it is there. */
  boolean copyTo(long sequence, int page, byte[] into) {
    int set = set(sequence, page);
    synchronized (locks[set % locks.length]) {
      int place = place(set, sequence, page);
      if (place < 0) {
        return false;
      }
      read[place] = true;
      slabs[place / slabPages].get(place % slabPages * pageSize, into, 0, pageSize);
      return true;
    }
  }

  /** Copies a page in, unless it is there. */
  void keep(long sequence, int page, byte[] bytes) {
    int set = set(sequence, page);
    synchronized (locks[set % locks.length]) {
      if (place(set, sequence, page) >= 0) {
        return;
      }
      int place = victim(set);
      sequences[place] = 0; // until the page is there whole
      slab(place / slabPages).put(place % slabPages * pageSize, bytes, 0, pageSize);
      sequences[place] = sequence;
      pages[place] = page;
      read[place] = false;
    }
  }

  private int place(int set, long sequence, int page) {
    for (int place = set * WAYS; place < (set + 1) * WAYS; place++) {
      if (sequences[place] == sequence && pages[place] == page) {
        return place;
      }
    }
    return -1;
  }

  private int victim(int set) {
    while (true) {
      int place = set * WAYS + hands[set];
      hands[set] = (byte) ((hands[set] + 1) % WAYS);
      if (!read[place]) {
        return place;
      }
      read[place] = false;
    }
  }

  private ByteBuffer slab(int number) {
    synchronized (slabs) { // sets of several locks share it
      if (slabs[number] == null) {
        slabs[number] = BufferMemories.chosen().allocate(slabPages * pageSize);
      }
      return slabs[number];
    }
  }

  /** Returns the number of pages that are there. */
  int count() {
    int count = 0;
    for (int set = 0; set < sets; set++) {
      synchronized (locks[set % locks.length]) {
        for (int place = set * WAYS; place < (set + 1) * WAYS; place++) {
          count += sequences[place] == 0 ? 0 : 1;
        }
      }
    }
    return count;
  }
}
