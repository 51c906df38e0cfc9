package org.flashgrove.jmh.bench.suite;

import java.util.List;
import org.flashgrove.jmh.bench.data.MadeData;
import org.flashgrove.jmh.bench.measure.Queries;
import org.flashgrove.jmh.bench.phase.Build;
import org.flashgrove.jmh.bench.phase.NeighbourSet;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.phase.WindowSet;

/** Suite of JTS's own index benchmarks in the package {@code test.jts.perf.index}. */
final class JtsSuite implements Suite {
  private static final int STARTS = 10;
  private static final int CELLS = 40;
  private static final int ITEMS = 10_201;
  private static final int BOXES = 1_000;
  private static final double BOX_SIDE = 100;
  private static final int NEAREST_SHARE = 100;

  @Override
  public String word() {
    return "jts";
  }

  @Override
  public String source() {
    return "Defined by STRtreePerfTest and HPRtreePerfTest of JTS 1.20 (unit-cells: windows of 40"
        + " by 40 cells at 100 corners), TreeTimeTest (each of 10,201 cells is a query"
        + " window), KdtreePerfTest (uniform-points: two windows, and a hundredth of all as"
        + " neighbours of a point) and FlatbushPerfTest (flatbush-boxes: 1,000 boxes with"
        + " sides up to 1, 10 and 31). The random numbers differ. Coordinates are floats,"
        + " which all peers can store.";
  }

  @Override
  public List<String> data() {
    return List.of(
        MadeData.UNIT_CELLS.word(), MadeData.UNIFORM_POINTS.word(), MadeData.FLATBUSH_BOXES.word());
  }

  @Override
  public List<Phase> phases(String data) {
    if (data.equals(MadeData.UNIT_CELLS.word())) {
      return List.of(
          new Build(),
          new WindowSet("windows-40", STARTS * STARTS, cells()),
          new WindowSet("each-cell", ITEMS, itself()));
    }
    if (data.equals(MadeData.FLATBUSH_BOXES.word())) {
      return List.of(new Build(), boxes(1), boxes(10), boxes(31));
    }
    return List.of(
        new Build(),
        new WindowSet(
            "window-quarter", 1, (points, random, count) -> new double[] {0.25, 0.25, 0.75, 0.75}),
        new WindowSet("window-all", 1, (points, random, count) -> new double[] {0, 0, 1, 1}),
        new NeighbourSet(
            "nearest-hundredth",
            1,
            entries -> Math.max(1, entries / NEAREST_SHARE),
            (points, random, count) -> new double[] {random.nextDouble(), random.nextDouble()}));
  }

  private static Queries cells() {
    return (data, random, count) -> {
      double[] windows = new double[4 * count];
      for (int i = 0; i < count; i++) {
        windows[4 * i] = i / STARTS;
        windows[4 * i + 1] = i % STARTS;
        windows[4 * i + 2] = windows[4 * i] + CELLS;
        windows[4 * i + 3] = windows[4 * i + 1] + CELLS;
      }
      return windows;
    };
  }

  private static Queries itself() {
    return (data, random, count) -> {
      double[] windows = new double[4 * Math.min(count, data.count())];
      for (int i = 0; i < windows.length / 4; i++) {
        windows[4 * i] = data.minX(i);
        windows[4 * i + 1] = data.minY(i);
        windows[4 * i + 2] = data.maxX(i);
        windows[4 * i + 3] = data.maxY(i);
      }
      return windows;
    };
  }

  private static Phase boxes(int most) {
    Queries anywhere =
        (data, random, count) -> {
          double[] windows = new double[4 * count];
          for (int at = 0; at < windows.length; at += 4) {
            windows[at] = random.nextDouble() * (BOX_SIDE - most);
            windows[at + 1] = random.nextDouble() * (BOX_SIDE - most);
            windows[at + 2] = windows[at] + most * random.nextDouble();
            windows[at + 3] = windows[at + 1] + most * random.nextDouble();
          }
          return windows;
        };
    return new WindowSet("boxes-" + most, BOXES, anywhere);
  }
}
