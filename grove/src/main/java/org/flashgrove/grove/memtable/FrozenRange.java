package org.flashgrove.grove.memtable;

import org.flashgrove.grove.log.Frames;

/**
 * Range of the curve whose buffered changes are frozen, that is, taken by the running merge. Also
 * stores the newest frozen commit. Used by the writer only.
 */
public final class FrozenRange {
  private static final long NONE = -1;

  private long from = NONE;
  private long to;
  private long commit;

  /** Sets the range to [lo, hi), and the newest commit whose changes a merge has taken (frozen). */
  void set(long lo, long hi, long newestCommit) {
    from = lo;
    to = hi;
    commit = newestCommit;
  }

  /** Notes that no changes are frozen, that is, taken by a merge. */
  void clear() {
    from = NONE;
  }

  /** Returns whether a running merge has taken (frozen) the changes of any range. */
  public boolean exists() {
    return from != NONE;
  }

  /** Returns the start of the range, inclusive. */
  public long from() {
    return from;
  }

  /** Returns the end of the range, exclusive. */
  public long to() {
    return to;
  }

  public long commit() {
    return commit;
  }

  /**
   * Returns whether a merge has taken (frozen) exactly the changes of [lo, hi) up to the commit
   * {@code newestCommit}.
   */
  public boolean is(long lo, long hi, long newestCommit) {
    return exists() && lo == from && hi == to && newestCommit == commit;
  }

  /** Returns whether a merge has taken (frozen) the changes of all of [lo, hi). */
  public boolean holds(long lo, long hi) {
    return exists() && lo >= from && hi <= to;
  }

  /**
   * Appends the start and the end of the range and its newest commit to a frame, as three words.
   */
  public void addTo(Frames frames) {
    frames.add(from).add(exists() ? to : 0).add(exists() ? commit : 0);
  }
}
