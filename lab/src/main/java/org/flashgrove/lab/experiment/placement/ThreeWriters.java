package org.flashgrove.lab.experiment.placement;

import java.util.SplittableRandom;
import org.flashgrove.simulator.fdp.FdpDevice;

/**
 * Load of the paper WARP (FAST 2026): the drive is filled, and then three writers run at once.
 * During the fill, the first 90 % of the pages are written in order; at the same time, random pages
 * among the last 10 % are written. Afterwards a sequential writer and the jumper, a writer with a
 * skewed distribution, write to the first 90 %. A uniform writer writes to the last 10 %.
 */
final class ThreeWriters {
  private static final double FIRST_PART = 0.9;

  /**
   * Assignment of the writers to placement handles. A drive keeps the pages of different handles in
   * different reclaim units.
   */
  enum Mode {
    /** A placement handle for each writer. */
    FDP("fdp", 0, 2, 1),
    /** The jumper shares the handle of the sequential writer. */
    SHARE("share", 0, 0, 1),
    /** One placement handle for all writers. */
    NONE("none", 0, 0, 0);

    private final String label;
    private final int sequential;
    private final int jumper;
    private final int uniform;

    Mode(String label, int sequential, int jumper, int uniform) {
      this.label = label;
      this.sequential = sequential;
      this.jumper = jumper;
      this.uniform = uniform;
    }

    String label() {
      return label;
    }
  }

  private final FdpDevice device;
  private final Mode mode;
  private final SplittableRandom random;
  private final int split;
  private final int end;

  ThreeWriters(FdpDevice device, Mode mode, long seed) {
    this.device = device;
    this.mode = mode;
    random = new SplittableRandom(seed);
    end = device.config().hostPages();
    split = (int) (FIRST_PART * end);
  }

  /** Returns the number of pages to which the sequential writer and the jumper write. */
  int firstPart() {
    return split;
  }

  /**
   * Fills the drive. Writes the first 90 % of the pages in order, and random pages among the last
   * 10 %. Of ten writes, nine go to the first part and one to the last part on average.
   */
  void fill() {
    int last = end - split;
    long due = 0;
    for (int page = 0; page < split; page++) {
      device.write(page, 1, mode.sequential);
      for (due += last; due >= split; due -= split) {
        device.write(split + random.nextInt(last), 1, mode.uniform);
      }
    }
  }

  /**
   * Writes pages one by one. Draws the writer of each page at random.
   *
   * @param count number of pages
   * @param from page at which the sequential writer begins
   * @param jumps distribution of the jumper's pages
   * @param shares probability of each writer
   * @return page at which the sequential writer would continue
   */
  int write(long count, int from, Jumper.Draw jumps, double[] shares) {
    int next = from;
    for (long i = 0; i < count; i++) {
      double writer = random.nextDouble();
      if (writer < shares[0]) {
        device.write(next, 1, mode.sequential);
        next = next + 1 == split ? 0 : next + 1;
      } else if (writer < shares[0] + shares[1]) {
        device.write(jumps.next(random), 1, mode.jumper);
      } else {
        device.write(split + random.nextInt(end - split), 1, mode.uniform);
      }
    }
    return next;
  }
}
