package org.flashgrove.grove.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class BlockCellsTest {
  private static final double PER_PAGE = 100;
  private static final int RUN = 10;

  /** Each point is in one cell, and cells hold about whole pages by boxes of few points alone. */
  @Test
  void cellsCoverThePlaneOnceAndAreOfAboutWholePages() {
    Random random = Seeds.random();
    double[][] points = new double[2_000][];
    BlockCells cells = new BlockCells();
    for (int i = 0; i < points.length; i += RUN) {
      double x = random.nextGaussian();
      double y = random.nextGaussian();
      double[] box = {x, y, x + 0.05, y + 0.05};
      cells.note(box, RUN);
      for (int k = 0; k < RUN; k++) {
        points[i + k] =
            new double[] {x + 0.05 * random.nextDouble(), y + 0.05 * random.nextDouble()};
      }
    }
    int[] found = new int[points.length];
    cells.start();
    int number = 0;
    while (cells.hasNext()) {
      cells.next(3, PER_PAGE, 0);
      int inside = 0;
      for (int i = 0; i < points.length; i++) {
        boolean holds = cells.holds(points[i][0], points[i][1]);
        found[i] += holds ? 1 : 0;
        inside += holds ? 1 : 0;
        double[] box = {points[i][0], points[i][1], points[i][0], points[i][1]};
        assertThat(cells.mayHold(box) || !holds).isTrue();
      }
      assertThat(inside).isBetween(130, 370);
      number++;
    }
    assertThat(number).isBetween(7, 10);
    assertThat(Arrays.stream(found).allMatch(times -> times == 1)).isTrue();
  }

  /**
   * Entries left over that exceed the pages of a cell must not split cells that hold no entries.
   */
  @Test
  void cellsEndIfMoreEntriesAreLeftOverThanACellMayHave() {
    BlockCells cells = new BlockCells();
    cells.note(new double[] {0, 0, 1, 1}, (int) PER_PAGE);
    cells.start();
    int number = 0;
    for (; number < 1_000 && cells.hasNext(); number++) {
      cells.next(1, PER_PAGE, (int) (1.2 * PER_PAGE));
    }
    assertThat(number).isLessThan(100);
  }

  /** Where nothing is known of entries, a cell is divided by those that were found in it. */
  @Test
  void aCellIsDividedDownToOneCentre() {
    Random random = Seeds.random();
    double[] special = {-1e300, -1, -0.0, Double.MIN_VALUE, 0.5, Math.nextUp(0.5), 1e300};
    double[][] points = new double[300][];
    for (int i = 0; i < points.length; i++) {
      points[i] =
          new double[] {
            special[random.nextInt(special.length)], special[random.nextInt(special.length)]
          };
    }
    BlockCells cells = new BlockCells();
    cells.start();
    int found = 0;
    while (cells.hasNext()) {
      cells.next(1, PER_PAGE, 0);
      for (int steps = 0; !cells.isPoint() && inside(cells, points).length > 1; steps++) {
        double[][] in = inside(cells, points);
        double[] xs = Arrays.stream(in).mapToDouble(p -> p[0]).sorted().toArray();
        double[] ys = Arrays.stream(in).mapToDouble(p -> p[1]).sorted().toArray();
        int last = in.length - 1;
        cells.shrink(xs[0], ys[0], xs[last], ys[last], xs[last / 2], ys[last / 2]);
        assertThat(steps).isLessThan(100);
      }
      double[][] in = inside(cells, points);
      for (double[] point : in) {
        assertThat(point[0] == in[0][0] && point[1] == in[0][1]).isTrue();
      }
      found += in.length;
    }
    assertThat(found).isEqualTo(points.length);
  }

  private static double[][] inside(BlockCells cells, double[][] points) {
    return Arrays.stream(points).filter(p -> cells.holds(p[0], p[1])).toArray(double[][]::new);
  }
}
