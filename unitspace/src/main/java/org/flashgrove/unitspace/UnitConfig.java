package org.flashgrove.unitspace;

/**
 * Settings of a {@link UnitSpace}.
 *
 * @param pattern order in which units are opened and collected
 * @param open number of units that are open at the same time, 2 to 16. It is also the number of
 *     classes of pages; the last class is for pages that survive a collection.
 * @param spareShare share of the units that holds no data, 0 to 0.9. Some more units hold no data
 *     either, because collection and the open units need them.
 * @param deviceSpare number of units that the drive has in addition to those that the host sees.
 *     Only for {@link UnitPattern#SETS}
 * @param compensates whether collection keeps the sets balanced. Only for {@link UnitPattern#SETS};
 *     {@code false} is for ablation studies.
 */
public record UnitConfig(
    UnitPattern pattern, int open, double spareShare, int deviceSpare, boolean compensates) {
  /** Default of {@code spareShare}. */
  public static final double USUAL_SPARE = 0.07;

  private static final int LEAST_UNIT_PAGES = 8;

  /**
   * Pages of a unit that hold no data if a batch ends with the unit: a summary of the rest of the
   * batch, and a page of padding. Moving the pages of a unit with less data gains at least a page.
   */
  private static final int BROKEN_BATCH_PAGES = 2;

  private static final int MOST_OPEN = 16;
  private static final double MOST_SPARE = 0.9;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public UnitConfig {
    if (open < 2 || open > MOST_OPEN) {
      throw new IllegalArgumentException(open + " open units (allowed: 2 to " + MOST_OPEN + ")");
    }
    if (!(spareShare >= 0 && spareShare <= MOST_SPARE)) {
      throw new IllegalArgumentException(
          "spare share " + spareShare + " (allowed: 0 to " + MOST_SPARE + ")");
    }
    if (deviceSpare < 0) {
      throw new IllegalArgumentException(
          deviceSpare + " spare units of the device (allowed: from 0)");
    }
  }

  /** Returns the settings for a plain drive. */
  public static UnitConfig plain(int open, int deviceSpare) {
    return new UnitConfig(UnitPattern.SETS, open, USUAL_SPARE, deviceSpare, true);
  }

  /** Returns the settings for a drive with placement handles or zones. */
  public static UnitConfig streams(int open) {
    return new UnitConfig(UnitPattern.STREAMS, open, USUAL_SPARE, 0, false);
  }

  /** Returns a copy with another share of spare units. */
  public UnitConfig withSpare(double share) {
    return new UnitConfig(pattern, open, share, deviceSpare, compensates);
  }

  /** Returns a copy that does not keep the sets balanced. */
  public UnitConfig withoutCompensation() {
    return new UnitConfig(pattern, open, spareShare, deviceSpare, false);
  }

  /** Returns the class of pages that survive a collection. */
  public int survivors() {
    return open - 1;
  }

  /**
   * Returns the number of units below which the space collects units. With {@link UnitPattern#SETS}
   * it counts the room in open units too. The units must suffice for two batches and for the pages
   * of one collected unit, since these are written before the unit is reset. A set of units can be
   * opened only as a whole, and each stream may have to open a unit.
   */
  int lowWater() {
    return pattern == UnitPattern.SETS ? open + 3 : open + 4;
  }

  /** Returns the number of units that hold no data. */
  private int spareUnits(int units) {
    int ofOpenUnits = pattern == UnitPattern.SETS ? 1 : open;
    return lowWater() + ofOpenUnits + Math.max(2, (int) Math.ceil(spareShare * units));
  }

  /**
   * Returns the number of pages of a space on a device.
   *
   * @throws IllegalArgumentException if the device has too few units, or units of too few pages
   */
  int pages(UnitMedium medium) {
    int spare = spareUnits(medium.units());
    if (medium.unitPages() < LEAST_UNIT_PAGES || medium.units() <= spare) {
      throw new IllegalArgumentException(
          String.format(
              "%d units of %d pages (allowed: more than %d units of at least %d pages)",
              medium.units(), medium.unitPages(), spare, LEAST_UNIT_PAGES));
    }
    int perBatch = Summary.mostPages(medium) + 1;
    int summaries = (medium.unitPages() + perBatch - 1) / perBatch;
    int perUnit = medium.unitPages() - summaries - BROKEN_BATCH_PAGES;
    return Math.multiplyExact(medium.units() - spare, perUnit);
  }
}
