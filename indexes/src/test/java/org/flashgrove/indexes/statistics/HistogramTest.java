package org.flashgrove.indexes.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.WithinDistance;
import org.junit.jupiter.api.Test;

/** Compares estimates of histograms with exact counts. */
class HistogramTest {
  private static final int ENTRIES = 20_000;
  private static final int OF_LEAF = 50;
  private static final int HEIGHT = 2;
  private static final double SIDE = 1_000;

  private static long[] skewedKeys(Random random) {
    long[] keys = new long[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
      boolean isRepeated = random.nextInt(4) == 0;
      keys[i] = isRepeated ? 100 * random.nextInt(5) : (long) Math.exp(12 * random.nextDouble());
    }
    Arrays.sort(keys);
    return keys;
  }

  private static long[] leastOfLeaves(long[] sorted) {
    long[] least = new long[ENTRIES / OF_LEAF];
    for (int leaf = 1; leaf < least.length; leaf++) {
      least[leaf] = sorted[leaf * OF_LEAF];
    }
    least[0] = Long.MIN_VALUE;
    return least;
  }

  @Test
  void keysInARangeAreEstimatedWithinTwoLeaves() {
    Random random = Seeds.random();
    long[] keys = skewedKeys(random);
    KeyHistogram histogram = new KeyHistogram(leastOfLeaves(keys), ENTRIES, 1, HEIGHT);
    for (int i = 0; i < 2_000; i++) {
      long from = i % 10 == 0 ? Long.MIN_VALUE : keys[random.nextInt(ENTRIES)];
      long to =
          switch (random.nextInt(4)) {
            case 0 -> from;
            case 1 -> Long.MAX_VALUE;
            default -> Math.max(from, keys[random.nextInt(ENTRIES)]);
          };
      long exact = Arrays.stream(keys).filter(key -> from <= key && key <= to).count();
      IndexEstimate estimate = histogram.estimate(from, to);
      assertThat(estimate.entries())
          .as("%s to %s", from, to)
          .isCloseTo(exact, within(2.0 * OF_LEAF));
      assertThat(estimate.pages() - HEIGHT)
          .as("pages of %s to %s", from, to)
          .isBetween(Math.max(1, (double) exact / OF_LEAF), (double) exact / OF_LEAF + 2);
    }
  }

  @Test
  void keysOutsideTheTreeAreEstimatedAsFew() {
    long[] keys = skewedKeys(Seeds.random());
    KeyHistogram histogram = new KeyHistogram(leastOfLeaves(keys), ENTRIES, 1, HEIGHT);
    assertThat(histogram.estimate(-1_000_000, -999_999).entries()).isLessThan(OF_LEAF);
    assertThat(histogram.estimate(1L << 40, 1L << 41).entries()).isLessThan(OF_LEAF);
    assertThat(histogram.estimate(1L << 40, Long.MAX_VALUE).pages()).isEqualTo(HEIGHT + 1);
  }

  private static double[][] clusteredPoints(Random random) {
    double[][] points = new double[ENTRIES][];
    double[][] centres = new double[20][];
    Arrays.setAll(
        centres, i -> new double[] {SIDE * random.nextDouble(), SIDE * random.nextDouble()});
    for (int i = 0; i < ENTRIES; i++) {
      double[] centre = centres[random.nextInt(centres.length)];
      points[i] =
          random.nextBoolean()
              ? new double[] {SIDE * random.nextDouble(), SIDE * random.nextDouble()}
              : new double[] {
                centre[0] + 30 * random.nextGaussian(), centre[1] + 30 * random.nextGaussian()
              };
    }
    return points;
  }

  /** Packs points in slices, as Leutenegger, Lopez and Edgington do (ICDE 1997). */
  private static BoxHistogram.Builder packed(double[][] points, int ofLeaf) {
    int ofSlice = (int) Math.sqrt((double) ENTRIES / ofLeaf) * ofLeaf;
    Arrays.sort(points, Comparator.comparingDouble(point -> point[0]));
    BoxHistogram.Builder builder = new BoxHistogram.Builder();
    for (int slice = 0; slice < ENTRIES; slice += ofSlice) {
      int end = Math.min(ENTRIES, slice + ofSlice);
      Arrays.sort(points, slice, end, Comparator.comparingDouble(point -> point[1]));
      for (int leaf = slice; leaf < end; leaf += ofLeaf) {
        double[][] of = Arrays.copyOfRange(points, leaf, Math.min(end, leaf + ofLeaf));
        builder.add(
            of.length,
            1,
            Arrays.stream(of).mapToDouble(point -> point[0]).min().orElseThrow(),
            Arrays.stream(of).mapToDouble(point -> point[1]).min().orElseThrow(),
            Arrays.stream(of).mapToDouble(point -> point[0]).max().orElseThrow(),
            Arrays.stream(of).mapToDouble(point -> point[1]).max().orElseThrow());
      }
    }
    return builder;
  }

  private static void estimatesAreNear(int ofLeaf) {
    Random random = Seeds.random();
    double[][] points = clusteredPoints(random);
    BoxHistogram histogram = packed(points, ofLeaf).build(HEIGHT, 0, ENTRIES);
    for (int i = 0; i < 500; i++) {
      double[] at = points[random.nextInt(ENTRIES)];
      double reach = Math.exp(random.nextDouble() * Math.log(SIDE));
      boolean isWindow = random.nextBoolean();
      RectangleQuery query =
          isWindow
              ? new RectangleQuery(
                  Predicate.INTERSECTS.candidates(),
                  at[0] - reach,
                  at[1] - reach,
                  at[0] + reach,
                  at[1] + reach)
              : new RectangleQuery(new WithinDistance(reach), at[0], at[1], at[0], at[1]);
      long exact =
          Arrays.stream(points)
              .filter(point -> query.holdsFor(point[0], point[1], point[0], point[1]))
              .count();
      IndexEstimate estimate = histogram.estimate(query);
      assertThat(estimate.entries())
          .as("%s", query)
          .isCloseTo(exact, within(2.0 * OF_LEAF + 0.2 * exact));
      assertThat(estimate.pages()).isGreaterThanOrEqualTo(HEIGHT + (double) exact / (2 * ofLeaf));
      assertThat(estimate.pages()).isLessThanOrEqualTo(HEIGHT + (double) ENTRIES / ofLeaf + 200);
    }
  }

  @Test
  void pointsInAnAreaAreEstimated() {
    estimatesAreNear(OF_LEAF);
  }

  /** There are more leaves than boxes, so neighbouring leaves share a box. */
  @Test
  void pointsOfManyLeavesAreEstimated() {
    estimatesAreNear(4);
  }

  @Test
  void anEmptyAreaHasNoEntries() {
    BoxHistogram histogram =
        packed(clusteredPoints(Seeds.random()), OF_LEAF).build(HEIGHT, 0, ENTRIES);
    RectangleQuery far = new RectangleQuery(new WithinDistance(5), -2e6, -2e6, -2e6, -2e6);
    assertThat(histogram.estimate(far)).isEqualTo(new IndexEstimate(0, HEIGHT));
  }

  @Test
  void stateOfFewerThanTwoPartsIsNoHistogram() {
    long[] words = new KeyHistogram(new long[] {3, 9}, 10, 1, 0).words();
    assertThat(KeyHistogram.of(words).words()).isEqualTo(words);
    for (int length = 0; length < words.length; length++) {
      assertThat(KeyHistogram.of(Arrays.copyOf(words, length))).isNull();
    }
  }
}
