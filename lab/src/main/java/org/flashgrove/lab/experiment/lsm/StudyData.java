package org.flashgrove.lab.experiment.lsm;

import java.util.SplittableRandom;
import org.flashgrove.datasets.EntryArray;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.Skew;
import org.flashgrove.datasets.generate.SkewedRectangles;

/**
 * Points and windows of the study of LSM R-trees by Mao et al. (2020). Points are clustered around
 * 3,000 centres in random order. The sizes of the clusters follow Zipf's law; each cluster is dense
 * in the middle and has wide outskirts. A window is centred at a point that was inserted before. As
 * in the paper, the sides of a window are a fraction of the sides of the data's extent.
 */
final class StudyData {
  private static final Skew CITIES = new Skew(3_000, 1, 0.001, 0.02);

  private final EntryArray points = new EntryArray();
  private final long seed;

  /** Generates points in the unit square. */
  StudyData(long count, long seed) {
    this.seed = seed;
    new SkewedRectangles(count, 0, CITIES, Extent.UNIT, seed).generate(points);
  }

  long id(int point) {
    return points.id(point);
  }

  double x(int point) {
    return points.side(point, 0);
  }

  double y(int point) {
    return points.side(point, 1);
  }

  /**
   * Returns windows, which depend only on the arguments and the seed.
   *
   * @param exponent negative exponent of ten of the window size: a window's width is 10^-exponent
   *     of the width of the data's extent, and likewise its height
   * @param inserted number of points inserted so far; each window is around one of them
   * @param which selects one of several random sequences of windows
   * @return minX, minY, maxX, maxY of each window
   */
  double[][] windows(int count, int exponent, int inserted, int which) {
    SplittableRandom random = new SplittableRandom(31 * (31 * seed + which) + exponent);
    double half = Math.pow(10, -exponent) / 2;
    double[][] windows = new double[count][];
    for (int i = 0; i < count; i++) {
      int around = random.nextInt(inserted);
      double x = x(around);
      double y = y(around);
      windows[i] = new double[] {x - half, y - half, x + half, y + half};
    }
    return windows;
  }

  /** Returns the number of inserted points in a window, by testing each point. */
  long matching(double[] window, int inserted) {
    long found = 0;
    for (int i = 0; i < inserted; i++) {
      double x = x(i);
      double y = y(i);
      if (x >= window[0] && x <= window[2] && y >= window[1] && y <= window[3]) {
        found++;
      }
    }
    return found;
  }
}
