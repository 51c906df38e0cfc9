package org.flashgrove.literature.tree.kdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.tree.PointExample;
import org.flashgrove.literature.tree.region.RegionLines;
import org.junit.jupiter.api.Test;

/**
 * Fourteen points in a square of side 100, three to a leaf, six regions to a node: every split, a
 * forced one among them, worked out by hand.
 */
class KdbExampleTest extends PointExample {
  private static final int[][] POINTS = {
    {50, 5}, {52, 20}, {48, 30}, {45, 10}, {90, 25}, {10, 22}, {30, 24},
    {20, 26}, {70, 21}, {80, 23}, {40, 22}, {35, 28}, {60, 22}, {75, 24}
  };

  KdbExampleTest() {
    super(
        POINTS,
        KdbTree.of(
            KdbTree.config(
                Spec.parse("kdb:leafcapacity=3,nodecapacity=6,domain=0/0/100/100"), 1024)));
  }

  private List<String> lines() {
    return RegionLines.of(store, 100, 100);
  }

  @Test
  void everySplitIsAsWorkedOutByHand() {
    insertUpTo(3);
    assertThat(lines()).containsExactly("[1, 2, 3]");
    insertUpTo(4); // y spreads from 5 to 30, x only from 45 to 52: the median of y
    assertThat(lines()).containsExactly("[0,100] x [0,20) [1, 4]", "[0,100] x [20,100] [2, 3]");
    insertUpTo(6); // x from 10 to 90
    assertThat(lines())
        .containsExactly(
            "[0,100] x [0,20) [1, 4]", "[0,52) x [20,100] [3, 6]", "[52,100] x [20,100] [2, 5]");
    insertUpTo(12);
    assertThat(lines())
        .containsExactly(
            "[0,100] x [0,20) [1, 4]",
            "[0,30) x [20,100] [6, 8]",
            "[30,40) x [20,100] [7, 12]",
            "[40,52) x [20,100] [3, 11]",
            "[52,80) x [20,100] [2, 9]",
            "[80,100] x [20,100] [5, 10]");
    insertUpTo(13);
    assertThat(tree.figures().internalSplits()).isZero();
    // Seven regions. The plane y=20 crosses none, but parts 1 from 6; x=52 crosses the lowest
    // region and makes two nodes of 4: that leaf is cut in two, one of them empty.
    insertUpTo(14);
    assertThat(lines())
        .containsExactly(
            "[0,52) x [0,100]",
            "  [0,52) x [0,20) [1, 4]",
            "  [0,30) x [20,100] [6, 8]",
            "  [30,40) x [20,100] [7, 12]",
            "  [40,52) x [20,100] [3, 11]",
            "[52,100] x [0,100]",
            "  [52,100] x [0,20) []",
            "  [52,70) x [20,100] [2, 13]",
            "  [70,80) x [20,100] [9, 14]",
            "  [80,100] x [20,100] [5, 10]");
    assertThat(tree.figures().internalSplits()).isEqualTo(1);
    assertThat(tree.figures().leafSplits())
        .isEqualTo(7); // six that overflowed, one that was forced
  }

  @Test
  void theNeighboursBehindThePlaneTakeOverWhatIsEmpty() {
    insertUpTo(14);
    delete(2);
    delete(13); // [52,70) was cut apart from [70,80)
    delete(5);
    delete(10); // and [80,100] from that
    assertThat(lines().subList(5, 8))
        .containsExactly(
            "[52,100] x [0,100]", "  [52,100] x [0,20) []", "  [52,100] x [20,100] [9, 14]");
    delete(9);
    delete(14); // the empty leaf below grows over all
    assertThat(lines().subList(5, 7))
        .containsExactly("[52,100] x [0,100]", "  [52,100] x [0,100] []");
  }

  @Test
  void theLastLeafOfANodeTakesTheNodeWithIt() {
    insertUpTo(14);
    for (int id : new int[] {1, 4, 6, 8, 7, 12, 3}) {
      delete(id);
    }
    assertThat(lines().subList(0, 2))
        .containsExactly("[0,52) x [0,100]", "  [0,52) x [0,100] [11]");
    delete(11); // its node goes, the other one's left regions grow, and a root of one child goes
    assertThat(lines())
        .containsExactly(
            "[0,100] x [0,20) []",
            "[0,70) x [20,100] [2, 13]",
            "[70,80) x [20,100] [9, 14]",
            "[80,100] x [20,100] [5, 10]");
  }

  @Test
  void aPointIsFoundAlongOneWay() {
    insertUpTo(14);
    for (int[] p : POINTS) { // (52, 20) is on the border of four regions
      store.leafReads = 0;
      store.nodeReads = 0;
      assertThat(tree.count(EntryQuery.intersecting(p[0], p[1], p[0], p[1]))).isEqualTo(1);
      assertThat(store.nodeReads).isEqualTo(2);
      assertThat(store.leafReads).isEqualTo(1);
    }
  }

  @Test
  void theBorderOfTheDomainBelongsToIt() {
    for (int id = 1; id <= 12; id++) {
      tree.insert(id, 100, id < 7 ? 100 : 0, 100, id < 7 ? 100 : 0);
    }
    assertThat(tree.check().problems()).isEmpty();
    assertThat(tree.count(EntryQuery.intersecting(100, 100, 100, 100))).isEqualTo(6);
    assertThat(tree.count(EntryQuery.intersecting(100, 0, 100, 100))).isEqualTo(12);
  }
}
