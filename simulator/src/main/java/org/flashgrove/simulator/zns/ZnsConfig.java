package org.flashgrove.simulator.zns;

/**
 * Size and limits of a {@link ZnsDevice}. Values are immutable.
 *
 * @param zones number of zones, at least 1
 * @param zonePages distance between the first pages of neighbouring zones (zone size)
 * @param capacityPages number of pages that can be written in a zone, 1 to {@code zonePages}
 * @param mostOpen maximum number of open zones (MOR), at most {@code mostActive}; 0 for no limit
 * @param mostActive maximum number of active zones, which are open or closed (MAR); 0 for no limit
 * @param appendPages maximum number of pages that one append may write (ZASL), at least 1
 * @param padsFinished whether finishing a zone programs the unwritten pages of the zone
 * @param crossesZones whether a single read may span several zones
 */
public record ZnsConfig(
    int zones,
    int zonePages,
    int capacityPages,
    int mostOpen,
    int mostActive,
    int appendPages,
    boolean padsFinished,
    boolean crossesZones) {
  private static final int APPEND_PAGES = 32;

  /**
   * Throws an {@link IllegalArgumentException} if a value is out of range, or if there are more
   * than 2^31 - 1 pages.
   */
  public ZnsConfig {
    require(zones >= 1, "zones", zones, "from 1");
    require(zonePages >= 1, "zonePages", zonePages, "from 1");
    require(
        capacityPages >= 1 && capacityPages <= zonePages,
        "capacityPages",
        capacityPages,
        "1 to " + zonePages);
    require(mostActive >= 0, "mostActive", mostActive, "from 0");
    require(
        mostOpen >= 0 && (mostActive == 0 || mostOpen <= mostActive),
        "mostOpen",
        mostOpen,
        mostActive == 0 ? "from 0" : "0 to " + mostActive);
    require(appendPages >= 1, "appendPages", appendPages, "from 1");
    if ((long) zones * zonePages > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          zones + " zones of " + zonePages + " pages (allowed: up to 2^31 - 1 pages)");
    }
  }

  private static void require(boolean holds, String name, int value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " " + value + " (allowed: " + allowed + ")");
    }
  }

  /**
   * Returns the configuration of a drive whose zones are writable to their end. An append writes at
   * most 32 pages, and finishing a zone programs nothing.
   *
   * @param mostActive maximum number of open zones, and also of active zones, which are open or
   *     closed; 0 for no limit
   */
  public static ZnsConfig of(int zones, int zonePages, int mostActive) {
    return new ZnsConfig(
        zones, zonePages, zonePages, mostActive, mostActive, APPEND_PAGES, false, false);
  }

  /**
   * Returns the number of page addresses, including the addresses between the capacity of a zone
   * and the start of the next zone.
   */
  public int pages() {
    return zones * zonePages;
  }
}
