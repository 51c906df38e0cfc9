package org.flashgrove.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.ClusteredPoints;

/**
 * What a user gets without a word beside {@code none:buffer=64M}: 1,000,000 points in 125 clusters
 * inserted one by one, durable when the clock stops, then warm windows. Rounds alternate, each with
 * the two in another order; the medians over rounds, and their ratio, are printed.
 *
 * <p>Arguments: rounds (5), points (1000000).
 */
public final class DefaultsBesidePool {
  private static final int WINDOWS = 10_000;
  private static final double SIDE = 0.01;
  private static final double SIGMA = 0.01;
  private static final long SEED = 42;

  private final int count;
  private final double[] xs;
  private final double[] ys;

  private DefaultsBesidePool(int count) {
    this.count = count;
    xs = new double[count];
    ys = new double[count];
    new ClusteredPoints(count, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, SEED)
        .generate(
            (id, minX, minY, maxX, maxY) -> {
              xs[(int) id - 1] = minX;
              ys[(int) id - 1] = minY;
            });
  }

  /** Runs the rounds. */
  public static void main(String[] args) throws IOException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
    DefaultsBesidePool points = new DefaultsBesidePool(count);
    StoreOptions[] options = {
      StoreOptions.defaults(), StoreOptions.defaults().withFlash("none:buffer=64M")
    };
    double[][] inserts = new double[2][rounds];
    double[][] windows = new double[2][rounds];
    for (int round = 0; round < rounds; round++) {
      for (int turn = 0; turn < 2; turn++) {
        int which = (turn + round) % 2;
        double[] times = points.run(options[which]);
        inserts[which][round] = times[0];
        windows[which][round] = times[1];
      }
    }
    print("inserts, s", inserts);
    print("10,000 warm windows, s", windows);
  }

  private static void print(String what, double[][] times) {
    double defaults = median(times[0]);
    double pool = median(times[1]);
    System.out.printf(
        "%s: defaults %.3f, none:buffer=64M %.3f, ratio %.3f%n",
        what, defaults, pool, defaults / pool);
  }

  private static double median(double[] of) {
    double[] sorted = of.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Returns the seconds of all insertions, and of warm windows. */
  private double[] run(StoreOptions options) throws IOException {
    Path parent = Path.of(System.getProperty("flashgrove.benchmark.dir", "target"));
    Files.createDirectories(parent);
    Path directory = Files.createTempDirectory(parent, "defaults");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        store.insert(i + 1, xs[i], ys[i], xs[i], ys[i]);
      }
      store.sync();
      double inserts = (System.nanoTime() - start) / 1e9;
      long expected = windows(store);
      start = System.nanoTime();
      if (windows(store) != expected) {
        throw new IllegalStateException("two rounds of windows found different numbers");
      }
      return new double[] {inserts, (System.nanoTime() - start) / 1e9};
    } finally {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  private long windows(SpatialStore store) {
    Random random = new Random(SEED);
    long found = 0;
    for (int i = 0; i < WINDOWS; i++) {
      int at = random.nextInt(count);
      found += store.count(Predicate.INTERSECTS, xs[at], ys[at], xs[at] + SIDE, ys[at] + SIDE);
    }
    return found;
  }
}
