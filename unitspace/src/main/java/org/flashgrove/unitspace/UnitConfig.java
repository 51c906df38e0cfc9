package org.flashgrove.unitspace;

/**
 * Settings of a {@link UnitSpace}.
 *
 * @param pattern order in which units are opened and collected
 * @param open number of units that are open at the same time, 2 to 16. This is also the number of
 *     classes of pages. The last class is for pages that garbage collection has moved.
 * @param spareShare fraction of the units that hold no data, 0 to 0.9. Garbage collection and open
 *     units need a few more units without data.
 * @param deviceSpare size of the drive's hidden spare space, in units. Only for {@link
 *     UnitPattern#SETS}
 * @param compensates whether garbage collection limits the number of reset units in sets in which
 *     other units were not reset. Only for {@link UnitPattern#SETS}; {@code false} is for ablation
 *     studies.
 */
public record UnitConfig(
    UnitPattern pattern, int open, double spareShare, int deviceSpare, boolean compensates) {
  /** Default of {@code spareShare}. */
  public static final double USUAL_SPARE = 0.07;

  private static final int LEAST_UNIT_PAGES = 8;

  /**
   * Number of pages of a unit that may hold no data because a batch was divided at the end of the
   * unit. Either the part of the batch in the next unit has a summary of its own, or a single page
   * that remains after the batch is padded.
   *
   * <p>A unit can hold data in all pages except this page and the summaries of whole batches. Of
   * the closed units of a full space, the emptiest holds less data than that, because a few units
   * are free. If garbage collection moves its pages, it frees at least one page on average.
   */
  private static final int BROKEN_BATCH_PAGES = 1;

  private static final int MOST_OPEN = 16;
  private static final double MOST_SPARE = 0.9;

  /**
   * Throws an {@link IllegalArgumentException} if {@code open}, {@code spareShare} or {@code
   * deviceSpare} is out of range.
   */
  public UnitConfig {
    if (open < 2 || open > MOST_OPEN) {
      throw new IllegalArgumentException(
          "open units " + open + " (allowed: 2 to " + MOST_OPEN + ")");
    }
    if (!(spareShare >= 0 && spareShare <= MOST_SPARE)) {
      throw new IllegalArgumentException(
          "spare share " + spareShare + " (allowed: 0 to " + MOST_SPARE + ")");
    }
    if (deviceSpare < 0) {
      throw new IllegalArgumentException(
          "spare units of the device " + deviceSpare + " (allowed: 0 or more)");
    }
  }

  /**
   * Returns the settings for a drive without placement handles or zones.
   *
   * @param open number of units that are open at the same time
   * @param deviceSpare size of the drive's hidden spare space, in units
   */
  public static UnitConfig plain(int open, int deviceSpare) {
    return new UnitConfig(UnitPattern.SETS, open, USUAL_SPARE, deviceSpare, true);
  }

  /**
   * Returns the settings for a drive with placement handles or zones.
   *
   * @param open number of units that are open at the same time
   */
  public static UnitConfig streams(int open) {
    return new UnitConfig(UnitPattern.STREAMS, open, USUAL_SPARE, 0, false);
  }

  /** Returns a copy with another value of {@link #spareShare}. */
  public UnitConfig withSpare(double share) {
    return new UnitConfig(pattern, open, share, deviceSpare, compensates);
  }

  /**
   * Returns whether the drive's hidden spare space suffices for {@link #compensates} on a device
   * with the given number of units.
   */
  public boolean canCompensate(int units) {
    return SetDriver.tolerated(units, deviceSpare) >= open;
  }

  /** Returns a copy in which {@link #compensates} is false. */
  public UnitConfig withoutCompensation() {
    return new UnitConfig(pattern, open, spareShare, deviceSpare, false);
  }

  /** Returns the class of the pages that garbage collection has moved. */
  public int survivors() {
    return open - 1;
  }

  /**
   * Returns the minimum number of free units. If fewer units are free, the space collects units.
   * With {@link UnitPattern#SETS}, the free pages of open units count, too.
   *
   * <p>The free units must suffice for the waiting pages and for the pages of one collected unit,
   * because all these pages are written before the collected unit is reset. In addition, a set of
   * units can be opened only as a whole, and each stream may have to open a unit.
   */
  int lowWater() {
    return pattern == UnitPattern.SETS ? open + 3 : open + 4;
  }

  /**
   * Returns the maximum number of pages that wait in memory in all classes. With {@link
   * UnitPattern#STREAMS}, the limit of each class suffices, because each class fills its own unit.
   */
  int mostWaiting(UnitMedium medium) {
    int ofClass = Summary.mostPages(medium);
    return pattern == UnitPattern.SETS ? ofClass : open * ofClass;
  }

  /**
   * Returns how many units of a device hold no data. These units also have room for the records of
   * emptied pages. A record may list a single page, and while garbage collection moves records,
   * they need twice their room.
   */
  private int spareUnits(int units, int pageBytes) {
    int ofOpenUnits = pattern == UnitPattern.SETS ? 1 : open;
    int ofRecords = units / Summary.mostRanges(pageBytes, 0);
    int ofShare = (int) Math.ceil(spareShare * units);
    return lowWater() + ofOpenUnits + Math.max(2 + ofRecords, ofShare);
  }

  /** Returns the minimum number of units of a device. */
  public int leastUnits(int pageBytes) {
    int units = 1;
    while (units <= spareUnits(units, pageBytes)) {
      units++;
    }
    return units;
  }

  /**
   * Returns the maximum number of pages of a space on a device that have content.
   *
   * @throws IllegalArgumentException if the device has too few units, or units of too few pages
   */
  int pages(UnitMedium medium) {
    return pages(medium.pageBytes(), medium.unitPages(), medium.units());
  }

  /**
   * Returns the maximum number of pages with content on a device with pages and units of the given
   * sizes.
   *
   * @throws IllegalArgumentException if the device has too few units, or units of too few pages
   */
  public int pages(int pageBytes, int unitPages, int units) {
    int spare = spareUnits(units, pageBytes);
    if (unitPages < LEAST_UNIT_PAGES || units <= spare) {
      throw new IllegalArgumentException(
          String.format(
              "%d units of %d pages (allowed: more than %d units of at least %d pages)",
              units, unitPages, spare, LEAST_UNIT_PAGES));
    }
    int perBatch = Math.min(Summary.mostPages(pageBytes, unitPages) + 1, unitPages);
    int summaries = (unitPages + perBatch - 1) / perBatch;
    int perUnit = unitPages - summaries - BROKEN_BATCH_PAGES;
    return Math.multiplyExact(units - spare, perUnit);
  }
}
