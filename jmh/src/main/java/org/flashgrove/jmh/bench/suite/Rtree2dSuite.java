package org.flashgrove.jmh.bench.suite;

import java.util.List;
import org.flashgrove.jmh.bench.data.MadeData;
import org.flashgrove.jmh.bench.measure.Queries;
import org.flashgrove.jmh.bench.phase.Build;
import org.flashgrove.jmh.bench.phase.NeighbourSet;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.phase.Replacements;
import org.flashgrove.jmh.bench.phase.WindowSet;

/** Suite of the Scala library RTree2D. */
final class Rtree2dSuite implements Suite {
  private static final int REQUESTS = 10_000;
  private static final double RECT_SIZE = 10;

  @Override
  public String word() {
    return "rtree2d";
  }

  @Override
  public String source() {
    return "Defined by BenchmarkBase of RTree2D with overlap 1, rectSize 10, nearestMax 10,"
        + " partToUpdate 0.1, shuffled, in the plane; queries are at the middles of 10,000 entries."
        + " Deleted entries are inserted again, since ids are unique in some peers.";
  }

  @Override
  public List<String> data() {
    return List.of(MadeData.GRID_BOXES.word());
  }

  @Override
  public List<Phase> phases(String data) {
    return List.of(
        new Build(),
        new WindowSet("entries", 1, (boxes, random, count) -> boxes.around()),
        neighbours(1),
        neighbours(10),
        new WindowSet("by-point", REQUESTS, around(0)),
        new WindowSet("by-rectangle", REQUESTS, around(RECT_SIZE)),
        new Replacements());
  }

  private static Phase neighbours(int limit) {
    Queries middles =
        (data, random, count) -> {
          double[] points = new double[2 * count];
          for (int i = 0; i < count; i++) {
            int number = random.nextInt(data.count());
            points[2 * i] = (data.minX(number) + data.maxX(number)) / 2;
            points[2 * i + 1] = (data.minY(number) + data.maxY(number)) / 2;
          }
          return points;
        };
    return new NeighbourSet("nearest-" + limit, REQUESTS, any -> limit, middles);
  }

  /**
   * Generates square windows around the centres of entries.
   *
   * @param steps width of a window in distances between neighbouring points of the data's grid
   */
  private static Queries around(double steps) {
    return (data, random, count) -> {
      double half = steps / (2 * Math.sqrt(data.count()));
      double[] windows = new double[4 * count];
      for (int at = 0; at < windows.length; at += 4) {
        int number = random.nextInt(data.count());
        double x = (data.minX(number) + data.maxX(number)) / 2;
        double y = (data.minY(number) + data.maxY(number)) / 2;
        windows[at] = x - half;
        windows[at + 1] = y - half;
        windows[at + 2] = x + half;
        windows[at + 3] = y + half;
      }
      return windows;
    };
  }
}
