package org.flashgrove.indexes.xbrplus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.SpatialTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XbrPlusTreeTest {
  private static XbrPlusConfig config(String keys, int pageSize) {
    return XbrPlusConfig.of(Spec.parse("xbr:" + keys), pageSize);
  }

  private static SpatialTree tree(String keys, int pageSize) {
    XbrPlusConfig config = config(keys, pageSize);
    return XbrPlusTree.open(new MemoryNodeStore(pageSize, XbrPlusTree.layout(config)), config);
  }

  private static void insert(SpatialTree tree, long id, double x, double y) {
    tree.insert(id, x, y, x, y);
  }

  private static boolean delete(SpatialTree tree, long id, double x, double y) {
    return tree.delete(id, x, y, x, y);
  }

  private static void assertSound(SpatialTree tree) {
    CheckReport report = tree.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(tree.size());
  }

  @Test
  void rectanglesAreRefused() {
    SpatialTree tree = tree("domain=0/0/1/1", 1024);
    assertThatThrownBy(() -> tree.insert(1, 0.1, 0.2, 0.3, 0.2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxx=0.3")
        .hasMessageContaining("points only");
    insert(tree, 1, 0.5, 0.5);
    double[] from = {0.5, 0.5, 0.5, 0.5};
    assertThatThrownBy(() -> tree.update(1, from, new double[] {0.5, 0.5, 0.5, 0.6}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("points only");
    assertThat(tree.delete(1, 0.5, 0.5, 0.5, 0.6)).isFalse();
    assertThat(tree.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(1);
  }

  @Test
  void pointsOutsideTheOriginalSpaceAreRefusedAndNotFound() {
    SpatialTree tree = tree("domain=0/0/1/1,capacity=3", 1024);
    for (int id = 0; id < 20; id++) {
      insert(tree, id, id / 20.0, 1 - id / 40.0);
    }
    assertThatThrownBy(() -> insert(tree, 99, 1.5, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("outside the domain")
        .hasMessageContaining("x=1.5");
    assertThat(delete(tree, 1, 1.5, 0.5)).isFalse();
    assertThat(tree.count(EntryQuery.intersecting(-5, -5, -1, 5))).isZero();
    assertThat(tree.count(EntryQuery.intersecting(-5, -5, 5, 5))).isEqualTo(20);
    assertSound(tree);
  }

  @Test
  void errorsInSpecsSayWhatIsAllowed() {
    assertThatThrownBy(() -> config("", 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("xbr: domain is missing");
    assertThatThrownBy(() -> config("domain=0/0/1", 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("minx/miny/maxx/maxy");
    for (String x : new String[] {"50%", "100%", "0.2", "7"}) {
      assertThatThrownBy(() -> config("domain=0/0/1/1,x=" + x, 4096))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("x=")
          .hasMessageContaining("allowed");
    }
    assertThatThrownBy(() -> config("domain=0/0/1/1,leafcapacity=169", 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("168");
    assertThatThrownBy(() -> config("domain=0/0/1/1,nodecapacity=85", 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("84");
    assertThatThrownBy(() -> config("domain=0/0/1/1,s=2", 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("unknown key 's'");
    assertThat(config("domain=0/0/1/1", 4096).splitFraction()).isEqualTo(0.75);
  }

  @ParameterizedTest
  @ValueSource(strings = {"capacity=3", "capacity=4,x=90%", "leafcapacity=20"})
  void identicalPointsBeyondALeafAreHeldFoundAndDeleted(String keys) {
    SpatialTree tree = tree("domain=0/0/1/1," + keys, 1024);
    int same = 2000;
    for (long id = 0; id < same; id++) {
      insert(tree, id, 0.3, 0.7);
    }
    insert(tree, same, 0.3, 0.70000001);
    assertSound(tree);
    assertThat(tree.count(EntryQuery.intersecting(0.3, 0.7, 0.3, 0.7))).isEqualTo(same);
    assertThat(tree.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(same + 1);
    assertThat(tree.structure().height()).isLessThan(20);
    for (long id = same - 1; id >= 0; id--) {
      assertThat(delete(tree, id, 0.3, 0.7)).isTrue();
      assertThat(delete(tree, id, 0.3, 0.7)).isFalse();
    }
    assertSound(tree);
    assertThat(tree.structure().height()).isZero();
  }

  @Test
  void theSameIdAtPointsOfOneGridCellIsManyEntries() {
    SpatialTree tree = tree("domain=0/0/1e9/1e9,capacity=3", 1024);
    int count = 1000; // a cell is 3.6e-6 wide
    for (int i = 0; i < count; i++) {
      insert(tree, 7, 1e-12 * i, 1e-12 * (count - i));
    }
    assertSound(tree);
    for (int i = 0; i < count; i++) {
      double x = 1e-12 * i;
      double y = 1e-12 * (count - i);
      assertThat(tree.count(EntryQuery.intersecting(x, y, x, y))).isEqualTo(1);
      assertThat(delete(tree, 7, x, y)).isTrue();
    }
    assertThat(tree.size()).isZero();
    assertSound(tree);
  }

  @Test
  void theVerySamePairIsThereAsOftenAsItWasInserted() {
    SpatialTree tree = tree("domain=0/0/1/1,capacity=3", 1024);
    for (int times = 1; times <= 2; times++) {
      for (long id = 0; id < 200; id++) {
        insert(tree, id, (id * 37 % 200) / 200.0, (id * 73 % 200) / 200.0);
      }
    }
    assertSound(tree);
    for (int copies = 2; copies >= 0; copies--) {
      List<Long> expected = new ArrayList<>();
      for (int copy = 0; copy < copies; copy++) {
        LongStream.range(0, 200).forEach(expected::add);
      }
      List<Long> found = new ArrayList<>();
      tree.search(0, 0, 1, 1, (id, x1, y1, x2, y2) -> found.add(id));
      assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(tree.size()).isEqualTo(200L * copies);
      for (long id = 0; id < 200; id++) {
        assertThat(delete(tree, id, (id * 37 % 200) / 200.0, (id * 73 % 200) / 200.0))
            .isEqualTo(copies > 0);
      }
      assertSound(tree);
    }
  }

  @Test
  void leavesAreSplitAsFullAsTheFractionSays() {
    Random random = Seeds.random();
    for (int round = 0; round < 300; round++) {
      int capacity = 3 + random.nextInt(40);
      double x = 0.51 + random.nextDouble() * 0.48;
      XbrPlusConfig config = config("domain=0/0/1/1,capacity=" + capacity + ",x=" + x, 4096);
      EntryList points = new EntryList(3, capacity + 1);
      double spread = Math.pow(0.5, random.nextInt(30));
      for (int i = 0; i <= capacity; i++) {
        long px = Double.doubleToRawLongBits(0.3 + spread * random.nextDouble() * 0.5);
        long py = Double.doubleToRawLongBits(0.3 + spread * random.nextDouble() * 0.5);
        points.add(new long[] {i, px, py}, 0);
      }
      EntryList rest = new EntryList(3, 1);
      EntryList part = new EntryList(3, 1);
      Address quadrant = new Address();
      new LeafSplit(config, config.layout())
          .split(points, new Address(), new SplitParts(rest, part, quadrant));
      assertThat(rest.count() + part.count()).isEqualTo(capacity + 1);
      assertThat((double) part.count()).isLessThanOrEqualTo(x * capacity);
      assertThat((double) part.count()).isGreaterThan(x * capacity / 4);
      assertThat((double) rest.count()).isGreaterThanOrEqualTo(capacity + 1 - x * capacity);
    }
  }

  @Test
  void aVirtualQuadrantCutsTheChildThatEnclosesIt() {
    SpatialTree tree = tree("domain=0/0/64/64,leafcapacity=4,nodecapacity=6", 1024);
    long id = 0;
    insert(tree, id++, 30, 30); // each in a quarter of clusters, but in none of them
    insert(tree, id++, 50, 30);
    // Six clusters become quadrants, three in 0*, three in 1*: no entry of the root balances.
    int[][] corners = {{0, 0}, {16, 0}, {0, 16}, {32, 0}, {48, 0}, {32, 16}};
    long leafSplitsBefore = 0;
    for (int i = 0; tree.figures().internalSplits() == 0; i++) {
      int[] corner = corners[i / 4];
      leafSplitsBefore = tree.figures().leafSplits();
      insert(tree, id++, corner[0] + i % 4 * 0.5, corner[1] + i % 4 * 0.5);
      assertSound(tree);
    }
    assertThat(tree.figures().internalSplits()).isEqualTo(1);
    // Two leaves were split at once: the one that overflowed, and the one around the new region.
    assertThat(tree.figures().leafSplits()).isEqualTo(leafSplitsBefore + 2);
    assertThat(tree.count(EntryQuery.intersecting(30, 30, 30, 30))).isEqualTo(1);
    assertThat(tree.count(EntryQuery.intersecting(50, 30, 50, 30))).isEqualTo(1);
    assertThat(tree.count(EntryQuery.intersecting(0, 0, 64, 64))).isEqualTo(id);
    // What is left of the part around the clusters goes, and comes again.
    assertThat(delete(tree, 0, 30, 30)).isTrue();
    assertSound(tree);
    insert(tree, 0, 31, 31);
    assertSound(tree);
  }

  @Test
  void randomSplitsDeletionsAndOnDemandNodesWithNodesOfAllSizes() {
    Random random = Seeds.random();
    for (int round = 0; round < 40; round++) {
      int leaf = 3 + random.nextInt(6);
      int node = 3 + random.nextInt(8);
      int x = 51 + random.nextInt(49);
      SpatialTree tree =
          tree(
              "domain=0/0/1/1,leafcapacity=" + leaf + ",nodecapacity=" + node + ",x=" + x + "%",
              1024);
      List<double[]> points = new ArrayList<>();
      for (int i = 0; i < 600; i++) {
        if (points.isEmpty() || random.nextInt(100) < (i < 300 ? 80 : 35)) {
          // A few nested clusters: deep quadrants beside empty ones.
          double scale = Math.pow(0.5, random.nextInt(8) * 3);
          double corner = random.nextInt(3) * 0.33;
          double[] point = {
            points.size() + i * 1000.0,
            corner + random.nextDouble() * 0.3 * scale,
            corner + random.nextDouble() * 0.3 * scale
          };
          points.add(point);
          insert(tree, (long) point[0], point[1], point[2]);
        } else {
          double[] point = points.remove(random.nextInt(points.size()));
          assertThat(delete(tree, (long) point[0], point[1], point[2])).isTrue();
        }
        if (i % 10 == 0) {
          assertSound(tree);
          double wx = random.nextDouble() * 0.6;
          double reach = random.nextDouble() * 0.4;
          long expected =
              points.stream()
                  .filter(p -> p[1] >= wx && p[1] <= wx + reach && p[2] >= wx && p[2] <= wx + reach)
                  .count();
          assertThat(tree.count(EntryQuery.intersecting(wx, wx, wx + reach, wx + reach)))
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void largeTreesAreReasonablyFull() {
    SpatialTree tree = tree("domain=0/0/1/1,leafcapacity=20,nodecapacity=20", 1024);
    Random random = new Random(42); // fill is a statistic
    for (int id = 0; id < 20_000; id++) {
      insert(tree, id, random.nextDouble(), random.nextDouble());
    }
    TreeStructure structure = tree.structure();
    assertThat(structure.levels().get(0).averageFill()).isBetween(0.5, 0.85);
    assertThat(structure.levels().get(1).averageFill()).isBetween(0.4, 0.85);
    assertSound(tree);
  }

  /** The writer and all searches of a tree share its layout. */
  @Test
  void threadsThatShareALayoutFindWhatOneThreadFinds() {
    Random random = Seeds.random();
    XbrPlusConfig config = config("domain=0/0/1/1", 1024);
    MemoryNodeStore store = new MemoryNodeStore(1024, XbrPlusTree.layout(config));
    SpatialTree tree = XbrPlusTree.open(store, config);
    for (int id = 0; id < 300; id++) {
      insert(tree, id, random.nextDouble(), random.nextDouble());
    }
    XbrPlusLayout layout = config.layout();
    try (NodeReader reader = store.snapshot()) {
      NodeView root = reader.read(reader.root(), reader.height());
      Address[] targets = new Address[64];
      int[] slots = new int[targets.length];
      for (int i = 0; i < targets.length; i++) {
        targets[i] = new Address();
        layout.pointAddress(i, random.nextDouble(), random.nextDouble(), targets[i]);
        slots[i] = layout.smallestCovering(root, 0, targets[i]);
      }
      long differences =
          IntStream.range(0, 200_000)
              .parallel()
              .filter(i -> layout.smallestCovering(root, 0, targets[i % 64]) != slots[i % 64])
              .count();
      assertThat(differences).isZero();
      reader.release(root);
    }
  }
}
