package org.flashgrove.efind.fast;

/** Which flushing unit goes next. */
interface FastPolicy {
  /**
   * Returns the rank of a unit among those with updates, kept from its last update on; the greatest
   * leads.
   */
  long score(long updates, long lastUpdate);

  /** Returns the unit to flush, of at least one. */
  default long pick(FlushingUnits units) {
    return units.first();
  }

  /** Returns whether all units go at once. */
  default boolean flushesAll() {
    return false;
  }
}
