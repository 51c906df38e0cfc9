package org.flashgrove.grove.cache;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.page.BufferMemories;
import org.flashgrove.core.page.BufferMemory;

/**
 * Second-level cache off heap, for pages of sealed blocks that do not fit in the {@link PageCache}
 * on the heap. A page is copied in after it was read from the store, and copied out on a miss of
 * the first level.
 *
 * <p>The cache is set-associative. A hash selects the set of a page, and the page occupies one of
 * the {@value #WAYS} places of this set. If the set is full, the clock of the set (second chance)
 * selects a page to evict. Pages of replaced blocks are never requested, so they are evicted in the
 * same way. Safe for use by several threads: a set is locked while a page is copied.
 */
final class PagesBeside {
  private static final int WAYS = 8;
  private static final int SLAB_BYTES = 1 << 20;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Heap bytes of one place, which can hold one page: sequence number, page index and flag. */
  private static final int PLACE_BYTES = Long.BYTES + Integer.BYTES + 1;

  private final int pageSize;
  private final int sets;
  private final long[] sequences; // 0 for an empty place, because sequence numbers begin with 1
  private final int[] pages;
  private final boolean[] read; // whether the page was read since the clock hand passed it
  private final byte[] hands;
  private final Object[] locks;
  private final int slabPages;
  private final ByteBuffer[] slabs; // each is allocated on first use

  /**
   * Creates an empty cache.
   *
   * @param bytes size of the cache; the cache stores nothing if this is less than the size of one
   *     set
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

  /**
   * Returns the heap bytes of this cache's tables. The pages themselves are off heap and do not
   * count.
   */
  long heapBytes() {
    return (long) sets * WAYS * PLACE_BYTES;
  }

  /** Returns the maximum number of pages. */
  long places() {
    return (long) sets * WAYS;
  }

  /** Returns whether the cache is too small to store any page. */
  boolean isNone() {
    return sets == 0;
  }

  private int set(long sequence, int page) {
    long hash = (sequence * MULTIPLIER + page) * MULTIPLIER;
    return (int) Math.floorMod(hash >>> Integer.SIZE, (long) sets);
  }

  /** Copies a page to {@code into}. Returns false if it is not cached. */
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

  /** Stores a page, unless it is stored already or the process has too little memory. */
  void keep(long sequence, int page, byte[] bytes) {
    int set = set(sequence, page);
    synchronized (locks[set % locks.length]) {
      if (place(set, sequence, page) >= 0) {
        return;
      }
      int place = victim(set);
      ByteBuffer slab = slab(place / slabPages);
      if (slab == null) {
        return;
      }
      sequences[place] = 0; // empty until the page is complete
      slab.put(place % slabPages * pageSize, bytes, 0, pageSize);
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

  /** Returns the memory of some places, or null if the process has too little memory for it. */
  private ByteBuffer slab(int number) {
    synchronized (slabs) { // sets with different locks share this array
      BufferMemory memory = BufferMemories.chosen();
      if (slabs[number] == null && !memory.isShort()) {
        slabs[number] = memory.allocate(slabPages * pageSize);
      }
      return slabs[number];
    }
  }

  /** Returns the number of stored pages. */
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
