package org.flashgrove.lab.experiment.placement;

import org.flashgrove.simulator.fdp.FdpConfig;
import org.flashgrove.simulator.fdp.FdpDevice;
import org.flashgrove.simulator.fdp.FdpStats;

/**
 * A cell in the results of WARP (FAST 2026): one distribution of the writer called jumper, and one
 * assignment of writers to placement handles.
 *
 * @param drive size and rules of the drive
 * @param jumper distribution of the jumper
 * @param mode assignment to handles
 * @param shares fraction of the pages that each of the three writers writes
 * @param length number of pages that the host writes, including the fill, divided by the number of
 *     the drive's host pages
 */
record WarpCell(
    FdpConfig drive, Jumper jumper, ThreeWriters.Mode mode, double[] shares, double length) {
  private static final double FIRST_PARTS = 0.8;

  /**
   * Result of running a cell.
   *
   * @param stats counters from the empty drive to the end
   * @param lastFifth write amplification in the last fifth of the host's pages
   */
  record Result(FdpStats stats, double lastFifth) {}

  /** Runs the cell. The same seed always gives the same result. */
  Result run(long seed) {
    FdpDevice device = new FdpDevice(drive);
    ThreeWriters writers = new ThreeWriters(device, mode, seed);
    writers.fill();
    Jumper.Draw jumps = jumper.over(writers.firstPart(), seed);
    long total = Math.round(length * drive.hostPages());
    long earlier = (long) (FIRST_PARTS * total);
    int next = writers.write(earlier - device.stats().hostPages(), 0, jumps, shares);
    FdpStats before = device.stats();
    writers.write(total - earlier, next, jumps, shares);
    FdpStats after = device.stats();
    double lastFifth =
        (double) (after.mediaPages() - before.mediaPages())
            / (after.hostPages() - before.hostPages());
    return new Result(after, lastFifth);
  }
}
