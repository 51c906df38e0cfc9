package org.flashgrove.lab.experiment.lsm;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.NamedPreset;
import org.flashgrove.lab.experiment.Plot;
import org.flashgrove.lab.experiment.Scale;

/**
 * Figure 4 of Mao et al. (2020): time to sort random points of two, three and four dimensions with
 * each comparator. Two comparators use the positions of points on a curve. Each position is
 * computed either at each comparison, as in the paper, or once per point.
 */
final class Figure4 extends NamedPreset {
  private static final int MOST_DIMENSIONS = 4;
  private static final int WARM_UPS = 3;

  /** A point with its position on a curve. */
  private record Keyed(long key, double[] point) {}

  Figure4() {
    super(
        "lsm-fig4",
        LsmPresets.SOURCE + ", figure 4",
        "sorting random points of 2, 3 and 4 dimensions by comparator, keys computed at each"
            + " comparison or once a point");
  }

  private static int points(Scale scale) {
    return scale.choose(20_000, 200_000, 1_000_000);
  }

  @Override
  public String extent(Scale scale) {
    return String.format(Locale.ROOT, "%,d points", points(scale));
  }

  @Override
  public void execute(ExperimentRun run) {
    int points = points(run.scale());
    for (int warmUp = 0; warmUp < WARM_UPS; warmUp++) {
      for (PointOrder order : PointOrder.values()) {
        sort(order, true, random(points / 10, 2, run.seed()));
        sort(order, false, random(points / 10, 2, run.seed()));
      }
      run.warmedUp();
    }
    for (int dimensions = 2; dimensions <= MOST_DIMENSIONS; dimensions++) {
      for (PointOrder order : PointOrder.values()) {
        for (boolean once : new boolean[] {false, true}) {
          if (!once || order.hasKey()) {
            double[][] made = random(points, dimensions, run.seed());
            run.add(measured(order, once, made, dimensions));
          }
        }
      }
    }
  }

  private static double[][] random(int count, int dimensions, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[count][dimensions];
    for (double[] point : points) {
      for (int d = 0; d < dimensions; d++) {
        point[d] = random.nextDouble();
      }
    }
    return points;
  }

  private static Execution measured(
      PointOrder order, boolean once, double[][] points, int dimensions) {
    String keys = order.hasKey() ? once ? "once a point" : "each comparison" : "none";
    long start = cpuNanos();
    long comparisons = sort(order, once, points);
    double seconds = (cpuNanos() - start) / 1e9;
    return new Execution(
            String.format("%s, %d dimensions, keys: %s", order.word(), dimensions, keys))
        .with("comparator", order.word())
        .with("dimensions", dimensions)
        .with("keys", keys)
        .with("points", points.length)
        .measured("comparisons", comparisons)
        .measured("keys_computed", order.hasKey() ? once ? points.length : 2 * comparisons : 0L)
        .measured("cpu_seconds", StudyStats.rounded(seconds));
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /**
   * Sorts points, and returns the number of comparisons.
   *
   * @param once whether to compute the position of each point on the curve only once
   */
  static long sort(PointOrder order, boolean once, double[][] points) {
    long[] comparisons = {0};
    if (once && order.hasKey()) {
      Keyed[] keyed = new Keyed[points.length];
      for (int i = 0; i < points.length; i++) {
        keyed[i] = new Keyed(order.key(points[i]), points[i]);
      }
      Arrays.sort(
          keyed,
          (a, b) -> {
            comparisons[0]++;
            return Long.compare(a.key, b.key);
          });
      for (int i = 0; i < points.length; i++) {
        points[i] = keyed[i].point;
      }
      return comparisons[0];
    }
    Comparator<double[]> comparator = order.comparator();
    Arrays.sort(
        points,
        (a, b) -> {
          comparisons[0]++;
          return comparator.compare(a, b);
        });
    return comparisons[0];
  }

  @Override
  public List<Plot> plots(List<Execution> executions) {
    Plot plot = Plot.bars(name(), "Sorting random points", "dimensions", "CPU s").logarithmic(true);
    for (Execution each : executions) {
      plot.add(
          each.config().get("comparator") + ", keys: " + each.config().get("keys"),
          each.config().get("dimensions"),
          each.figure("cpu_seconds"));
    }
    return List.of(plot);
  }
}
