package org.flashgrove.indexes.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.hilbert.HilbertConfig;
import org.flashgrove.indexes.hilbert.HilbertRTree;
import org.flashgrove.indexes.rtree.RStarConfig;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.RandomOperations;
import org.flashgrove.indexes.tree.RealBoxes;
import org.flashgrove.indexes.tree.Shape;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.indexes.xbrplus.XbrPlusConfig;
import org.flashgrove.indexes.xbrplus.XbrPlusTree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BulkLoaderTest {
  private static final int[] PAGE_SIZES = {1024, 4096, 16384};
  private static final Set<BulkOrder> PACKING = EnumSet.complementOf(EnumSet.of(BulkOrder.ZORDER));
  private static final long FIRST_ID = 100_000; // below come those of the operations afterwards

  @TempDir private Path spill;

  private static TreeAlgorithm algorithm(String spec, int pageSize, Shape shape) {
    Spec parsed = Spec.parse(spec.replace("DOMAIN", shape.domain()));
    switch (parsed.name()) {
      case "rtree":
        return new RTree(RTreeConfig.of(parsed, pageSize));
      case "rstar":
        return new RTree(RStarConfig.of(parsed, pageSize));
      case "xbr":
        return new XbrPlusTree(XbrPlusConfig.of(parsed, pageSize));
      default:
        return new HilbertRTree(HilbertConfig.of(parsed, pageSize));
    }
  }

  private static SpatialTree tree(String spec, int pageSize, Shape shape) {
    TreeAlgorithm algorithm = algorithm(spec, pageSize, shape);
    return SpatialTree.open(new MemoryNodeStore(pageSize, algorithm.layout()), algorithm);
  }

  /** Loads random objects into an empty tree; returns operations whose model contains them. */
  private RandomOperations load(
      SpatialTree tree, Shape shape, Random random, int count, BulkConfig config) {
    RandomOperations operations = new RandomOperations(tree, shape, random);
    try (BulkLoader loader = tree.bulkLoader(config)) {
      for (int i = 0; i < count; i++) {
        double[] box = shape.next(random);
        loader.add(FIRST_ID + i, box[0], box[1], box[2], box[3]);
        operations.model().add(FIRST_ID + i, box);
      }
      assertThat(loader.size()).isEqualTo(count);
      tree.load(loader);
      assertThat(loader.size()).isEqualTo(count);
    }
    return operations;
  }

  static Stream<Arguments> kinds() {
    List<Arguments> kinds = new ArrayList<>();
    for (int pageSize : PAGE_SIZES) {
      for (Shape shape : new Shape[] {Shape.POINTS, Shape.RECTANGLES, Shape.POLYGON_BOXES}) {
        for (BulkOrder order : PACKING) {
          kinds.add(Arguments.of("rtree:split=quadratic", order, pageSize, shape));
          kinds.add(Arguments.of("rstar", order, pageSize, shape));
        }
        kinds.add(Arguments.of("hilbert:domain=DOMAIN", BulkOrder.HILBERT, pageSize, shape));
        kinds.add(
            Arguments.of(
                "hilbert:s=3,values=computed,minfill=50%,domain=DOMAIN",
                BulkOrder.HILBERT, pageSize, shape));
      }
      kinds.add(
          Arguments.of(
              "hilbert:objects=points,domain=DOMAIN", BulkOrder.HILBERT, pageSize, Shape.POINTS));
      kinds.add(Arguments.of("xbr:domain=DOMAIN", BulkOrder.ZORDER, pageSize, Shape.POINTS));
    }
    for (Shape shape : new Shape[] {Shape.POINTS, Shape.IDENTICAL, Shape.COLLINEAR}) {
      kinds.add(
          Arguments.of(
              "xbr:leafcapacity=7,nodecapacity=5,domain=DOMAIN", BulkOrder.ZORDER, 1024, shape));
    }
    return kinds.stream();
  }

  private void loadAndChange(
      String spec, BulkOrder order, int pageSize, Shape shape, int count, int steps) {
    assumeTrue(
        shape != Shape.POLYGON_BOXES || !RealBoxes.get().isEmpty(),
        "no folder shared/data beside the checkout: real polygons left out");
    Random random = Seeds.random();
    SpatialTree tree = tree(spec, pageSize, shape);
    double[] fills = {1, 0.9, 0.7, 0.5, 0.01};
    BulkConfig config =
        new BulkConfig(order, spill)
            .withFill(fills[random.nextInt(fills.length)])
            .withSortMemory(BulkConfig.LEAST_SORT_MEMORY);
    RandomOperations operations = load(tree, shape, random, 1 + random.nextInt(count), config);
    operations.assertSound();
    operations.assertAnswers();
    for (int i = 0; i < steps; i++) {
      operations.step(i < steps / 2 ? 70 : 30);
      if (i % 250 == 249) {
        operations.assertSound();
      }
    }
    operations.assertAnswers();
    operations.deleteAll();
    operations = load(tree, shape, random, count / 2, config); // with ids used again
    operations.assertSound();
    operations.assertAnswers();
  }

  @ParameterizedTest(name = "{0} {1}, pages of {2}, {3}")
  @MethodSource("kinds")
  void loadedTreesAreSoundAnswerAndGoOn(String spec, BulkOrder order, int pageSize, Shape shape) {
    int entries = Repetitions.of(2_000, 4_000);
    loadAndChange(spec, order, pageSize, shape, entries, entries * 3 / 20);
  }

  @Tag("long")
  @ParameterizedTest(name = "{0} {1}, pages of {2}, {3}")
  @MethodSource("kinds")
  void largerTreesAreSoundAnswerAndGoOn(String spec, BulkOrder order, int pageSize, Shape shape) {
    loadAndChange(spec, order, pageSize, shape, 60_000, 20_000);
  }

  @ParameterizedTest
  @EnumSource(BulkOrder.class)
  void everySmallNumberOfEntriesMakesASoundTree(BulkOrder order) {
    Random random = Seeds.random();
    for (String spec :
        new String[] {
          "rtree:capacity=3",
          "rtree:capacity=5,minfill=50%",
          "hilbert:capacity=4,domain=DOMAIN",
          "xbr:capacity=3,domain=DOMAIN",
          "xbr:leafcapacity=5,nodecapacity=4,domain=DOMAIN"
        }) {
      if (!algorithm(spec, 1024, Shape.POINTS).bulkForm().orders().contains(order)) {
        continue;
      }
      for (Shape shape : new Shape[] {Shape.POINTS, Shape.IDENTICAL}) {
        for (int count = 0; count <= 40; count++) {
          SpatialTree tree = tree(spec, 1024, shape);
          BulkConfig config =
              new BulkConfig(order, spill)
                  .withFill(count % 3 == 0 ? 0.6 : 1)
                  .withSortMemory(BulkConfig.LEAST_SORT_MEMORY);
          RandomOperations operations = load(tree, shape, random, count, config);
          operations.assertSound();
          operations.assertAnswers();
          operations.deleteAll();
        }
      }
    }
  }

  /** Returns the words of all nodes from the root down, with their entries in order. */
  private static long[] words(NodeStore store) {
    LongStream.Builder words = LongStream.builder();
    try (NodeReader reader = store.snapshot()) {
      addWords(reader, store.layout(), reader.root(), reader.height(), words);
    }
    return words.build().toArray();
  }

  private static void addWords(
      NodeReader reader, TreeLayout layout, long nodeId, int level, LongStream.Builder words) {
    NodeView node = reader.read(nodeId, level);
    words.add(node.count());
    for (int slot = 0; slot < node.count(); slot++) {
      for (int word = 0; word < layout.at(level).words(); word++) {
        words.add(node.word(word, slot));
      }
    }
    for (int slot = 0; level > 0 && slot < node.count(); slot++) {
      addWords(reader, layout, node.word(0, slot), level - 1, words);
    }
    reader.release(node);
  }

  /** Boxes: points first, then rectangles among them, many of them alike. */
  private static List<double[]> mixedBoxes(Random random, int count) {
    List<double[]> boxes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean same = i % 3 == 0;
      Shape shape = i < count / 2 ? Shape.POINTS : Shape.RECTANGLES;
      boxes.add(same ? new double[] {0.25, 0.25, 0.25, 0.25} : shape.next(random));
    }
    return boxes;
  }

  private long[] loadedWords(List<double[]> boxes, List<Integer> order, BulkConfig how) {
    return loadedWords("rtree", boxes, order, how);
  }

  private long[] loadedWords(
      String spec, List<double[]> boxes, List<Integer> order, BulkConfig how) {
    TreeAlgorithm algorithm = algorithm(spec, 4096, Shape.RECTANGLES);
    NodeStore store = new MemoryNodeStore(4096, algorithm.layout());
    SpatialTree tree = SpatialTree.open(store, algorithm);
    try (BulkLoader loader = tree.bulkLoader(how)) {
      for (int i : order) {
        double[] box = boxes.get(i);
        loader.add(i, box[0], box[1], box[2], box[3]);
      }
      tree.load(loader);
    }
    assertThat(tree.check().problems()).isEmpty();
    return words(store);
  }

  @ParameterizedTest
  @EnumSource(value = BulkOrder.class, names = "ZORDER", mode = EnumSource.Mode.EXCLUDE)
  void theTreeDoesNotDependOnMemoryAndOrder(BulkOrder order) throws Exception {
    Random random = Seeds.random();
    List<double[]> boxes = mixedBoxes(random, 140_000); // more runs than are merged at a time
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < boxes.size(); i++) {
      numbers.add(i);
    }
    BulkConfig large = new BulkConfig(order, spill);
    long[] expected = loadedWords(boxes, numbers, large);
    BulkConfig small = large.withSortMemory(BulkConfig.LEAST_SORT_MEMORY);
    assertThat(Arrays.equals(loadedWords(boxes, numbers, small), expected)).isTrue();
    Collections.shuffle(numbers, random);
    assertThat(Arrays.equals(loadedWords(boxes, numbers, small), expected)).isTrue();
    HilbertCurve extent = extent(boxes);
    assertThat(Arrays.equals(loadedWords(boxes, numbers, small.withCurve(extent)), expected))
        .isTrue();
    try (Stream<Path> files = Files.list(spill)) {
      assertThat(files).isEmpty();
    }
  }

  /** Points of their own, many in one place, some in one cell of the finest grid. */
  @Test
  void quadrantsDoNotDependOnMemoryAndOrder() throws Exception {
    Random random = Seeds.random();
    List<double[]> boxes = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      double[] box = Shape.POINTS.next(random);
      if (i % 6 == 0) {
        box = new double[] {0.25, 0.25, 0.25, 0.25};
      } else if (i % 6 == 1) {
        double near = 0.5 + i * Math.ulp(0.5);
        box = new double[] {near, 0.5, near, 0.5};
      }
      boxes.add(box);
      numbers.add(i);
    }
    String spec = "xbr:domain=DOMAIN";
    BulkConfig large = new BulkConfig(BulkOrder.ZORDER, spill);
    long[] expected = loadedWords(spec, boxes, numbers, large);
    BulkConfig small = large.withSortMemory(BulkConfig.LEAST_SORT_MEMORY);
    assertThat(Arrays.equals(loadedWords(spec, boxes, numbers, small), expected)).isTrue();
    Collections.shuffle(numbers, random);
    assertThat(Arrays.equals(loadedWords(spec, boxes, numbers, small), expected)).isTrue();
    try (Stream<Path> files = Files.list(spill)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void quadrantsAreAsFullAsCutsOfATreeAllow() {
    Random random = new Random(42); // fill is a statistic
    for (double fill : new double[] {1, 0.7}) {
      SpatialTree tree = tree("xbr:domain=DOMAIN", 4096, Shape.POINTS);
      load(
          tree,
          Shape.POINTS,
          random,
          100_000,
          new BulkConfig(BulkOrder.ZORDER, spill).withFill(fill));
      TreeStructure structure = tree.structure();
      double leaves = 100_000 / (168.0 * structure.leafNodes());
      System.out.printf("fill %.1f: leaves %.1f %% full%n", fill, 100 * leaves);
      assertThat(leaves).isBetween(0.6 * fill, fill);
    }
  }

  @Test
  void morePointsOfOneAddressThanALeafHoldsAreRefused() {
    SpatialTree tree = tree("xbr:leafcapacity=10,domain=DOMAIN", 1024, Shape.POINTS);
    try (BulkLoader loader = tree.bulkLoader(new BulkConfig(BulkOrder.ZORDER, spill))) {
      for (int i = 0; i < 11; i++) {
        loader.add(1, 0.5, 0.5, 0.5, 0.5);
      }
      assertThatThrownBy(() -> tree.load(loader))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("object 1 at x=0.5")
          .hasMessageContaining("allowed: at most 10");
    }
    assertThat(tree.size()).isZero();
    assertThat(tree.check().problems()).isEmpty();
  }

  private static HilbertCurve extent(List<double[]> boxes) {
    double[] extent = boxes.get(0).clone();
    for (double[] box : boxes) {
      extent[0] = Math.min(extent[0], box[0]);
      extent[1] = Math.min(extent[1], box[1]);
      extent[2] = Math.max(extent[2], box[2]);
      extent[3] = Math.max(extent[3], box[3]);
    }
    return new HilbertCurve(extent[0], extent[1], extent[2], extent[3]);
  }

  @Test
  void sortTileRecursiveMakesTheTilesOfThePaper() {
    // 9 nodes of 4 points on a 6 by 6 grid: 3 slices of 3 squares each, whatever the input's order.
    SpatialTree tree = tree("rtree:leafcapacity=4,nodecapacity=9", 1024, Shape.POINTS);
    List<Integer> cells = new ArrayList<>();
    for (int i = 0; i < 36; i++) {
      cells.add(i);
    }
    Collections.shuffle(cells, Seeds.random());
    try (BulkLoader loader = tree.bulkLoader(new BulkConfig(BulkOrder.STR, spill))) {
      for (int cell : cells) {
        double x = cell / 6;
        double y = cell % 6;
        loader.add(cell, x, y, x, y);
      }
      tree.load(loader);
    }
    TreeStructure structure = tree.structure();
    assertThat(structure.height()).isEqualTo(1);
    assertThat(structure.leafNodes()).isEqualTo(9);
    assertThat(structure.levels().get(0).coverageArea()).isEqualTo(9.0); // squares of side 1
    assertThat(structure.levels().get(1).overlapArea()).isZero();
  }

  @ParameterizedTest
  @EnumSource(value = BulkOrder.class, names = "ZORDER", mode = EnumSource.Mode.EXCLUDE)
  void nodesAreAsFullAsConfigured(BulkOrder order) {
    SpatialTree tree = tree("rtree:capacity=50", 4096, Shape.POINTS);
    Random random = Seeds.random();
    load(tree, Shape.POINTS, random, 10_000, new BulkConfig(order, spill).withFill(0.8));
    assertThat(tree.structure().leafNodes()).isEqualTo(250);
    // 250 children: five nodes of 40, one of 50 with the ten that are too few for a node, a root
    assertThat(tree.structure().internalNodes()).isEqualTo(6 + 1);
  }

  @Test
  void progressIsReportedUpToTheEnd() {
    List<Long> reports = new ArrayList<>();
    BulkConfig config =
        new BulkConfig(BulkOrder.STR, spill)
            .withProgress(
                (written, total) -> {
                  assertThat(total).isEqualTo(50_000);
                  reports.add(written);
                });
    SpatialTree tree = tree("rtree", 4096, Shape.POINTS);
    load(tree, Shape.POINTS, Seeds.random(), 50_000, config);
    assertThat(reports).isSorted().hasSizeGreaterThan(2).endsWith(50_000L);
  }

  @Test
  void aTreeWithEntriesIsRefusedAndStaysAsItIs() {
    SpatialTree tree = tree("rtree", 4096, Shape.POINTS);
    tree.insert(1, 0, 0, 0, 0);
    try (BulkLoader loader = tree.bulkLoader(new BulkConfig(BulkOrder.STR, spill))) {
      loader.add(2, 1, 1, 1, 1);
      assertThatThrownBy(() -> tree.load(loader))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("bulk load: the tree has 1 entries; load into an empty tree");
      assertThatThrownBy(() -> tree.load(loader))
          .hasMessageContaining("already used; create a new loader");
      assertThatThrownBy(() -> loader.add(2, 1, 1, 1, 1))
          .hasMessageContaining("already used; create a new loader");
    }
    assertThat(tree.count(EntryQuery.intersecting(-9, -9, 9, 9))).isEqualTo(1);
    tree.insert(3, 0, 0, 0, 0);
    assertThat(tree.check().problems()).isEmpty();
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    BulkConfig config = new BulkConfig(BulkOrder.STR, spill);
    assertThatThrownBy(() -> config.withFill(0)).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> config.withFill(1.1)).hasMessageContaining("1.1 (allowed: above 0");
    assertThatThrownBy(() -> config.withSortMemory(1)).hasMessageContaining("allowed: 262144 to");
    assertThatThrownBy(() -> BulkOrder.of("random"))
        .hasMessage("bulk order 'random' (allowed: str, hilbert, nearestx, zorder)");
    assertThatThrownBy(() -> tree("hilbert:domain=DOMAIN", 4096, Shape.POINTS).bulkLoader(config))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("'str' of this tree (allowed: hilbert)");
    try (BulkLoader loader = tree("rtree", 4096, Shape.POINTS).bulkLoader(config)) {
      assertThatThrownBy(() -> loader.add(1, 1, 0, 0, 0)).hasMessageContaining("not a rectangle");
    }
    assertThatThrownBy(() -> tree("xbr:domain=DOMAIN", 4096, Shape.POINTS).bulkLoader(config))
        .hasMessageContaining("'str' of this tree (allowed: zorder)");
    BulkConfig zorder = new BulkConfig(BulkOrder.ZORDER, spill);
    assertThatThrownBy(() -> tree("rtree", 4096, Shape.POINTS).bulkLoader(zorder))
        .hasMessageContaining("'zorder' of this tree (allowed: str, hilbert, nearestx)");
    BulkConfig packed = new BulkConfig(BulkOrder.HILBERT, spill);
    SpatialTree points = tree("hilbert:objects=points,domain=DOMAIN", 4096, Shape.POINTS);
    try (BulkLoader loader = points.bulkLoader(packed)) {
      assertThatThrownBy(() -> loader.add(1, 0, 0, 1, 1)).hasMessageContaining("not a point");
    }
  }

  @Test
  void anAbsentDirectoryForSortingEndsTheLoadOnly() {
    BulkConfig config =
        new BulkConfig(BulkOrder.HILBERT, spill.resolve("absent"))
            .withSortMemory(BulkConfig.LEAST_SORT_MEMORY);
    SpatialTree tree = tree("rtree", 4096, Shape.POINTS);
    Random random = Seeds.random();
    assertThatThrownBy(() -> load(tree, Shape.POINTS, random, 50_000, config))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("absent: cannot be written");
    assertThat(tree.size()).isZero();
    tree.insert(3, 0, 0, 0, 0);
    assertThat(tree.check().problems()).isEmpty();
  }

  @Test
  void anInterruptGivesALoadUpThatSpills() throws Exception {
    BulkConfig config =
        new BulkConfig(BulkOrder.NEARESTX, spill).withSortMemory(BulkConfig.LEAST_SORT_MEMORY);
    SpatialTree tree = tree("rtree", 4096, Shape.POINTS);
    Random random = Seeds.random();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> load(tree, Shape.POINTS, random, 50_000, config))
        .isInstanceOf(StoreIoException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(tree.size()).isZero();
    try (Stream<Path> files = Files.list(spill)) {
      assertThat(files).isEmpty();
    }
  }
}
