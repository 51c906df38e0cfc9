package org.flashgrove.efind.fast;

/** Criterion that selects the next flushing unit. */
interface FastPolicy {
  /**
   * Returns the score of a unit with updates, computed at its last update; the unit with the
   * greatest score is flushed first.
   */
  long score(long updates, long lastUpdate);

  /** Returns the unit to flush. There is at least one unit with updates. */
  default long pick(FlushingUnits units) {
    return units.first();
  }

  /** Returns whether a flush writes all units. */
  default boolean flushesAll() {
    return false;
  }
}
