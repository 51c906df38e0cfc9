package org.flashgrove.simulator.fdp;

/**
 * Size and rules of an {@link FdpDevice}. Values are immutable; the {@code with} methods return
 * changed copies.
 *
 * @param hostUnits number of reclaim units whose pages the host addresses, at least 1
 * @param physicalUnits number of reclaim units of the drive; those beyond {@code hostUnits} are
 *     spare space
 * @param pagesPerUnit number of pages of a reclaim unit, at least 2
 * @param handles number of handles that the host may name, 1 to 128
 * @param isolation destination of copied pages
 * @param foregroundUnits before a write, the drive collects units until more than this many units
 *     are free; at least 2
 * @param backgroundUnits after a write, the drive collects one unit if at most this many units are
 *     free
 * @param lazyShare maximum share of valid pages in a unit that the drive collects after a write, 0
 *     to 1
 * @param cacheUnits number of units of the cache, which stores one bit per cell and is not part of
 *     {@code physicalUnits}; 0 for no cache
 * @param cacheUnitPages number of pages of a unit of the cache, at most {@code pagesPerUnit}
 * @param gc name of the policy that chooses the unit to collect, such as {@code greedy}
 */
public record FdpConfig(
    int hostUnits,
    int physicalUnits,
    int pagesPerUnit,
    int handles,
    Isolation isolation,
    int foregroundUnits,
    int backgroundUnits,
    double lazyShare,
    int cacheUnits,
    int cacheUnitPages,
    String gc) {
  private static final int MOST_HANDLES = 128;
  private static final int LEAST_FREE = 2;
  private static final double WARP_FOREGROUND = 0.01;
  private static final double WARP_BACKGROUND = 0.10;
  private static final double WARP_LAZY = 0.05;
  private static final int WARP_HANDLES = 7;
  private static final String GREEDY = "greedy";

  /**
   * Throws an {@link IllegalArgumentException} if a value is out of range, or if there are too few
   * spare units for the open units and the units that must stay free.
   */
  public FdpConfig {
    require(hostUnits >= 1, "hostUnits", hostUnits, "from 1");
    require(pagesPerUnit >= 2, "pagesPerUnit", pagesPerUnit, "from 2");
    require(handles >= 1 && handles <= MOST_HANDLES, "handles", handles, "1 to " + MOST_HANDLES);
    require(
        foregroundUnits >= LEAST_FREE, "foregroundUnits", foregroundUnits, "from " + LEAST_FREE);
    if (!(lazyShare >= 0 && lazyShare <= 1)) {
      throw new IllegalArgumentException("lazyShare " + lazyShare + " (allowed: 0 to 1)");
    }
    require(cacheUnits >= 0, "cacheUnits", cacheUnits, "from 0");
    require(
        cacheUnits == 0 || cacheUnitPages >= 1 && cacheUnitPages <= pagesPerUnit,
        "cacheUnitPages",
        cacheUnitPages,
        "1 to " + pagesPerUnit);
    int open =
        switch (isolation) {
          case INITIAL -> handles + 1;
          case PERSISTENT -> 2 * handles;
          case MIXED -> handles;
        };
    int needed = open + foregroundUnits + 1;
    if (physicalUnits - hostUnits < needed) {
      throw new IllegalArgumentException(
          String.format(
              "%d spare units are too few: up to %d are open and %d stay free; use at least %d"
                  + " physical units, or fewer handles",
              physicalUnits - hostUnits, open, foregroundUnits + 1, hostUnits + needed));
    }
    if ((long) physicalUnits * pagesPerUnit > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          physicalUnits + " units of " + pagesPerUnit + " pages (allowed: up to 2^31 - 1 pages)");
    }
  }

  private static void require(boolean holds, String name, int value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " " + value + " (allowed: " + allowed + ")");
    }
  }

  /**
   * Returns the rules of WARP's emulated drive (FAST 2026). The drive has eight handles, and the
   * host names seven of them. It collects greedily: before a write if at most 1 % of the units are
   * free, and after a write if at most 10 % are free. After a write it does not collect units with
   * more than 5 % valid pages.
   */
  public static FdpConfig warp(
      int hostUnits, int physicalUnits, int pagesPerUnit, Isolation isolation) {
    return new FdpConfig(
        hostUnits,
        physicalUnits,
        pagesPerUnit,
        WARP_HANDLES,
        isolation,
        Math.max(LEAST_FREE, (int) (WARP_FOREGROUND * physicalUnits)),
        (int) (WARP_BACKGROUND * physicalUnits),
        WARP_LAZY,
        0,
        0,
        GREEDY);
  }

  /**
   * Returns the rules of a plain drive with one handle. Before a write it collects units greedily
   * until more than two units are free; it never collects after a write.
   */
  public static FdpConfig plain(int hostUnits, int physicalUnits, int pagesPerUnit) {
    return new FdpConfig(
        hostUnits,
        physicalUnits,
        pagesPerUnit,
        1,
        Isolation.INITIAL,
        LEAST_FREE,
        0,
        0,
        0,
        0,
        GREEDY);
  }

  /** Returns a copy with another collection policy. */
  public FdpConfig withGc(String other) {
    return new FdpConfig(
        hostUnits,
        physicalUnits,
        pagesPerUnit,
        handles,
        isolation,
        foregroundUnits,
        backgroundUnits,
        lazyShare,
        cacheUnits,
        cacheUnitPages,
        other);
  }

  /**
   * Returns these rules with a cache. The pages that the host writes go to the cache first. When
   * the cache is full, the drive <em>folds</em> the valid pages of the cache's oldest unit. It
   * programs these pages, in order, into the reclaim units of the handles through which they were
   * written.
   *
   * @param units number of units of the cache, at least 1
   * @param unitPages number of pages of a unit, such as a third of {@link #pagesPerUnit()} for
   *     three bits per cell
   */
  public FdpConfig withCache(int units, int unitPages) {
    return new FdpConfig(
        hostUnits,
        physicalUnits,
        pagesPerUnit,
        handles,
        isolation,
        foregroundUnits,
        backgroundUnits,
        lazyShare,
        units,
        unitPages,
        gc);
  }

  /** Returns the number of pages that the host addresses. */
  public int hostPages() {
    return hostUnits * pagesPerUnit;
  }

  /**
   * Returns the number of handles in use, including the reserved handle of {@link
   * Isolation#INITIAL}.
   */
  int allHandles() {
    return isolation == Isolation.INITIAL ? handles + 1 : handles;
  }
}
