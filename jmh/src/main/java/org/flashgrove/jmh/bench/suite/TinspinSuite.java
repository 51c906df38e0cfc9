package org.flashgrove.jmh.bench.suite;

import java.util.List;
import java.util.SplittableRandom;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.data.MadeData;
import org.flashgrove.jmh.bench.phase.Build;
import org.flashgrove.jmh.bench.phase.NeighbourSet;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.phase.UpdateCycles;
import org.flashgrove.jmh.bench.phase.WindowSet;

/** Suite of TinSpin: its tests CUBE and CLUSTER in two dimensions. */
final class TinspinSuite implements Suite {
  private static final int WINDOWS = 1_000;
  private static final double RESULTS = 1_000;
  private static final int POINTS = 100_000;
  private static final int NEIGHBOURS = 10_000;
  private static final int CYCLES = 10;
  private static final int MOVES = 100_000;
  private static final double CUBE_DISTANCE = 1e-4;
  private static final double CLUSTER_SHARE = 0.01;
  private static final double STRIP = 1e-4;

  @Override
  public String word() {
    return "tinspin";
  }

  @Override
  public String source() {
    return "Defined by TestRunner of TinSpin with its defaults in two dimensions: 1,000 windows (with"
        + " 1,000 results in uniform points, strips in clusters), lookups of 100,000 points of which"
        + " half exist, 1 and 10 neighbours of 10,000 points, 10 cycles of 100,000 moves (at most a"
        + " quarter of the entries), and deletion of all entries. The random numbers differ."
        + " Coordinates are floats, which all peers can store. So moves within clusters change a"
        + " coordinate by one or two units in the last place.";
  }

  @Override
  public List<String> data() {
    return List.of(MadeData.UNIFORM_POINTS.word(), MadeData.LINE_CLUSTERS.word());
  }

  @Override
  public List<Phase> phases(String data) {
    boolean isLine = data.equals(MadeData.LINE_CLUSTERS.word());
    return List.of(
        new Build(),
        new WindowSet("windows", WINDOWS, isLine ? TinspinSuite::strips : TinspinSuite::rectangles),
        new WindowSet("points", POINTS, TinspinSuite::points),
        neighbours(1),
        neighbours(10),
        new UpdateCycles(
            CYCLES, MOVES, isLine ? MadeData.LINE_CLUSTER_SIDE * CLUSTER_SHARE : CUBE_DISTANCE));
  }

  private static Phase neighbours(int limit) {
    return new NeighbourSet(
        "nearest-" + limit,
        NEIGHBOURS,
        any -> limit,
        (data, random, count) -> random.doubles(2L * count).toArray());
  }

  private static double[] strips(BoxFile data, SplittableRandom random, int count) {
    double[] windows = new double[4 * count];
    for (int at = 0; at < windows.length; at += 4) {
      windows[at] = random.nextDouble();
      windows[at + 2] = windows[at] + STRIP;
      windows[at + 3] = 1;
    }
    return windows;
  }

  /**
   * Generates square-like windows of equal area. One side is 0.5 to 1.5 times the side of a square
   * with that area.
   */
  private static double[] rectangles(BoxFile data, SplittableRandom random, int count) {
    double area = RESULTS / Math.max(10 * RESULTS, data.count());
    double[] windows = new double[4 * count];
    for (int at = 0; at < windows.length; at += 4) {
      double one = Math.sqrt(area) * (0.5 + random.nextDouble());
      boolean isWide = random.nextBoolean();
      double width = isWide ? one : area / one;
      double height = isWide ? area / one : one;
      windows[at] = random.nextDouble() * (1 - width);
      windows[at + 1] = random.nextDouble() * (1 - height);
      windows[at + 2] = windows[at] + width;
      windows[at + 3] = windows[at + 1] + height;
    }
    return windows;
  }

  private static double[] points(BoxFile data, SplittableRandom random, int count) {
    double[] windows = new double[4 * count];
    for (int at = 0; at < windows.length; at += 4) {
      int number = random.nextInt(data.count());
      boolean isThere = random.nextBoolean();
      double x = isThere ? data.minX(number) : (float) random.nextDouble();
      double y = isThere ? data.minY(number) : (float) random.nextDouble();
      windows[at] = x;
      windows[at + 1] = y;
      windows[at + 2] = x;
      windows[at + 3] = y;
    }
    return windows;
  }
}
