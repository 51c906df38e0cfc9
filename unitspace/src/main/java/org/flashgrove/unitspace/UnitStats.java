package org.flashgrove.unitspace;

/**
 * Counts of a {@link UnitSpace} since it was opened, and its present state.
 *
 * @param userPages pages written for the user
 * @param movedPages pages that collection moved
 * @param summaryPages pages that list other pages
 * @param paddingPages pages that only fill a unit
 * @param resets units reset
 * @param collected units that collection emptied
 * @param compensated units that collection emptied only to balance sets
 * @param livePages pages that have content
 * @param freeUnits units that hold no pages
 * @param units all units
 */
public record UnitStats(
    long userPages,
    long movedPages,
    long summaryPages,
    long paddingPages,
    long resets,
    long collected,
    long compensated,
    int livePages,
    int freeUnits,
    int units) {
  /** Returns the number of pages written to the device. */
  public long writtenPages() {
    return userPages + movedPages + summaryPages + paddingPages;
  }

  /** Returns the pages written to the device per page of the user; 1 if there is none. */
  public double amplification() {
    return userPages == 0 ? 1 : (double) writtenPages() / userPages;
  }
}
