package org.flashgrove.literature.tree.gridfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.CountingStore;
import org.flashgrove.indexes.tree.PointExample;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.literature.tree.region.RegionLines;
import org.junit.jupiter.api.Test;

/** Twelve points in a square of side 100, three to a bucket: every cut worked out by hand. */
class GridFileExampleTest extends PointExample {
  private static final int[][] POINTS = {
    {10, 10}, {80, 20}, {30, 60}, {20, 30}, {40, 80}, {90, 70},
    {60, 10}, {70, 90}, {55, 5}, {95, 40}, {11, 11}, {12, 12}
  };

  GridFileExampleTest() {
    super(
        POINTS,
        GridFile.of(
            GridFile.config(
                Spec.parse("gridfile:leafcapacity=3,nodecapacity=6,domain=0/0/100/100"), 1024)));
  }

  private List<String> lines() {
    return RegionLines.of(store, 100, 100);
  }

  @Test
  void everyCutIsAsWorkedOutByHand() {
    insertUpTo(4); // one cell, a square: the middle of x
    assertThat(lines()).containsExactly("[0,50) x [0,100] [1, 3, 4]", "[50,100] x [0,100] [2]");
    insertUpTo(5); // one cell, higher than wide
    assertThat(lines())
        .containsExactly(
            "[0,50) x [0,50) [1, 4]", "[0,50) x [50,100] [3, 5]", "[50,100] x [0,100] [2]");
    insertUpTo(8); // two cells since y has the position 50: cut between them
    assertThat(lines())
        .containsExactly(
            "[0,50) x [0,50) [1, 4]",
            "[0,50) x [50,100] [3, 5]",
            "[50,100] x [0,50) [2, 7]",
            "[50,100] x [50,100] [6, 8]");
    insertUpTo(10);
    assertThat(lines()).contains("[50,75) x [0,50) [7, 9]", "[75,100] x [0,50) [2, 10]");
    insertUpTo(12); // x=25 separates none of the four; y=25 does
    assertThat(lines())
        .containsExactly(
            "[0,50) x [0,25) [1, 11, 12]",
            "[0,50) x [25,50) [4]",
            "[0,50) x [50,100] [3, 5]",
            "[50,75) x [0,50) [7, 9]",
            "[50,100] x [50,100] [6, 8]",
            "[75,100] x [0,50) [2, 10]");
  }

  @Test
  void neighboursWithRoomAreMergedIntoABox() {
    insertUpTo(12);
    delete(12);
    assertThat(lines()).contains("[0,50) x [0,25) [1, 11]", "[0,50) x [25,50) [4]");
    delete(11); // two points are 70 % of three, rounded down
    assertThat(lines()).contains("[0,50) x [0,50) [1, 4]").hasSize(5);
    delete(7); // [50,75) has one, [75,100] two: too many
    assertThat(lines()).hasSize(5);
    delete(10);
    assertThat(lines()).contains("[50,100] x [0,50) [2, 9]").hasSize(4);
  }

  @Test
  void aPointTakesTwoAccessesBelowTheRoot() {
    Random random = Seeds.random();
    TreeAlgorithm wide = GridFile.of(GridFile.config(Spec.parse("gridfile:domain=0/0/1/1"), 1024));
    CountingStore counting = new CountingStore(1024, wide.layout());
    SpatialTree grid = SpatialTree.open(counting, wide);
    double[][] points = new double[3_000][];
    for (int id = 0; id < points.length; id++) {
      points[id] = new double[] {random.nextDouble(), random.nextDouble() * random.nextDouble()};
      grid.insert(id, points[id][0], points[id][1], points[id][0], points[id][1]);
    }
    assertThat(grid.structure().height()).isEqualTo(2);
    for (double[] p : points) {
      counting.leafReads = 0;
      counting.nodeReads = 0;
      assertThat(grid.count(EntryQuery.intersecting(p[0], p[1], p[0], p[1]))).isPositive();
      assertThat(counting.nodeReads - 1 + counting.leafReads).isEqualTo(2);
    }
  }
}
