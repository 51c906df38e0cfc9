package org.flashgrove.core.lock;

/**
 * Order in which a thread acquires the locks of a store. A thread that holds a lock may wait only
 * for locks of later ranks, so no deadlock can occur. {@link OrderedLock} checks this on each
 * acquisition when assertions are enabled, as in all tests.
 *
 * <p>Callers hold locks of the first two ranks across calls of the API, and may hold such locks of
 * several indexes or stores at a time. All other locks are acquired and released within one call.
 * Application code, such as a visitor, never runs while one of these other locks is held.
 *
 * <p>Monitors ({@code synchronized}) are not listed. Each guards the fields of one object, and no
 * code inside a monitor waits for a ranked lock.
 */
public enum LockRank {
  /**
   * Write lock of an index or a store. A thread holds it during one change, or while it checks for
   * an open batch.
   */
  WRITE(true),

  /** Lock of a store's set of structures, held while a structure is added, filled or dropped. */
  STRUCTURES(true),

  /**
   * Commit lock of a store: commits, flushes, checkpoints, compactions and closing, one at a time.
   */
  COMMIT(false),

  /**
   * State of a store: buffers and the page records of structures. No thread syncs while it holds
   * this lock.
   */
  STORE(false),

  /** Steps of a merge, run by a worker or by the committing thread. */
  MERGE(false),

  /** Page placement: which slots are written, and the page maps. */
  PLACEMENT(false),

  /**
   * Lock of a structure on raw flash, so that one thread at a time reads or writes the structure.
   */
  RAW_FLASH(false),

  /** Sync of the blocks of one component file. */
  BLOCK_SYNC(false),

  /**
   * Lock between a thread that copies the pages of a page store to another store, and writers of
   * the first store. A page must be copied before a writer changes it.
   */
  PAGE_COPY(false),

  /** Cache of block pages in memory. */
  PAGE_CACHE(false),

  /** Group sync: protects the state of the threads that wait for a sync of the log. */
  GROUP_SYNC(false),

  /** Queue of the logs, of all stores, that the sync thread has yet to sync. */
  SYNC_QUEUE(false);

  private final boolean heldByCallers;

  LockRank(boolean heldByCallers) {
    this.heldByCallers = heldByCallers;
  }

  /**
   * Returns whether a thread that holds a lock of rank {@code held} may wait for a lock of this
   * rank.
   */
  boolean mayFollow(LockRank held) {
    return held.ordinal() < ordinal() || held.heldByCallers && heldByCallers;
  }
}
