package org.flashgrove.datasets.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.ExtentAccumulator;
import org.junit.jupiter.api.Test;

class EntryGeneratorTest {
  private static final Extent EXTENT = new Extent(-50, 100, 150, 120);

  /** Of tests that assert statistics. */
  private static final long STATISTIC_SEED = 42;

  private final long seed = Seeds.random().nextLong();

  private static List<double[]> entries(EntryGenerator generator) {
    List<double[]> entries = new ArrayList<>();
    generator.generate(
        (id, minX, minY, maxX, maxY) -> {
          assertThat(id).isEqualTo(entries.size() + 1L);
          entries.add(new double[] {minX, minY, maxX, maxY});
        });
    assertThat(entries).hasSize((int) generator.count());
    return entries;
  }

  private static boolean same(List<double[]> left, List<double[]> right) {
    return Arrays.deepEquals(left.toArray(), right.toArray());
  }

  private List<EntryGenerator> generators(long seed) {
    return List.of(
        new ClusteredPoints(1000, 7, 2, EXTENT, seed),
        new UniformPoints(1000, EXTENT, seed),
        new UniformRectangles(1000, 0.1, EXTENT, seed),
        new SkewedRectangles(1000, 0.1, new Skew(7, 1, 0.5, 5), EXTENT, seed));
  }

  @Test
  void theSeedDecidesEverything() {
    for (int i = 0; i < generators(seed).size(); i++) {
      List<double[]> first = entries(generators(seed).get(i));
      assertThat(same(first, entries(generators(seed).get(i)))).isTrue();
      assertThat(same(first, entries(generators(seed + 1).get(i)))).isFalse();
    }
  }

  @Test
  void theSameEntriesInEveryRelease() {
    double[] clustered = entries(new ClusteredPoints(3, 2, 0.01, Extent.UNIT, 42)).get(2);
    assertThat(clustered[0]).isEqualTo(0.4896152832483492);
    double[] uniform = entries(new UniformPoints(3, Extent.UNIT, 42)).get(2);
    assertThat(uniform[1]).isEqualTo(0.842797340819727);
    double[] rectangle = entries(new UniformRectangles(3, 0.5, Extent.UNIT, 42)).get(2);
    assertThat(rectangle[3]).isEqualTo(0.7141114411557434);
  }

  @Test
  void allEntriesLieInTheExtent() {
    for (EntryGenerator generator : generators(seed)) {
      for (double[] sides : entries(generator)) {
        assertThat(EXTENT.contains(sides[0], sides[1])).isTrue();
        assertThat(EXTENT.contains(sides[2], sides[3])).isTrue();
        assertThat(sides[0]).isLessThanOrEqualTo(sides[2]);
        assertThat(sides[1]).isLessThanOrEqualTo(sides[3]);
      }
    }
  }

  @Test
  void uniformPointsAreUniform() {
    int[] cells = new int[16];
    new UniformPoints(160_000, EXTENT, STATISTIC_SEED)
        .generate(
            (id, minX, minY, maxX, maxY) -> {
              int column = (int) ((minX - EXTENT.minX()) / EXTENT.width() * 4);
              int row = (int) ((minY - EXTENT.minY()) / EXTENT.height() * 4);
              cells[Math.min(3, row) * 4 + Math.min(3, column)]++;
            });
    for (int cell : cells) {
      // Six standard deviations of a binomial count with mean 10,000.
      assertThat(cell).isBetween(9_400, 10_600);
    }
  }

  @Test
  void clustersHaveEqualSizesInShuffledOrder() {
    // With no deviation each point is its cluster's centre.
    List<double[]> points = entries(new ClusteredPoints(10_003, 10, 0, EXTENT, STATISTIC_SEED));
    List<Double> centres = points.stream().map(point -> point[0]).distinct().toList();
    assertThat(centres).hasSize(10);
    int inFirstHalf = 0;
    for (double centre : centres) {
      long size = points.stream().filter(point -> point[0] == centre).count();
      assertThat(size).isBetween(1_000L, 1_001L);
      long early = points.stream().limit(5_000).filter(point -> point[0] == centre).count();
      // Hypergeometric: mean 500, deviation 15.
      assertThat(early).isBetween(400L, 600L);
      inFirstHalf += (int) early;
    }
    assertThat(inFirstHalf).isEqualTo(5_000);
  }

