package org.flashgrove.lab.experiment.placement;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.simulator.fdp.FdpConfig;
import org.flashgrove.simulator.fdp.Isolation;

/**
 * A drive without placement handles, a host that writes blocks, and the write amplification that an
 * independent model found for them.
 *
 * @param hostUnits number of reclaim units whose pages the host addresses
 * @param spare number of reclaim units of the drive that the host does not address
 * @param live number of the user's pages as a fraction of the host's pages
 * @param blockPages number of pages of a block
 * @param setBlocks number of blocks that are filled together
 * @param choice policy for choosing the blocks to rewrite
 * @param reserve number of units that {@link Choice#NOWA} leaves to the drive
 * @param offset number of pages written before the first block, so that blocks and units do not
 *     begin together
 * @param drive write amplification of the drive in the model
 * @param host write amplification of the host in the model
 */
record NowaSetting(
    int hostUnits,
    int spare,
    double live,
    int blockPages,
    int setBlocks,
    Choice choice,
    double reserve,
    int offset,
    double drive,
    double host) {
  /** Number of pages of a reclaim unit. */
  static final int UNIT_PAGES = 64;

  private static final int HOST_UNITS = 500;
  private static final int SPARE = 40;
  private static final double LIVE = 0.9;
  private static final int SHIFT = UNIT_PAGES / 3;
  private static final int LARGE_HOST_UNITS = 1_940;
  private static final double LENGTH = 6;
  private static final double LARGE_LENGTH = 5.5;

  /**
   * Policy for choosing the blocks of the next set. The live pages of these blocks are moved, and
   * the blocks are filled again.
   */
  enum Choice {
    /** The blocks with the fewest live pages. */
    GREEDY,
    /** Blocks in the order of their numbers. */
    CIRCULAR,
    /**
     * Policy that avoids write amplification in the drive (NoWA). It chooses like {@link #GREEDY}
     * as long as few dead pages lie in reclaim units that also have live pages. Otherwise it
     * chooses the blocks of a partly rewritten group ({@link SetGroups}) that were not rewritten
     * yet.
     */
    NOWA
  }

  /** Returns the settings for which an independent model has computed the write amplification. */
  static List<NowaSetting> table() {
    List<NowaSetting> table = new ArrayList<>();
    table.add(of(1, 1, Choice.GREEDY, 1, 5.44));
    table.add(of(1, 4, Choice.GREEDY, 3.88, 5.47));
    table.add(of(1, 8, Choice.GREEDY, 4.51, 5.50));
    table.add(of(1, 4, Choice.NOWA, 1, 5.81));
    table.add(of(1, 8, Choice.NOWA, 1, 5.88));
    table.add(
        new NowaSetting(1_007, 53, 0.95, UNIT_PAGES, 4, Choice.NOWA, reserve(1_060), 0, 1, 11.4));
    table.add(of(1, 1, Choice.GREEDY, 2.14, 5.44).shifted());
    table.add(of(1, 4, Choice.NOWA, 2.84, 5.81).shifted());
    table.add(of(1.5, 1, Choice.GREEDY, 1.28, 5.62));
    table.add(of(0.37, 1, Choice.GREEDY, 2.89, 5.10));
    for (int set : new int[] {1, 4}) {
      for (double block : new double[] {1, 1.5, 0.37}) {
        table.add(of(block, set, Choice.CIRCULAR, 1, 5.50));
      }
    }
    table.add(of(2, 1, Choice.GREEDY, 1.97, 5.67).shifted());
    table.add(of(4, 1, Choice.GREEDY, 1.034, Double.NaN).shifted());
    table.add(of(10, 1, Choice.GREEDY, 1, 5.90).shifted());
    table.add(large(6, 1.277));
    table.add(large(30, 1.0006));
    table.add(large(60, 1));
    return List.copyOf(table);
  }

  private static NowaSetting of(double block, int set, Choice choice, double drive, double host) {
    int pages = (int) (block * UNIT_PAGES);
    double reserve = reserve(HOST_UNITS + SPARE);
    return new NowaSetting(HOST_UNITS, SPARE, LIVE, pages, set, choice, reserve, 0, drive, host);
  }

  private static NowaSetting large(double reserve, double drive) {
    return new NowaSetting(
        LARGE_HOST_UNITS, 160, LIVE, 10 * UNIT_PAGES, 4, Choice.NOWA, reserve, SHIFT, drive, 6.15);
  }

  /**
   * Returns the number of reclaim units that a drive with {@code units} units must keep free or
   * open, and thus cannot fill with dead pages.
   */
  private static double reserve(int units) {
    return Math.max(3, 0.02 * units);
  }

  private NowaSetting shifted() {
    return new NowaSetting(
        hostUnits, spare, live, blockPages, setBlocks, choice, reserve, SHIFT, drive, host);
  }

  /**
   * Returns the configuration of the drive. While fewer than three units are free, the drive
   * collects the unit with the fewest valid pages. It copies these pages to the unit that it is
   * filling.
   */
  FdpConfig config() {
    return new FdpConfig(
        hostUnits, hostUnits + spare, UNIT_PAGES, 1, Isolation.MIXED, 2, 0, 0, 0, 0, "greedy");
  }

  /** Returns whether blocks begin and end at boundaries of reclaim units. */
  boolean isAligned() {
    return offset == 0 && blockPages % UNIT_PAGES == 0;
  }

  /** Returns the size of a block in reclaim units. */
  double blockUnits() {
    return (double) blockPages / UNIT_PAGES;
  }

  /**
   * Returns the length of a run: the number of pages that the host writes, divided by the number of
   * pages that it addresses. Only the second half of the run is measured.
   */
  double length() {
    return hostUnits == LARGE_HOST_UNITS ? LARGE_LENGTH : LENGTH;
  }

  /** Returns the number of different pages that the user writes. */
  int userPages() {
    return (int) (live * hostUnits * UNIT_PAGES);
  }
}
