package org.flashgrove.spark.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TilesTest {
  private static final int POINTS = 500_000;
  private static final int SAMPLED = 20_000;
  private static final int TILES = 37;

  /** 95 % of the points in 1 % of the space. */
  private static double[] point(Random random) {
    boolean isCrowded = random.nextInt(100) < 95;
    return isCrowded
        ? new double[] {0.4 + 0.1 * random.nextDouble(), 0.7 + 0.1 * random.nextDouble()}
        : new double[] {random.nextDouble(), random.nextDouble()};
  }

  @Test
  void tilesOfASampleAreEvenForAllPoints() {
    Random random = new Random(1);
    List<Tiles.Sample> sample = new ArrayList<>();
    for (int i = 0; i < SAMPLED; i++) {
      double[] point = point(random);
      sample.add(new Tiles.Sample(point[0], point[1], 25));
    }
    Tiles tiles = Tiles.of(sample, TILES);
    assertThat(tiles.count()).isEqualTo(TILES);
    long[] counts = new long[TILES];
    for (int i = 0; i < POINTS; i++) {
      double[] point = point(random);
      counts[tiles.tileOf(point[0], point[1])]++;
    }
    double most = Arrays.stream(counts).max().orElseThrow();
    System.out.printf("largest of %d tiles: %.3f of the mean%n", TILES, most * TILES / POINTS);
    assertThat(most).isLessThan(1.3 * POINTS / TILES);
  }

  @Test
  void pointsOfOnePlaceAreNotDivided() {
    List<Tiles.Sample> sample = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      sample.add(new Tiles.Sample(i % 3, 5, 1));
    }
    Tiles tiles = Tiles.of(sample, 8);
    assertThat(tiles.count()).isEqualTo(3);
    assertThat(tiles.tileOf(0, 5)).isNotEqualTo(tiles.tileOf(1, 5));
    assertThat(tiles.tileOf(2, 5)).isEqualTo(tiles.tileOf(99, -7));
    assertThat(Tiles.of(List.of(), 4).tileOf(1, 1)).isZero();
  }
}
