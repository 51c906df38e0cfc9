package org.flashgrove.lab.experiment.placement;

import java.util.SplittableRandom;
import org.flashgrove.simulator.fdp.FdpDevice;

/**
 * WARP's load: the drive is filled, and then three writers run at once. During the fill, the first
 * 90 % of the pages are written in order, while random pages of the last 10 % are written, too.
 * Afterwards a sequential writer and the jumper write the first part, and a uniform writer writes
 * the last part.
 */
final class ThreeWriters {
  private static final double FIRST_PART = 0.9;

  /** Assignment of the writers to placement handles. */
  enum Mode {
    /** A handle for each writer. */
    FDP("fdp", 0, 2, 1),
    /** The jumper shares the handle of the sequential writer. */
    SHARE("share", 0, 0, 1),
    /** All writers share one handle. */
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

  /** Returns the number of pages in the first part. */
  int firstPart() {
    return split;
  }

  /**
   * Fills the drive. The sequential and the random writer advance in proportion to the sizes of
   * their parts.
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
   * Writes single pages. For each page a writer is drawn at random according to the shares.
   *
   * @param count number of pages
   * @param from page at which the sequential writer begins
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
