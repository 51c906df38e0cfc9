package org.flashgrove.indexes.hilbert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.SpatialTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HilbertRTreeTest {
  private static final String UNIT = ",domain=0/0/1/1";

  private record Entry(long id, double[] box) {}

  private static HilbertConfig config(String keys, int pageSize) {
    return HilbertConfig.of(Spec.parse("hilbert:" + keys), pageSize);
  }

  private static MemoryNodeStore store(String keys, int pageSize) {
    return new MemoryNodeStore(pageSize, HilbertRTree.layout(config(keys, pageSize)));
  }

  private static SpatialTree tree(String keys, int pageSize) {
    return HilbertRTree.open(store(keys, pageSize), config(keys, pageSize));
  }

  private static void insert(SpatialTree tree, Entry entry) {
    tree.insert(entry.id, entry.box[0], entry.box[1], entry.box[2], entry.box[3]);
  }

  private static boolean delete(SpatialTree tree, Entry entry) {
    return tree.delete(entry.id, entry.box[0], entry.box[1], entry.box[2], entry.box[3]);
  }

  private static void assertSound(SpatialTree tree) {
    CheckReport report = tree.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(tree.size());
  }

  private static void assertAnswers(SpatialTree tree, List<Entry> model, Random random) {
    double x = random.nextDouble() * 1.4 - 0.3;
    double y = random.nextDouble() * 1.4 - 0.3;
    double[] q = {x, y, x + random.nextDouble() * 0.5, y + random.nextDouble() * 0.5};
    List<Long> ids = new ArrayList<>();
    tree.search(q[0], q[1], q[2], q[3], (id, a, b, c, d) -> ids.add(id));
    List<Long> expected =
        model.stream()
            .filter(
                e ->
                    Rectangles.intersects(
                        q[0], q[1], q[2], q[3], e.box[0], e.box[1], e.box[2], e.box[3]))
            .map(Entry::id)
            .toList();
    assertThat(ids).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Boxes in and around the unit square: a few share their centre, some are the same. */
  private static double[] box(Random random, boolean point) {
    double x = random.nextInt(5) == 0 ? 0.25 : random.nextDouble() * 1.2 - 0.1;
    double y = random.nextInt(5) == 0 ? 0.75 : random.nextGaussian() * 0.2 + 0.5;
    double width = point ? 0 : random.nextInt(4) / 64.0;
    double height = point ? 0 : random.nextInt(4) / 64.0;
    return new double[] {x - width, y - height, x + width, y + height};
  }

  @ParameterizedTest
  @CsvSource({
    "s=1, 512",
    "'s=2,values=computed', 512",
    "'s=3,minfill=50%', 1024",
    "'s=4,minfill=50%', 512",
    "'s=2,objects=points', 512",
    "'s=3,objects=points,values=computed', 512",
    "'s=2,capacity=3', 512",
    "'s=4,capacity=4,minfill=50%', 512",
    "'s=2,minfill=50%,blind=off', 4096"
  })
  void randomOperationsGiveTheAnswersOfAList(String keys, int pageSize) {
    Random random = Seeds.random();
    boolean points = keys.contains("points");
    SpatialTree tree = tree(keys + UNIT, pageSize);
    List<Entry> model = new ArrayList<>();
    int[] growth = {85, 60, 30, 75, 15};
    for (int i = 0; i < 5000; i++) {
      if (model.isEmpty() || random.nextInt(100) < growth[i / 1000]) {
        Entry entry = new Entry(random.nextBoolean() ? i : -i, box(random, points));
        insert(tree, entry);
        model.add(entry);
      } else {
        Entry old = model.remove(random.nextInt(model.size()));
        if (random.nextInt(3) == 0) {
          Entry moved = new Entry(old.id, box(random, points));
          assertThat(tree.update(old.id, old.box, moved.box)).isTrue();
          model.add(moved);
        } else {
          assertThat(delete(tree, old)).isTrue();
          assertThat(delete(tree, old)).isFalse();
        }
      }
      if (i % 250 == 249) {
        assertSound(tree);
        assertThat(tree.size()).isEqualTo(model.size());
        assertAnswers(tree, model, random);
      }
    }
    for (Entry entry : model) {
      assertThat(delete(tree, entry)).isTrue();
    }
    assertSound(tree);
    assertThat(tree.structure().height()).isZero();
    assertThat(tree.size()).isZero();
  }

  /** More objects of one centre than many leaves hold, between others: order and deletion hold. */
  @ParameterizedTest
  @ValueSource(strings = {"s=1,capacity=5", "s=2,capacity=4", "s=3,capacity=6,minfill=50%"})
  void objectsOfOneCentreAreAllFound(String keys) {
    Random random = Seeds.random();
    SpatialTree tree = tree(keys + UNIT, 1024);
    List<Entry> model = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      double half = random.nextInt(5) / 16.0;
      boolean other = random.nextInt(3) == 0;
      double x = other ? random.nextDouble() : 0.5;
      Entry entry =
          new Entry(random.nextInt(), new double[] {x - half, 0.5 - half, x + half, 0.5 + half});
      insert(tree, entry);
      model.add(entry);
      if (i % 3 == 2) {
        assertThat(delete(tree, model.remove(random.nextInt(model.size())))).isTrue();
      }
      if (i % 20 == 0) {
        assertSound(tree);
      }
    }
    assertAnswers(tree, model, random);
    while (!model.isEmpty()) {
      assertThat(delete(tree, model.remove(random.nextInt(model.size())))).isTrue();
      if (model.size() % 20 == 0) {
        assertSound(tree);
      }
    }
    assertThat(tree.structure().leafNodes()).isEqualTo(1);
  }

  @Test
  void ascendingAndDescendingOrderMakeSoundTrees() {
    for (int direction : new int[] {1, -1}) {
      SpatialTree tree = tree("s=2,capacity=6,minfill=50%" + UNIT, 1024);
      for (int i = 0; i < 2000; i++) {
        double at = 0.5 + direction * (i - 1000) / 4000.0;
        tree.insert(i, at, 0, at, 0);
      }
      assertSound(tree);
      assertThat(tree.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(2000);
      for (int i = 0; i < 2000; i += direction > 0 ? 1 : 2) {
        double at = 0.5 + direction * (i - 1000) / 4000.0;
        assertThat(tree.delete(i, at, 0, at, 0)).isTrue();
      }
      assertSound(tree);
    }
  }

  /** The more siblings cooperate, the fuller the nodes: the paper's reason for deferred splits. */
  @Test
  void utilisationRisesWithTheOrderOfTheSplits() {
    Random random = new Random(42); // utilisation is a statistic
    double[][] points = new double[40_000][2];
    for (double[] point : points) {
      point[0] = random.nextDouble();
      point[1] = random.nextDouble();
    }
    double before = 0;
    double[] least = {0, 0.64, 0.77, 0.82, 0.85};
    for (int s = 1; s <= 4; s++) {
      SpatialTree tree = tree("s=" + s + ",capacity=24" + UNIT, 2048);
      for (int i = 0; i < points.length; i++) {
        tree.insert(i, points[i][0], points[i][1], points[i][0], points[i][1]);
      }
      TreeStructure structure = tree.structure();
      double fill = points.length / (24.0 * structure.leafNodes());
      System.out.printf("s=%d: leaves %.1f %% full%n", s, 100 * fill);
      assertThat(fill).isBetween(Math.max(before, least[s]), 0.95);
      before = fill;
      assertThat(tree.figures().leafSplits()).isEqualTo(structure.leafNodes() - 1);
    }
  }

  @Test
  void aFullNodeFirstFillsItsNeighbour() {
    SpatialTree tree = tree("s=2,leafcapacity=4" + UNIT, 1024);
    for (int i = 0; i < 5; i++) {
      tree.insert(i, 0, i / 1024.0, 0, i / 1024.0); // the fifth splits the root
    }
    assertThat(tree.structure().leafNodes()).isEqualTo(2);
    for (int i = 5; i < 8; i++) {
      tree.insert(i, 0, i / 1024.0, 0, i / 1024.0);
      assertThat(tree.structure().leafNodes()).isEqualTo(2);
    }
    tree.insert(8, 0, 8 / 1024.0, 0, 8 / 1024.0);
    assertThat(tree.structure().leafNodes()).isEqualTo(3);
    assertThat(tree.structure().height()).isEqualTo(1);
    assertSound(tree);
  }

  @Test
  void blindOrNotTheTreeIsTheSame() {
    Random random = Seeds.random();
    SpatialTree blind = tree("s=2,capacity=8" + UNIT, 1024);
    SpatialTree reading = tree("s=2,capacity=8,blind=off" + UNIT, 1024);
    for (int i = 0; i < 3000; i++) {
      Entry entry = new Entry(i, box(random, false));
      insert(blind, entry);
      insert(reading, entry);
    }
    assertThat(blind.structure()).isEqualTo(reading.structure());
    assertThat(blind.figures()).isEqualTo(reading.figures());
  }

  /** Changes a tree behind its back; the check must report it. */
  private static List<String> problemsAfter(String keys, Consumer<NodeOperation> change) {
    NodeStore store = store(keys + UNIT, 1024);
    SpatialTree tree = HilbertRTree.open(store, config(keys + UNIT, 1024));
    for (int i = 0; i < 12; i++) {
      tree.insert(i, i / 32.0, 0, i / 32.0, 0);
    }
    assertSound(tree);
    try (NodeOperation operation = store.begin()) {
      change.accept(operation);
      operation.commit();
    }
    return tree.check().problems();
  }

  private static long[] entry(NodeOperation operation, long nodeId, int level, int slot) {
    NodeView node = operation.read(nodeId, level);
    long[] words = new long[6];
    node.copyEntry(slot, words, 0);
    operation.release(node);
    return words;
  }

  @Test
  void theCheckReportsWrongLhvs() {
    for (int error : new int[] {1, 2}) {
      List<String> problems =
          problemsAfter(
              "s=1,capacity=8",
              operation -> {
                long[] words = entry(operation, operation.root(), 1, 1);
                words[5] += error; // 1: the note that all values are the same; 2: the LHV
                operation.change(operation.root(), 1, words);
              });
      assertThat(problems).hasSize(1);
      assertThat(problems.get(0)).contains("entry 1 says LHV").contains("below its child it is");
    }
  }

  @Test
  void theCheckReportsWrongValuesAndBounds() {
    List<String> values =
        problemsAfter(
            "s=1,capacity=8",
            operation -> {
              long[] leaf = entry(operation, operation.root(), 1, 0);
              long[] words = entry(operation, leaf[0], 0, 2);
              words[5]++;
              operation.change(leaf[0], 0, words);
            });
    assertThat(values).hasSize(1);
    assertThat(values.get(0)).contains("its bound gives");
    List<String> bounds =
        problemsAfter(
            "s=1,capacity=8",
            operation -> {
              long[] words = entry(operation, operation.root(), 1, 0);
              words[4] = Double.doubleToRawLongBits(0.5);
              operation.change(operation.root(), 1, words);
            });
    assertThat(bounds).hasSize(1);
    assertThat(bounds.get(0)).contains("its bound is");
  }

  @Test
  void theCheckReportsLeavesOutOfOrder() {
    List<String> problems =
        problemsAfter(
            "s=1,capacity=8,values=computed",
            operation -> {
              long[] first = entry(operation, operation.root(), 1, 0);
              long[] second = entry(operation, operation.root(), 1, 1);
              long[] keys = {first[5], second[5]};
              second[5] = keys[0];
              first[5] = keys[1];
              operation.change(operation.root(), 1, first);
              operation.change(operation.root(), 1, second);
            });
    assertThat(problems).hasSize(3);
    assertThat(String.join(" ", problems)).contains("before it").contains("says LHV");
  }

  @Test
  void treesOfPointsRefuseRectangles() {
    SpatialTree tree = tree("objects=points" + UNIT, 1024);
    assertThatThrownBy(() -> tree.insert(1, 0, 0, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a point");
    tree.insert(1, 0, 0, 0, 0);
    assertThat(tree.delete(1, 0, 0, 1, 0)).isFalse();
    assertThat(tree.size()).isEqualTo(1);
  }
}
