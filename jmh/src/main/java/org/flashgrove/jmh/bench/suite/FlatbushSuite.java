package org.flashgrove.jmh.bench.suite;

import java.util.List;
import java.util.SplittableRandom;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.data.MadeData;
import org.flashgrove.jmh.bench.measure.Queries;
import org.flashgrove.jmh.bench.phase.Build;
import org.flashgrove.jmh.bench.phase.NeighbourSet;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.phase.WindowSet;

/** Suite of the JavaScript library Flatbush, from its file bench.js. */
final class FlatbushSuite implements Suite {
  private static final double SIDE = 100;

  @Override
  public String word() {
    return "flatbush";
  }

  @Override
  public String source() {
    return "Defined by bench.js of Flatbush 4: 1,000,000 boxes, windows of 10, 1 and 0.1 % of the"
        + " area, neighbours of the corners of the first boxes. The random numbers differ. Coordinates"
        + " are floats, which all peers can store.";
  }

  @Override
  public List<String> data() {
    return List.of(MadeData.FLATBUSH_BOXES.word());
  }

  @Override
  public List<Phase> phases(String data) {
    return List.of(
        new Build(),
        windows("windows-10%", 0.1, 100),
        windows("windows-1%", 0.01, 1_000),
        windows("windows-0.1%", 0.001, 10_000),
        neighbours("nearest-100", 1_000, 100),
        new NeighbourSet("nearest-all", 1, entries -> entries, FlatbushSuite::corners),
        neighbours("nearest-1", 10_000, 1));
  }

  private static Phase windows(String word, double share, int count) {
    double side = SIDE * Math.sqrt(share);
    Queries anywhere =
        (data, random, asked) -> {
          double[] windows = new double[4 * asked];
          for (int at = 0; at < windows.length; at += 4) {
            windows[at] = random.nextDouble() * (SIDE - side);
            windows[at + 1] = random.nextDouble() * (SIDE - side);
            windows[at + 2] = windows[at] + side;
            windows[at + 3] = windows[at + 1] + side;
          }
          return windows;
        };
    return new WindowSet(word, count, anywhere);
  }

  private static Phase neighbours(String word, int count, int limit) {
    return new NeighbourSet(word, count, any -> limit, FlatbushSuite::corners);
  }

  private static double[] corners(BoxFile data, SplittableRandom random, int count) {
    double[] points = new double[2 * Math.min(count, data.count())];
    for (int i = 0; i < points.length / 2; i++) {
      points[2 * i] = data.minX(i);
      points[2 * i + 1] = data.minY(i);
    }
    return points;
  }
}
