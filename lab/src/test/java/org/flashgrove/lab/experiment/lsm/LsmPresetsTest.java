package org.flashgrove.lab.experiment.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.ExperimentRun;
import org.flashgrove.lab.experiment.FigureTable;
import org.flashgrove.lab.experiment.Scale;
import org.junit.jupiter.api.Test;

/** The study of LSM R-trees, small. */
class LsmPresetsTest {
  private static final long SEED = 42;
  private static final StudySize SIZE = new StudySize(6_000, 8, 512, 8 << 10);

  private static Execution study(int design, StudyData data) {
    try (Study study = new Study(StudyDesign.ALL.get(design), SIZE, data, StudyPreset.NAND)) {
      Execution execution = study.run("nand");
      assertThat(study.differences()).isEmpty();
      return execution;
    }
  }

  /** A stack, levels and a grove do the same work, and find the same. */
  @Test
  void designsFindTheSame() {
    StudyData data = new StudyData(SIZE.points() + SIZE.beside(), SEED);
    List<Execution> executions = new ArrayList<>();
    for (int design : new int[] {0, 5, 8}) {
      executions.add(study(design, data));
    }
    Execution binomial = executions.get(0);
    assertThat(binomial.figure("results")).isPositive();
    for (Execution each : executions) {
      assertThat(each.figure("results")).isEqualTo(binomial.figure("results"));
      assertThat(each.figure("id_sum")).isEqualTo(binomial.figure("id_sum"));
      assertThat(each.figure("insert_seconds")).isPositive();
    }
    assertThat(binomial.figure("read_amplification_3"))
        .as("a stack's windows meet all components")
        .isEqualTo(binomial.figure("mean_components"), within(0.3));
    assertThat(executions.get(1).figure("write_amplification"))
        .isGreaterThan(binomial.figure("write_amplification"));
    for (StudyTable table : StudyTable.values()) {
      FigureTable shown = table.of(executions);
      assertThat(shown.cells()).hasSize(1 + executions.size());
      if (table != StudyTable.BESIDE && table != StudyTable.READER) { // some have no such query
        assertThat(shown.cells().get(1)).as(table.name()).doesNotContain("-");
      }
      assertThat(table.plot("lsm-study", executions)).isNotNull();
    }
  }

  /** Both kinds of maintenance, and other indices, answer the same. */
  @Test
  void secondaryIndicesFindTheSame() {
    StudySize size = new StudySize(1_600, 4, 1024, 16 << 10);
    StudyData data = new StudyData(size.points(), SEED);
    List<Execution> executions = new ArrayList<>();
    for (SecondaryDesign design : SecondaryDesign.ALL) {
      try (SecondaryStudy study = new SecondaryStudy(design, size, data, StudyPreset.NAND, SEED)) {
        executions.add(study.run("nand"));
        assertThat(study.differences()).isEmpty();
      }
    }
    Execution eager = executions.get(0);
    Execution lazy = executions.get(1);
    for (Execution each : executions) {
      assertThat(each.figure("results")).isEqualTo(eager.figure("results"));
      assertThat(each.figure("key_sum")).isEqualTo(eager.figure("key_sum"));
    }
    assertThat(eager.figure("cleaned")).isZero();
    assertThat(lazy.figure("cleaned"))
        .isEqualTo(lazy.figure("entries") - lazy.figure("live_records"));
    assertThat(lazy.figure("cleaned")).isPositive();
    new SecondaryPreset()
        .tables(executions)
        .forEach(table -> assertThat(table.cells().get(2)).doesNotContain("-"));
    assertThat(new SecondaryPreset().plots(executions)).hasSize(1);
  }

  /** By the partition of figure 1 on the right, no two components overlap. */
  @Test
  void aMergeByTilesMakesComponentsApart() {
    StudyData data = new StudyData(SIZE.points(), SEED);
    try (Study study = new Study(StudyDesign.ALL.get(5), SIZE, data, StudyPreset.NAND)) {
      Study.Boxes merge = study.largestMerge();
      Execution before = Figure1.described(StudyDesign.ALL.get(5), "before", merge.before());
      Execution after = Figure1.described(StudyDesign.ALL.get(5), "after", merge.after());
      assertThat(before.figure("overlapping_pairs")).isPositive();
      assertThat(after.figure("overlapping_pairs")).isZero();
    }
  }

  @Test
  void sortsAreOrdersWithTheSameComparisons() {
    ExperimentRun run = new ExperimentRun(Scale.SMALL, SEED, null, execution -> {});
    new Figure4().execute(run);
    assertThat(run.executions()).hasSize(3 * 5);
    for (Execution each : run.executions()) {
      assertThat(each.figure("comparisons")).isBetween(20_000.0, 20_000.0 * 15);
      if (each.has("keys", "each comparison")) {
        assertThat(each.figure("keys_computed")).isEqualTo(2 * each.figure("comparisons"));
      }
    }
    assertThat(new Figure4().plots(run.executions())).hasSize(1);
    for (PointOrder order : PointOrder.values()) {
      double[][] points = points(2_000, 3);
      double[][] keyed = points(2_000, 3);
      Figure4.sort(order, false, points);
      Figure4.sort(order, true, keyed);
      assertThat(points).isDeepEqualTo(keyed);
    }
  }

  private static double[][] points(int count, int dimensions) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[][] points = new double[count][dimensions];
    for (double[] point : points) {
      for (int d = 0; d < dimensions; d++) {
        point[d] = random.nextDouble();
      }
    }
    return points;
  }

  /** Neighbours on the curve are neighbours in space, in each number of dimensions. */
  @Test
  void theHilbertCurveGoesFromCellToNeighbouringCell() {
    for (int dimensions = 2; dimensions <= 4; dimensions++) {
      int bits = dimensions == 2 ? 4 : 2;
      int cells = 1 << bits;
      int all = 1 << bits * dimensions;
      int[][] byPlace = new int[all][];
      Set<Long> places = new HashSet<>();
      for (int number = 0; number < all; number++) {
        long[] cell = new long[dimensions];
        int[] plain = new int[dimensions];
        for (int d = 0; d < dimensions; d++) {
          plain[d] = number >> bits * d & cells - 1;
          cell[d] = plain[d];
        }
        long place = PointOrder.HILBERT.place(cell, bits);
        assertThat(places.add(place)).isTrue();
        byPlace[(int) place] = plain;
      }
      for (int place = 1; place < all; place++) {
        int steps = 0;
        for (int d = 0; d < dimensions; d++) {
          steps += Math.abs(byPlace[place][d] - byPlace[place - 1][d]);
        }
        assertThat(steps).as("%d dimensions, place %d", dimensions, place).isOne();
      }
    }
  }

  /** In the plane it visits quarters as the index's own curve does, up to a mirror image. */
  @Test
  void pointsOfOneCellStayTogetherOnBothCurves() {
    HilbertCurve curve = new HilbertCurve(0, 0, 1, 1);
    for (double[] point : points(500, 2)) {
      long ours = PointOrder.HILBERT.key(point) >>> 60;
      long mirrored = PointOrder.HILBERT.key(new double[] {point[1], point[0]}) >>> 60;
      long theirs = curve.valueOfCentre(point[0], point[1], point[0], point[1]) >>> 60;
      assertThat(theirs == ours || theirs == mirrored).isTrue();
    }
  }
}
