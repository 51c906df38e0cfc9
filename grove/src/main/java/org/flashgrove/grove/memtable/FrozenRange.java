package org.flashgrove.grove.memtable;

import org.flashgrove.grove.log.Frames;

/**
 * Part of the curve whose buffered changes are frozen while a merge is running, and the newest
 * commit among them. The writer's.
 */
public final class FrozenRange {
  private static final long NONE = -1;

  private long from = NONE;
  private long to;
  private long commit;

  /** Sets the range to [lo, hi). */
  void set(long lo, long hi, long newestCommit) {
    from = lo;
    to = hi;
    commit = newestCommit;
  }

  /** Sets the range to none. */
  void clear() {
    from = NONE;
  }

  /** Returns whether a part of the buffer is frozen. */
  public boolean exists() {
    return from != NONE;
  }

  /** Returns where the frozen part begins. */
  public long from() {
    return from;
  }

  /** Returns where the frozen part ends. */
  public long to() {
    return to;
  }

  /** Returns the newest commit whose changes are frozen. */
  public long commit() {
    return commit;
  }

  /** Returns whether [lo, hi) is the frozen part, at a commit. */
  public boolean is(long lo, long hi, long newestCommit) {
    return exists() && lo == from && hi == to && newestCommit == commit;
  }

  /** Returns whether all of [lo, hi) is frozen. */
  public boolean holds(long lo, long hi) {
    return exists() && lo >= from && hi <= to;
  }

  /** Adds the three words that tell the frozen part. */
  public void addTo(Frames frames) {
    frames.add(from).add(exists() ? to : 0).add(exists() ? commit : 0);
  }
}
