package org.flashgrove.simulator.ftl.space;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;

/**
 * The cached mapping table of DFTL: some logical pages with their locations. The table also records
 * which locations are newer than those in the translation pages on flash.
 *
 * <p>With segmented LRU (Karedla, Love and Wherry, Caching Strategies to Improve Disk System
 * Performance, IEEE Computer 27(3), 1994) a new entry enters the probationary segment. When an
 * entry is used again it moves to the protected segment. If the protected segment is full, its
 * least recently used entry moves back to the probationary segment. The victim is the least
 * recently used entry of the probationary segment. Plain LRU has only the probationary segment.
 */
public final class CachedMappings {
  private static final int NONE = -1;
  private static final int PROBATIONARY = 0;
  private static final int PROTECTED = 1;

  private final int capacity;
  private final int mostProtected;
  private final LongIntMap slots;
  private final int[] logical;
  private final int[] physical;
  private final boolean[] dirty;
  private final boolean[] isProtected;
  private final int[] newer;
  private final int[] older;
  private final int[] newest = {NONE, NONE};
  private final int[] oldest = {NONE, NONE};
  private int protectedCount;
  private int count;
  private int firstFree = NONE;

  /**
   * Creates an empty table.
   *
   * @param segmented whether to use segmented LRU, with half of the entries in the protected
   *     segment; otherwise plain LRU
   */
  public CachedMappings(int capacity, boolean segmented) {
    this.capacity = capacity;
    mostProtected = segmented ? capacity / 2 : 0;
    slots = new LongIntMap(capacity);
    logical = new int[capacity];
    physical = new int[capacity];
    dirty = new boolean[capacity];
    isProtected = new boolean[capacity];
    newer = new int[capacity];
    older = new int[capacity];
    Arrays.fill(newer, NONE);
    for (int slot = capacity - 1; slot >= 0; slot--) {
      older[slot] = firstFree;
      firstFree = slot;
    }
  }

  public boolean isFull() {
    return count == capacity;
  }

  /**
   * Returns the slot of a logical page, or -1 if the page is not cached. A slot is valid while the
   * page is cached.
   */
  public int find(int page) {
    return slots.get(page);
  }

  /** Records that an entry was used again. */
  public void touch(int slot) {
    unlink(slot);
    if (mostProtected == 0) {
      linkNewest(slot, PROBATIONARY);
      return;
    }
    if (!isProtected[slot] && protectedCount == mostProtected) {
      int demoted = oldest[PROTECTED];
      unlink(demoted);
      linkNewest(demoted, PROBATIONARY);
    }
    linkNewest(slot, PROTECTED);
  }

  /** Adds an entry to the table, which must not be full. Returns the slot of the entry. */
  public int add(int page, int physicalPage, boolean isDirty) {
    int slot = firstFree;
    firstFree = older[slot];
    slots.put(page, slot);
    logical[slot] = page;
    physical[slot] = physicalPage;
    dirty[slot] = isDirty;
    linkNewest(slot, PROBATIONARY);
    count++;
    return slot;
  }

  /** Returns the slot of the next entry to evict. The table must not be empty. */
  public int victim() {
    return oldest[PROBATIONARY] != NONE ? oldest[PROBATIONARY] : oldest[PROTECTED];
  }

  public void remove(int slot) {
    slots.remove(logical[slot]);
    unlink(slot);
    older[slot] = firstFree;
    firstFree = slot;
    count--;
  }

  public int page(int slot) {
    return logical[slot];
  }

  /**
   * Returns the flash page of the logical page in a slot, or -1 if that logical page is unmapped.
   */
  public int location(int slot) {
    return physical[slot];
  }

  /** Sets the new flash page of the logical page in a slot. */
  public void relocate(int slot, int physicalPage) {
    physical[slot] = physicalPage;
    dirty[slot] = true;
  }

  public boolean isDirty(int slot) {
    return dirty[slot];
  }

  /** Records that the translation page on flash now contains the location in a slot. */
  public void clean(int slot) {
    dirty[slot] = false;
  }

  private void unlink(int slot) {
    int segment = isProtected[slot] ? PROTECTED : PROBATIONARY;
    protectedCount -= segment;
    if (newer[slot] == NONE) {
      newest[segment] = older[slot];
    } else {
      older[newer[slot]] = older[slot];
    }
    if (older[slot] == NONE) {
      oldest[segment] = newer[slot];
    } else {
      newer[older[slot]] = newer[slot];
    }
  }

  private void linkNewest(int slot, int segment) {
    isProtected[slot] = segment == PROTECTED;
    protectedCount += segment;
    newer[slot] = NONE;
    older[slot] = newest[segment];
    if (newest[segment] == NONE) {
      oldest[segment] = slot;
    } else {
      newer[newest[segment]] = slot;
    }
    newest[segment] = slot;
  }
}
