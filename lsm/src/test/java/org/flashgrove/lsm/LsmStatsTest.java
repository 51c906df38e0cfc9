package org.flashgrove.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.lsm.merge.LsmConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Write and read amplification of policies, comparators and partitions after 1,200 flushes of
 * clustered points, beside the statistics of a simulation of the same (3,000 cities weighted by
 * Zipf's law, 3 % noise).
 */
class LsmStatsTest {
  private static final int CITIES = 3_000;
  private static final int NOISE_PERCENT = 3;
  private static final double CITY = 0.002;
  private static final int QUERIES = 300;

  private final Random random = Seeds.random();
  private final double[][] cities = new double[CITIES][];
  private final double[] weights = new double[CITIES];

  LsmStatsTest() {
    double sum = 0;
    for (int i = 0; i < CITIES; i++) {
      cities[i] = new double[] {random.nextDouble(), random.nextDouble()};
      sum += 1.0 / (i + 1);
      weights[i] = sum;
    }
  }

  private double[] point() {
    if (random.nextInt(100) < NOISE_PERCENT) {
      return new double[] {random.nextDouble(), random.nextDouble()};
    }
    double drawn = random.nextDouble() * weights[CITIES - 1];
    int at = Arrays.binarySearch(weights, drawn);
    double[] city = cities[Math.min(CITIES - 1, at >= 0 ? at : -at - 1)];
    return new double[] {
      city[0] + CITY * random.nextGaussian(), city[1] + CITY * random.nextGaussian()
    };
  }

  /** What a design did. */
  private record Result(LsmStats stats, double large, double small, long points) {}

  /** Inserts points until a number of flushes; components of a merge are cut at about a flush. */
  private Result run(String keys, int flushes, int flushPoints) {
    String spec = "lsm:memory=256K," + keys;
    LsmConfig config = LsmConfig.of(Spec.parse(spec));
    MemoryComponentStore store =
        new MemoryComponentStore(new MemoryComponentStore.Disk(), 1024, 16, false);
    try (LsmTree tree = LsmTree.attach(store, config)) {
      store.open();
      long id = 0;
      for (int flush = 0; flush < flushes; flush++) {
        for (int i = 0; i < flushPoints; i++) {
          double[] p = point();
          tree.insert(id++, p[0], p[1], p[0], p[1]);
        }
        tree.flush();
      }
      LsmStats stats = tree.stats();
      double large = readAmplification(tree, 1e-3);
      double small = readAmplification(tree, 1e-5);
      System.out.printf(
          Locale.ROOT,
          "LsmStatsTest: %-55s flushes %d, WA %.2f, merges %d, components %d %s, most %d,"
              + " RA 1e-3 %.1f, 1e-5 %.1f, pages written %d + %d%n",
          keys,
          stats.flushes(),
          stats.writeAmplification(),
          stats.merges(),
          stats.components(),
          stats.levels(),
          stats.mostComponents(),
          large,
          small,
          stats.flushedPages(),
          stats.mergedPages());
      assertThat(stats.flushes()).isEqualTo(flushes);
      assertThat(stats.droppedDeletions()).isZero();
      return new Result(stats, large, small, id);
    }
  }

  /** Mean number of components whose box a square around a point of the data meets. */
  private double readAmplification(LsmTree tree, double area) {
    double half = Math.sqrt(area) / 2;
    long met = 0;
    try (LsmSnapshot snapshot = tree.snapshot()) {
      for (int i = 0; i < QUERIES; i++) {
        double[] p = point();
        met += snapshot.componentsAt(p[0] - half, p[1] - half, p[0] + half, p[1] + half);
      }
    }
    return (double) met / QUERIES;
  }

  @Test
  void binomialWritesWhatItsPlanSays() {
    Result four = run("k=4", 200, 60);
    Result ten = run("k=10", 200, 60);
    // 200 flushes of the plan: MergePolicyTest has its statistics for 1,200.
    assertThat(four.stats().components()).isLessThanOrEqualTo(4);
    assertThat(four.stats().writeAmplification()).isGreaterThan(ten.stats().writeAmplification());
    assertThat(four.large()).isEqualTo(four.stats().components(), within(0.5));
  }

  @Test
  @Tag("long")
  void whatAThousandFlushesWrite() {
    int flushes = 1_200;
    int points = 200;
    Result four = run("k=4", flushes, points);
    assertThat(four.stats().writeAmplification()).isEqualTo(9.30, within(0.005));
    assertThat(run("k=10", flushes, points).stats().writeAmplification())
        .isEqualTo(6.00, within(0.005));
    String leveled = "policy=leveled,level0=2,ratio=10,";
    double[] expected = {28.6, 29.0, 22.3, 29.0};
    String[] designs = {
      "comparator=hilbert,partition=size",
      "comparator=hilbert,partition=str",
      "comparator=simple,partition=size",
      "comparator=simple,partition=str"
    };
    for (int d = 0; d < designs.length; d++) {
      Result result = run(leveled + designs[d], flushes, points);
      double amplification = result.stats().writeAmplification();
      assertThat(amplification).as(designs[d]).isEqualTo(expected[d], within(0.15 * expected[d]));
      assertThat(amplification).isGreaterThan(2 * four.stats().writeAmplification());
    }
    run(leveled + "comparator=hilbert,partition=slab", flushes, points);
    run(leveled + "comparator=zorder,partition=size", flushes, points);
    run("policy=tiered,ratio=4", flushes, points);
    run("policy=concurrent", flushes, points);
  }
}
