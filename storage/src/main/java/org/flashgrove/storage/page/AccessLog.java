package org.flashgrove.storage.page;

/**
 * Records the ids of pages that one reader found in memory without the store lock. The reader later
 * reports these accesses to the page cache, whose replacement policy needs to know each access.
 * Once this record is half full, the reader reports as soon as it finds the store lock free. If
 * this record is full, the reader waits for the lock (Ding, Jiang and Zhang: BP-Wrapper, ICDE
 * 2009).
 */
public class AccessLog {
  /** Cache that learns of accesses later. */
  public interface Cache {
    /** Notes an access to a page. The page may have been evicted meanwhile. */
    void noteWarm(long pageId);
  }

  private static final int ROOM = 1024;
  private static final int TRY_EVERY = 64;

  private final long[] pageIds = new long[ROOM];
  private int count;

  /** Creates an empty record. */
  public AccessLog() {}

  /**
   * Adds a page. Returns true if the caller should now try to acquire the store lock without
   * waiting, and call {@link #report} if it gets the lock.
   */
  public boolean add(long pageId) {
    pageIds[count++] = pageId;
    return count >= ROOM / 2 && count % TRY_EVERY == 0;
  }

  /** Returns whether no page was added since the last report. */
  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns whether the log is full. The pages must then be reported before another one is added.
   */
  public boolean isFull() {
    return count == ROOM;
  }

  /**
   * Reports the pages in the order of their accesses and empties the log. The caller holds the
   * store lock.
   *
   * @param cache the cache of these pages
   */
  public void report(Cache cache) {
    for (int i = 0; i < count; i++) {
      cache.noteWarm(pageIds[i]);
    }
    count = 0;
  }
}
