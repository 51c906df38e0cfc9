package org.flashgrove.efind.fast;

/** Flushing policy of FAST, which selects the unit that is flushed next. */
interface FastPolicy {
  /**
   * Returns the score that a unit gets when it is updated. The unit with the greatest score is
   * flushed first.
   *
   * @param updates number of updates of the unit
   * @param lastUpdate number of the unit's last update, counted over all units
   */
  long score(long updates, long lastUpdate);

  /** Returns the unit to flush. There is at least one unit with updates. */
  default long pick(FlushingUnits units) {
    return units.first();
  }

  /** Returns whether each flush writes all units that have updates. */
  default boolean flushesAll() {
    return false;
  }
}
