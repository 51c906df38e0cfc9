package org.flashgrove.efind.fast;

/** Flushing policy of FAST, which selects the unit that is flushed next. */
interface FastPolicy {
  /**
   * Returns the score that a unit gets when it is updated. The unit with the greatest score is
   * flushed first.
   *
   * @param updates number of updates of the unit
   * @param lastUpdate sequence number of the unit's last update; the updates of all units share one
   *     sequence
   */
  long score(long updates, long lastUpdate);

  /** Returns the unit to flush. Must be called only if at least one unit has updates. */
  default long pick(FlushingUnits units) {
    return units.first();
  }

  /** Returns whether each flush writes all units that have updates. */
  default boolean flushesAll() {
    return false;
  }
}
