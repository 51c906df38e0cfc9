package org.flashgrove.datasets.osm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Areas and lines of ways that share members, cross, overlap, touch, or say their own places. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OsmAreasTest {
  /** Corners of a square of 10 by 10, and of one of 2 by 2 within it. */
  private static final double[] TWO_SQUARES = {0, 0, 10, 0, 10, 10, 0, 10, 2, 2, 4, 2, 4, 4, 2, 4};

  @TempDir private Path folder;
  private OsmBytes made;

  @BeforeEach
  void begin() {
    made = new OsmBytes();
  }

  private List<String> features(String layer, long leftOut) throws IOException {
    List<String> found = new ArrayList<>();
    String file = made.write(folder.resolve("a.osm.pbf"));
    FormatOptions options = FormatOptions.named("osm").withLayer(layer);
    try (FeatureCursor cursor = DataFiles.open(file, options, BadRowPolicy.STOP)) {
      while (cursor.next()) {
        found.add(cursor.geometry().getArea() + " " + cursor.geometry().getLength());
      }
      assertThat(cursor.skippedRows()).isEqualTo(leftOut);
    }
    return found;
  }

  private OsmBytes squares() {
    return made.nodes(TWO_SQUARES).way(1, 1, 2, 3, 4, 1).way(2, 5, 6, 7, 8, 5);
  }

  @Test
  void aMemberThatIsNamedTwiceCountsOnce() throws IOException {
    squares().multipolygon(9, 1, 2, 1);
    assertThat(features("buildings", 0)).containsExactly("96.0 48.0");
  }

  @Test
  void anInnerMemberThatIsNamedTwiceCountsOnce() throws IOException {
    squares().multipolygon(9, 1, 2, 2);
    assertThat(features("buildings", 0)).containsExactly("96.0 48.0");
  }

  @Test
  void membersThatAreNamedManyTimesCountOnce() throws IOException {
    squares().multipolygon(9, 2, 1, 2, 1, 2, 1, 1, 2);
    assertThat(features("buildings", 0)).containsExactly("96.0 48.0");
  }

  @Test
  void twoWaysThatOverlapWithoutNodesAreLeftOut() throws IOException {
    made.nodes(0, 0, 10, 0, 10, 10, 0, 10, 5, 0, 15, 0, 15, 10, 5, 10)
        .way(1, 1, 2, 3, 4, 1)
        .way(2, 5, 6, 7, 8, 5)
        .multipolygon(9, 1, 2);
    assertThat(features("buildings", 1)).isEmpty();
  }

  /** Squares next to each other, where one has a node on the common edge that the other lacks. */
  @Test
  void aCommonEdgeWithANodeOfOneWayAloneIsLeftOut() throws IOException {
    made.nodes(0, 0, 0, 3, 3, 3, 3, 0, 6, 3, 6, 0, 3, 2)
        .way(1, 1, 2, 3, 4, 1)
        .way(2, 3, 5, 6, 4, 7, 3)
        .multipolygon(9, 1, 2);
    assertThat(features("buildings", 1)).isEmpty();
  }

  @Test
  void aCommonEdgeWithOtherNodesInEachWayIsLeftOut() throws IOException {
    made.nodes(0, 0, 0, 9, 9, 9, 9, 0, 18, 9, 18, 0, 9, 2, 9, 5)
        .way(1, 1, 2, 3, 8, 4, 1)
        .way(2, 3, 5, 6, 4, 7, 3)
        .multipolygon(9, 1, 2)
        .building(3, 1, 2, 3, 4, 1);
    assertThat(features("buildings", 1)).containsExactly("81.0 36.0");
  }

  @Test
  void aRingThatRunsBackOnItselfIsLeftOut() throws IOException {
    made.nodes(0, 0, 0, 4, 4, 4, 4, 0, 4, 6, 4, 2).way(1, 1, 2, 3, 5, 6, 4, 1).multipolygon(9, 1);
    assertThat(features("buildings", 1)).isEmpty();
  }

  @Test
  void manyWaysThatOverlapWithoutNodesAreLeftOut() throws IOException {
    long[] ways = new long[40];
    for (int i = 0; i < ways.length; i++) {
      int node = 4 * i + 1;
      double x = i * 0.37;
      made.node(node, x, 0).node(node + 1, x + 20, 0).node(node + 2, x + 20, 20);
      made.node(node + 3, x, 20);
      made.way(i + 1, node, node + 1, node + 2, node + 3, node);
      ways[i] = i + 1;
    }
    made.multipolygon(9, ways);
    assertThat(features("buildings", 1)).isEmpty();
  }

  @Test
  void aRingThatCrossesAnotherIsLeftOutAndOthersFollow() throws IOException {
    made.nodes(0, 0, 10, 0, 10, 10, 0, 10, 5, 5, 15, 5, 15, 15, 5, 15)
        .way(1, 1, 2, 3, 4, 1)
        .way(2, 5, 6, 7, 8, 5)
        .multipolygon(9, 1, 2)
        .multipolygon(10, 2);
    assertThat(features("buildings", 1)).containsExactly("100.0 40.0");
  }

  @Test
  void aBuildingThatCrossesItselfIsLeftOut() throws IOException {
    made.nodes(0, 0, 10, 10, 10, 0, 0, 10).building(1, 1, 2, 3, 4, 1);
    assertThat(features("buildings", 1)).isEmpty();
  }

  @Test
  void aHoleMayTouchItsShellWhereTheShellHasNoNode() throws IOException {
    made.nodes(0, 0, 10, 0, 10, 10, 0, 10, 5, 0, 6, 2, 4, 2)
        .way(1, 1, 2, 3, 4, 1)
        .way(2, 5, 6, 7, 5)
        .multipolygon(9, 1, 2);
    assertThat(features("buildings", 0)).hasSize(1).first().asString().startsWith("98.0 ");
  }

  @Test
  void waysThatShareAnEdgeBoundOneArea() throws IOException {
    made.nodes(0, 0, 10, 0, 10, 10, 0, 10, 20, 0, 20, 10)
        .way(1, 1, 2, 3, 4, 1)
        .way(2, 2, 5, 6, 3, 2)
        .multipolygon(9, 1, 2);
    assertThat(features("buildings", 0)).containsExactly("200.0 60.0");
  }

  @Test
  void placesThatAreStoredOnWaysAreUsed() throws IOException {
    made.placedWay(1, 0, 0, 3, 4).placedWay(2, 1, 1, 1, 6, 1, 8).placedWay(3, 5, 5, 5, 5);
    assertThat(features("highways", 1)).containsExactly("0.0 5.0", "0.0 7.0");
  }

  @Test
  void placesOnWaysAndInNodesAreUsedTogether() throws IOException {
    made.nodes(0, 0, 0, 9).placedWay(1, 0, 0, 3, 4).way(2, 1, 2).way(3, 1, 77);
    assertThat(features("highways", 1)).containsExactly("0.0 5.0", "0.0 9.0");
  }

  @Test
  void placesThatAreNotOnTheEarthAreNoPlaces() throws IOException {
    made.node(1, 181, 0).node(2, 0, 91).node(3, 7, 8).node(4, -180, -90);
    assertThat(features("pois", 2)).hasSize(2);
    made.way(1, 3, 2).way(2, 3, 4);
    assertThat(features("highways", 1)).hasSize(1);
  }
}