  @Test
  void clustersAreNormallyDistributed() {
    double sigma = 0.5;
    Extent wide = new Extent(-1000, -1000, 1000, 1000);
    List<double[]> points = entries(new ClusteredPoints(40_000, 1, sigma, wide, STATISTIC_SEED));
    double[] x = points.stream().mapToDouble(point -> point[0]).toArray();
    double[] y = points.stream().mapToDouble(point -> point[1]).toArray();
    for (double[] values : List.of(x, y)) {
      double mean = Arrays.stream(values).average().orElseThrow();
      double variance =
          Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
      assertThat(Math.sqrt(variance)).isCloseTo(sigma, within(0.02));
      double within1 = Arrays.stream(values).filter(v -> Math.abs(v - mean) < sigma).count();
      assertThat(within1 / values.length).isCloseTo(0.6827, within(0.02));
    }
  }

  @Test
  void rectanglesHaveSidesUpToTheFraction() {
    double maxWidth = 0;
    double sumWidth = 0;
    List<double[]> rectangles = entries(new UniformRectangles(20_000, 0.1, EXTENT, STATISTIC_SEED));
    for (double[] sides : rectangles) {
      double width = sides[2] - sides[0];
      maxWidth = Math.max(maxWidth, width);
      sumWidth += width;
    }
    assertThat(maxWidth).isBetween(19.9, 20.0 + 1e-9);
    assertThat(sumWidth / rectangles.size()).isCloseTo(10, within(0.3));
  }

  @Test
  void skewedRectanglesGatherByZipfsLaw() {
    // With no deviation the middle of each rectangle is the centre of its cluster.
    Skew skew = new Skew(4, 2, 0, 0);
    Extent wide = new Extent(0, 0, 1000, 1000);
    List<double[]> all = entries(new SkewedRectangles(40_000, 1e-6, skew, wide, STATISTIC_SEED));
    double[] sizes =
        all.stream()
            .collect(Collectors.groupingBy(at -> Math.round(at[0]), Collectors.counting()))
            .values()
            .stream()
            .mapToDouble(size -> size)
            .sorted()
            .toArray();
    double sum = 1 + 1 / 4.0 + 1 / 9.0 + 1 / 16.0;
    assertThat(sizes).hasSize(4);
    for (int rank = 1; rank <= 4; rank++) {
      // Six standard deviations of a binomial count are below 600.
      assertThat(sizes[4 - rank]).isCloseTo(40_000 / sum / rank / rank, within(600.0));
    }
  }

  @Test
  void manyClustersAndFewPoints() {
    assertThat(entries(new ClusteredPoints(3, 1000, 0.01, Extent.UNIT, seed))).hasSize(3);
    assertThat(entries(new ClusteredPoints(0, 1, 0.01, Extent.UNIT, seed))).isEmpty();
  }

  @Test
  void givesUpOnPointsThatNeverHitTheExtent() {
    ClusteredPoints hopeless = new ClusteredPoints(1, 1, 1e12, Extent.UNIT, seed);
    assertThatExceptionOfType(GenerationException.class)
        .isThrownBy(() -> entries(hopeless))
        .withMessageContainingAll("1000000 draws", "sigma 1.0E12", "smaller sigma");
  }

  @Test
  void extentsWithoutAreaWork() {
    Extent line = new Extent(3, 0, 3, 1);
    for (double[] sides : entries(new UniformRectangles(100, 1, line, seed))) {
      assertThat(sides[0]).isEqualTo(3);
      assertThat(sides[2]).isEqualTo(3);
    }
  }

  @Test
  void messagesHoldTheValueAndTheRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new UniformPoints(-1, EXTENT, 0))
        .withMessageContaining("count is -1; allowed: 0 to");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClusteredPoints(1, 0, 1, EXTENT, 0))
        .withMessageContaining("clusters is 0; allowed: 1 to");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClusteredPoints(1, 1, Double.NaN, EXTENT, 0))
        .withMessageContaining("sigma is NaN; allowed");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new UniformRectangles(1, 1.5, EXTENT, 0))
        .withMessageContaining("fraction is 1.5; allowed: 0 to 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Skew(1, 11, 1, 1))
        .withMessageContaining("skew is 11.0; allowed: 0 to 10");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Skew(1, 1, 2, 1))
        .withMessageContaining("greatest sigma is 1.0; allowed");
  }

  @Test
  void theThesisDataSetFillsTheUnitSquare() {
    ExtentAccumulator bounds = new ExtentAccumulator();
    new ClusteredPoints(
            200_000,
            ClusteredPoints.THESIS_CLUSTERS,
            ClusteredPoints.DEFAULT_SIGMA,
            Extent.UNIT,
            STATISTIC_SEED)
        .generate(bounds);
    assertThat(bounds.entryCount()).isEqualTo(200_000);
    assertThat(bounds.extent().orElseThrow().area()).isBetween(0.8, 1.0);
  }
}
