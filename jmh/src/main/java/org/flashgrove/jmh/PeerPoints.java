package org.flashgrove.jmh;

import java.util.Random;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.locationtech.jts.geom.Envelope;

/**
 * The clustered points of {@link GroveBesidePeers}, with ids from 1 on, and windows around them.
 */
final class PeerPoints {
  private static final double SIGMA = 0.02;
  private static final long SEED = 42;

  private final double[] xs;
  private final double[] ys;

  PeerPoints(int count) {
    xs = new double[count];
    ys = new double[count];
    new ClusteredPoints(count, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED)
        .generate(
            (id, minX, minY, maxX, maxY) -> {
              xs[(int) id - 1] = minX;
              ys[(int) id - 1] = minY;
            });
  }

  int count() {
    return xs.length;
  }

  double x(int i) {
    return xs[i];
  }

  double y(int i) {
    return ys[i];
  }

  /**
   * Returns square windows, each with a point in it.
   *
   * @param percent of the unit square
   * @param turn the windows of another turn are others
   */
  Envelope[] windows(double percent, int count, int turn) {
    Random random = new Random(SEED + 1 + turn);
    double side = Math.sqrt(percent / 100);
    Envelope[] windows = new Envelope[count];
    for (int i = 0; i < count; i++) {
      int at = random.nextInt(xs.length);
      double x = xs[at] - side * random.nextDouble();
      double y = ys[at] - side * random.nextDouble();
      windows[i] = new Envelope(x, x + side, y, y + side);
    }
    return windows;
  }
}
