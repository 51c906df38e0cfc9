package org.flashgrove.jmh.bench.suite;

import java.util.List;
import org.flashgrove.jmh.bench.phase.Build;
import org.flashgrove.jmh.bench.phase.NeighbourSet;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.phase.WindowSet;

/** Suite of Lucene: queries with the boxes of a grid of 5 by 5 over an OpenStreetMap extract. */
final class GeobenchSuite implements Suite {
  private static final int STEPS = 5;
  private static final int BOXES = 225;
  private static final int LIMIT = 10;

  @Override
  public String word() {
    return "geobench";
  }

  @Override
  public String source() {
    return "Defined by IndexAndSearchOpenStreetMaps of luceneutil (boxes, nearest): all 225 boxes whose"
        + " corners lie on a grid of 5 by 5 points, and the ten entries nearest to the middle of each"
        + " box. The grid covers the extent of the given data instead of London. Its queries by"
        + " distance and by polygon are left out.";
  }

  @Override
  public List<String> data() {
    return List.of();
  }

  @Override
  public List<Phase> phases(String data) {
    return List.of(
        new Build(),
        new WindowSet("boxes", BOXES, (boxes, random, count) -> grid(boxes.around())),
        new NeighbourSet(
            "nearest-10",
            BOXES,
            any -> LIMIT,
            (boxes, random, count) -> middles(grid(boxes.around()))));
  }

  private static double[] grid(double[] around) {
    double width = (around[2] - around[0]) / STEPS;
    double height = (around[3] - around[1]) / STEPS;
    double[] windows = new double[4 * BOXES];
    int at = 0;
    for (int bottom = 0; bottom < STEPS; bottom++) {
      for (int left = 0; left < STEPS; left++) {
        for (int top = bottom + 1; top <= STEPS; top++) {
          for (int right = left + 1; right <= STEPS; right++) {
            windows[at] = around[0] + left * width;
            windows[at + 1] = around[1] + bottom * height;
            windows[at + 2] = around[0] + right * width;
            windows[at + 3] = around[1] + top * height;
            at += 4;
          }
        }
      }
    }
    return windows;
  }

  private static double[] middles(double[] windows) {
    double[] points = new double[windows.length / 2];
    for (int i = 0; i < points.length / 2; i++) {
      points[2 * i] = (windows[4 * i] + windows[4 * i + 2]) / 2;
      points[2 * i + 1] = (windows[4 * i + 1] + windows[4 * i + 3]) / 2;
    }
    return points;
  }
}
