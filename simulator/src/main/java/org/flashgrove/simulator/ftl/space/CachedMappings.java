package org.flashgrove.simulator.ftl.space;

import org.flashgrove.core.replacement.KeyQueues;

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
  private static final int PROBATIONARY = 0;
  private static final int PROTECTED = 1;

  private final int capacity;
  private final int mostProtected;
  private final KeyQueues segments;
  private final int[] physical;
  private final boolean[] dirty;

  /**
   * Creates an empty table.
   *
   * @param segmented whether to use segmented LRU, with half of the entries in the protected
   *     segment; otherwise plain LRU
   */
  public CachedMappings(int capacity, boolean segmented) {
    this.capacity = capacity;
    mostProtected = segmented ? capacity / 2 : 0;
    segments = new KeyQueues(2, capacity);
    physical = new int[capacity];
    dirty = new boolean[capacity];
  }

  public boolean isFull() {
    return segments.size() == capacity;
  }

  /**
   * Returns the slot of a logical page, or -1 if the page is not cached. A slot is valid while the
   * page is cached.
   */
  public int find(int page) {
    return segments.position(page);
  }

  /** Records that an entry was used again. */
  public void touch(int slot) {
    if (mostProtected == 0) {
      segments.move(PROBATIONARY, slot);
      return;
    }
    if (segments.queue(slot) == PROBATIONARY && segments.size(PROTECTED) == mostProtected) {
      segments.move(PROBATIONARY, segments.first(PROTECTED));
    }
    segments.move(PROTECTED, slot);
  }

  /** Adds an entry to the table, which must not be full. Returns the slot of the entry. */
  public int add(int page, int physicalPage, boolean isDirty) {
    int slot = segments.add(PROBATIONARY, page, 0);
    physical[slot] = physicalPage;
    dirty[slot] = isDirty;
    return slot;
  }

  /** Returns the slot of the next entry to evict. The table must not be empty. */
  public int victim() {
    int oldest = segments.first(PROBATIONARY);
    return oldest == KeyQueues.NONE ? segments.first(PROTECTED) : oldest;
  }

  public void remove(int slot) {
    segments.remove(slot);
  }

  public int page(int slot) {
    return (int) segments.key(slot);
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
}
