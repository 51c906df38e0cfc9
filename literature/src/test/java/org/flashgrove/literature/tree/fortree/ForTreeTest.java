package org.flashgrove.literature.tree.fortree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.CountingStore;
import org.flashgrove.indexes.tree.RandomOperations;
import org.flashgrove.indexes.tree.Shape;
import org.flashgrove.indexes.tree.SpatialTree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForTreeTest {
  private static final int PAGE_SIZE = 8192;
  private static final String THESIS_NODES = "fortree:capacity=113,minfill=50%,x=30,y=300";

  private static NodeStore store() {
    return new MemoryNodeStore(PAGE_SIZE, ForTree.LAYOUT);
  }

  private static SpatialTree tree(NodeStore store, String spec) {
    return ForTree.open(store, ForTreeConfig.of(Spec.parse(spec), store.pageSize()));
  }

  /** Returns a tree of uniform points, numbered from 0, inserted one by one without a query. */
  private static SpatialTree uniform(String spec, int count) {
    SpatialTree tree = tree(store(), spec);
    insert(tree, new Random(1), 0, count);
    return tree;
  }

  private static void insert(SpatialTree tree, Random random, int from, int to) {
    for (int id = from; id < to; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      tree.insert(id, x, y, x, y);
    }
  }

  private static void assertSound(SpatialTree tree) {
    CheckReport report = tree.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(tree.size());
  }

  private static long countAll(SpatialTree tree) {
    return tree.count(EntryQuery.intersecting(-10, -10, 10, 10));
  }

  @Test
  void asPublishedATreeBuiltWithoutQueriesIsOneNodeWithAnEndlessChain() {
    SpatialTree tree = uniform(THESIS_NODES + ",accounting=paper", 3_000);
    TreeStructure structure = tree.structure();
    assertThat(structure.height()).isZero();
    assertThat(structure.overflowNodes()).isEqualTo(26); // 27 * 113 = 3,051
    assertThat(structure.longestChain()).isEqualTo(26);
    assertThat(tree.figures().mergeBacks()).isZero();
    assertThat(countAll(tree)).isEqualTo(3_000);
    assertSound(tree);
  }

  @Test
  void queriesBringTheMergeBackOfThePublishedFormNearer() {
    SpatialTree tree = uniform(THESIS_NODES + ",accounting=paper", 300);
    assertThat(tree.structure().overflowNodes()).isEqualTo(2);
    for (int i = 0; i < 39; i++) {
      countAll(tree);
    }
    Random random = new Random(2);
    insert(tree, random, 300, 301);
    assertThat(tree.structure().height()).as("39 of 40 accesses").isZero();
    countAll(tree);
    insert(tree, random, 301, 302);
    TreeStructure structure = tree.structure();
    assertThat(structure.height()).isEqualTo(1);
    assertThat(structure.overflowNodes()).isZero();
    assertThat(structure.leafNodes()).isEqualTo(3);
    assertThat(tree.figures().mergeBacks()).isEqualTo(1);
    assertThat(countAll(tree)).isEqualTo(302);
    assertSound(tree);
  }

  @Test
  void repairingTheRootAloneLeavesLongChainsOfLeaves() {
    SpatialTree tree = uniform(THESIS_NODES + ",accounting=root", 20_000);
    TreeStructure structure = tree.structure();
    System.out.println("accounting=root, 20,000 points: " + describe(tree, structure));
    assertThat(structure.height()).isEqualTo(1);
    assertThat(tree.figures().mergeBacks()).isEqualTo(1);
    assertThat(structure.longestChain()).isGreaterThan(100);
    assertSound(tree);
  }

  private static String describe(SpatialTree tree, TreeStructure structure) {
    return String.format(
        "height %d, %d merge-backs, %d overflow nodes, longest chain %d, %.1f entries a leaf",
        structure.height(),
        tree.figures().mergeBacks(),
        structure.overflowNodes(),
        structure.longestChain(),
        structure.levels().get(0).averageEntries());
  }

  @Test
  void countingEveryInsertionBoundsTheChains() {
    SpatialTree tree = uniform(THESIS_NODES, 20_000);
    TreeStructure structure = tree.structure();
    System.out.println("accounting=all, 20,000 points: " + describe(tree, structure));
    assertThat(structure.height()).isEqualTo(2);
    assertThat(tree.figures().mergeBacks()).isBetween(200L, 250L);
    assertThat(structure.longestChain()).isEqualTo(1);
    assertSound(tree);
  }

  @Test
  void sharingOutEvenlyFillsLeavesBetter() {
    TreeStructure byArrival = uniform(THESIS_NODES, 10_000).structure();
    for (String order : new String[] {"even", "hilbert", "quadratic"}) {
      SpatialTree tree = uniform(THESIS_NODES + ",mergeback=" + order, 10_000);
      TreeStructure structure = tree.structure();
      System.out.println("mergeback=" + order + ", 10,000 points: " + describe(tree, structure));
      assertThat(structure.longestChain()).isEqualTo(1);
      assertThat(structure.levels().get(0).averageEntries())
          .isGreaterThan(1.1 * byArrival.levels().get(0).averageEntries());
      assertThat(structure.averageOverlapArea()).isLessThan(byArrival.averageOverlapArea() / 10);
      assertSound(tree);
    }
  }

  /** Nodes whose entries are in the order of arrival all cover much the same. */
  @Test
  void sharingOutInTheOrderOfArrivalMakesQueriesReadManyNodes() {
    long[] leaves = new long[2];
    String[] orders = {"arrival", "even"};
    for (int i = 0; i < orders.length; i++) {
      CountingStore store = new CountingStore(PAGE_SIZE, ForTree.LAYOUT);
      SpatialTree tree = tree(store, THESIS_NODES + ",mergeback=" + orders[i]);
      insert(tree, new Random(5), 0, 10_000);
      long before = store.leafReads;
      for (double at = 0; at < 1; at += 0.05) {
        tree.count(EntryQuery.intersecting(at, at, at + 0.001, at + 0.001));
      }
      leaves[i] = store.leafReads - before;
    }
    System.out.printf("leaves read for 20 windows: %d by arrival, %d even%n", leaves[0], leaves[1]);
    assertThat(leaves[0]).isGreaterThan(3 * leaves[1]);
  }

  @Tag("long")
  @Test
  void chainsStayShortInALargeTree() {
    SpatialTree tree = uniform(THESIS_NODES, 100_000);
    TreeStructure structure = tree.structure();
    assertThat(structure.height()).isGreaterThanOrEqualTo(2);
    assertThat(structure.longestChain()).isLessThanOrEqualTo(4);
    assertSound(tree);
  }

  @Test
  void aMergeBackReusesOverflowNodesAndLeavesNoChain() {
    NodeStore store = store();
    SpatialTree tree = tree(store, "fortree:capacity=3,x=1,y=1"); // first threshold: 2
    for (int id = 0; id < 6; id++) {
      tree.insert(id, id, 0, id, 0);
    }
    TreeStructure structure = tree.structure();
    assertThat(structure.height()).as("4, then 5 and 6 as accesses").isEqualTo(1);
    assertThat(structure.leafNodes()).isEqualTo(2);
    assertThat(structure.overflowNodes()).isZero();
    assertThat(store.ids().last()).as("both leaves and a new root").isEqualTo(2);
    assertThat(store.ids().freeIds()).isEmpty();
    assertSound(tree);
  }

  @Test
  void everyNodeOfSeveralMergeBacksIsKept() {
    // A threshold below 1: each entry for an overflow node but its first merges it back.
    for (String spec :
        new String[] {
          "fortree:capacity=3,x=100,y=1",
          "fortree:capacity=3,x=100,y=1,accounting=root",
          "fortree:capacity=4,x=5,y=2,mergeback=quadratic"
        }) {
      RandomOperations random =
          new RandomOperations(tree(store(), spec), Shape.RECTANGLES, Seeds.random());
      for (int i = 0; i < 1_500; i++) {
        random.step(i < 1_000 ? 90 : 20);
        if (i % 50 == 49) {
          random.assertSound();
        }
      }
      random.assertAnswers();
      random.deleteAll();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fortree:capacity=8,accounting=paper,x=1,y=1",
        "fortree:capacity=4,accounting=root,x=1,y=3",
        "fortree:capacity=24,mergeback=hilbert"
      })
  void everyAccountingGivesTheAnswersOfAList(String spec) {
    NodeStore store = store();
    RandomOperations random =
        new RandomOperations(() -> tree(store, spec), Shape.RECTANGLES, Seeds.random());
    random.run(2_000);
    random.deleteAll();
  }

  @Test
  void anUndoneOperationLeavesTheOverflowTableAsItWas() {
    Random random = Seeds.random();
    SpatialTree tree = tree(store(), "fortree:capacity=4,x=1,y=1");
    SpatialTree same = tree(store(), "fortree:capacity=4,x=1,y=1");
    int id = 0;
    for (int round = 0; round < 60; round++) {
      try (SpatialBatch undone = tree.begin()) {
        for (int i = 0; i < 20; i++) {
          double x = random.nextDouble();
          undone.insert(-1 - i, x, x, x, x);
        }
      }
      for (int i = 0; i < 15; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        tree.insert(id, x, y, x, y);
        same.insert(id++, x, y, x, y);
      }
      assertSound(tree);
      assertThat(countAll(tree)).isEqualTo(id);
    }
    assertSound(same);
    assertThat(countAll(same)).isEqualTo(id);
  }

  @Test
  void aLoadedTreeGoesOn(@TempDir Path spill) {
    Random random = Seeds.random();
    SpatialTree tree = tree(store(), "fortree:capacity=10,x=1,y=2");
    RandomOperations operations = new RandomOperations(tree, Shape.RECTANGLES, random);
    try (BulkLoader loader = tree.bulkLoader(new BulkConfig(BulkOrder.STR, spill))) {
      for (int i = 0; i < 2_000; i++) {
        double[] box = Shape.RECTANGLES.next(random);
        loader.add(100_000 + i, box[0], box[1], box[2], box[3]);
        operations.model().add(100_000 + i, box);
      }
      tree.load(loader);
    }
    operations.assertSound();
    for (int i = 0; i < 1_000; i++) {
      operations.step(60);
    }
    operations.assertSound();
    operations.assertAnswers();
    operations.deleteAll();
  }

  @Test
  void chainsAreThereAfterOpeningAgain() {
    NodeStore store = store();
    SpatialTree tree = tree(store, THESIS_NODES + ",accounting=paper");
    Random random = new Random(3);
    insert(tree, random, 0, 1_000);
    SpatialTree again = tree(store, THESIS_NODES + ",accounting=paper");
    insert(again, random, 1_000, 2_000);
    assertThat(again.structure().overflowNodes()).isEqualTo(17); // 18 * 113 = 2,034
    assertThat(countAll(again)).isEqualTo(2_000);
    assertSound(again);
  }

  @Test
  void linksThatDoNotBelongAreDamage() {
    NodeStore store = store();
    SpatialTree tree = tree(store, THESIS_NODES + ",accounting=paper");
    insert(tree, new Random(4), 0, 400);
    try (NodeOperation operation = store.begin()) {
      long root = operation.root();
      operation.header(root, 0, new long[] {root + 1, 3, 0}); // its own overflow node
      operation.commit();
    }
    SpatialTree again = tree(store, THESIS_NODES + ",accounting=paper");
    assertThatThrownBy(() -> countAll(again)).isInstanceOf(DamagedStoreException.class);
    assertThat(again.check().ok()).isFalse();
  }

  @Test
  void errorsInSpecsSayWhatIsAllowed() {
    assertThatThrownBy(() -> tree(store(), "fortree:accounting=leaf"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("all, root, paper");
    assertThatThrownBy(() -> tree(store(), "fortree:x=0"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("x=0.0 (allowed: above 0");
    assertThatThrownBy(() -> tree(store(), "fortree:y=much"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("y=much");
    assertThatThrownBy(() -> tree(store(), "fortree:capacity=20,x=30,y=300"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed: 2*y/x below the capacity, or accounting=root|paper");
    tree(store(), "fortree:capacity=21,x=30,y=300").close();
    tree(store(), "fortree:capacity=3").close(); // y not said
  }

  @Test
  void thresholdsAreThoseOfThePaper() {
    MergeBackPolicy policy = new MergeBackPolicy(30, 300);
    assertThat(policy.threshold(1)).isEqualTo(20);
    assertThat(policy.threshold(2)).isEqualTo(40);
    assertThat(policy.threshold(3)).isEqualTo(70);
    assertThat(policy.isDue(3, 69)).isFalse();
    assertThat(policy.isDue(3, 70)).isTrue();
  }
}
