package org.flashgrove.unitspace;

/**
 * Counts of the work of a {@link UnitSpace} since it was opened, and its present state.
 *
 * @param userPages number of pages written for the user
 * @param movedPages number of pages that garbage collection moved
 * @param summaryPages number of written summaries that contain none of these pages
 * @param paddingPages number of written pages that only fill a unit
 * @param resets number of unit resets by garbage collection
 * @param collected number of units that garbage collection emptied
 * @param compensated number of units that garbage collection emptied only to balance sets
 * @param livePages number of pages of the space that have content
 * @param freeUnits number of units that hold no pages
 * @param units number of all units
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
  /**
   * Returns the number of pages written to the device, including moved pages, summaries and
   * padding.
   */
  public long writtenPages() {
    return userPages + movedPages + summaryPages + paddingPages;
  }

  /**
   * Returns the write amplification: pages written to the device divided by pages written for the
   * user. Returns 1 if the user has written no page.
   */
  public double amplification() {
    return userPages == 0 ? 1 : (double) writtenPages() / userPages;
  }
}
