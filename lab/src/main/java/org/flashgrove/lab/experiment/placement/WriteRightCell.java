package org.flashgrove.lab.experiment.placement;

import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * Structure with its data in the preset {@code write-right}.
 *
 * @param points number of points in the store
 * @param unitPages number of pages of a reclaim unit
 */
record WriteRightCell(
    WriteRightStructure structure, WriteRightWorkload workload, long points, int unitPages) {
  private static final int PARTS = 5;

  /** Fill for which the number of operations is chosen. */
  private static final double HIGHEST_FILL = 0.9;

  private static final int CALIBRATION_BYTES = 2048;
  private static final String CALIBRATION = "fdp:handles=1,chip=thesis,ru=64K";

  /**
   * Space and length of a run, which do not depend on the drive.
   *
   * @param pages greatest number of pages that the files of the store use
   * @param operations number of operations, a multiple of the number of operations of a commit
   */
  record Extent(long pages, long operations) {}

  /**
   * Measurements of the last fifth of a run.
   *
   * @param operations number of operations
   * @param figures counts of the drive
   */
  record Result(long operations, DeviceStats figures) {
    WriteMatrix writes() {
      return figures.writes();
    }

    double programsPerOperation() {
      return (double) writes().total() / operations;
    }

    double hostPagesPerOperation() {
      return (double) writes().ofHost() / operations;
    }

    /** Returns the share of the host's pages that have a cause. */
    double shareOf(Cause cause) {
      return (double) writes().ofCause(cause) / writes().ofHost();
    }
  }

  /**
   * Measures how much space the structure needs, on a drive with plenty of space. The run ends when
   * the host has written a drive with a fill of 90 % the given number of times.
   */
  Extent extent(double capacities, long seed) {
    long bytes = points * CALIBRATION_BYTES;
    String device =
        CALIBRATION + (structure.isInPlace() ? ",placement=home" : "") + ",size=" + bytes;
    try (ReplacementRun run = new ReplacementRun(this, device, seed)) {
      DeviceStats before = run.figures();
      while (run.figures().since(before).hostPageWrites()
          < capacities * run.mostUsedPages() / HIGHEST_FILL) {
        run.replace(PARTS * ReplacementRun.COMMIT);
      }
      return new Extent(run.mostUsedPages(), run.operations());
    }
  }

  /**
   * Runs the structure on a drive.
   *
   * @param fill share of the drive's visible pages that the files of the store use at most
   * @return null if the drive is full, because the units need more space of their own
   */
  Result run(WriteRightDrive drive, double fill, Extent extent, long seed) {
    String placement = structure.isInPlace() ? ",placement=home" : "";
    String spec = drive.spec(hostUnits(extent, fill), unitPages) + placement;
    try (ReplacementRun run = new ReplacementRun(this, spec, seed)) {
      if (drive == WriteRightDrive.ONE_TREE_CLASS) {
        run.withoutLevels();
      }
      long part = extent.operations() / PARTS;
      run.replace(extent.operations() - part);
      DeviceStats before = run.figures();
      run.replace(part);
      return new Result(part, run.figures().since(before));
    } catch (StoreIoException e) {
      if (e.getMessage().contains("device is full")) {
        return null;
      }
      throw e;
    }
  }

  /** Returns the number of reclaim units that a drive without zones shows to its host. */
  int hostUnits(Extent extent, double fill) {
    return (int) Math.ceil(extent.pages() / (fill * unitPages));
  }
}
