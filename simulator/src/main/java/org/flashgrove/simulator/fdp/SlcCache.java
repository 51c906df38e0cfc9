package org.flashgrove.simulator.fdp;

/**
 * Cache of pages in blocks with one bit per cell. The units of the cache are written and erased in
 * a circle, so the oldest pages leave first.
 *
 * <p>The cache is an array of slots with one page each; a unit consists of consecutive slots.
 */
final class SlcCache {
  private final int unitPages;
  private final int[] pages;
  private final byte[] handles;
  private int head;
  private int count;
  private long erases;

  /** Creates an empty cache. */
  SlcCache(int units, int unitPages) {
    this.unitPages = unitPages;
    pages = new int[units * unitPages];
    handles = new byte[units * unitPages];
  }

  boolean isFull() {
    return count == pages.length;
  }

  /** Programs a page. Returns the slot of the page in the cache. */
  int add(int page, int handle) {
    int at = (head + count++) % pages.length;
    pages[at] = page;
    handles[at] = (byte) handle;
    return at;
  }

  /** Returns the first slot of the oldest unit. */
  int oldest() {
    return head;
  }

  int pageAt(int place) {
    return pages[place];
  }

  int handleAt(int place) {
    return handles[place];
  }

  /** Erases the oldest unit, which must be full. */
  void eraseOldest() {
    head = (head + unitPages) % pages.length;
    count -= unitPages;
    erases++;
  }

  /** Returns the number of units erased so far. */
  long erases() {
    return erases;
  }
}
