package org.flashgrove.indexes.rtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.RandomOperations;
import org.flashgrove.indexes.tree.Shape;
import org.flashgrove.indexes.tree.SpatialTree;
import org.junit.jupiter.api.Test;

/** What the R*-tree does otherwise than the R-tree. */
class RStarTest {
  private static SpatialTree tree(String spec) {
    return tree(new MemoryNodeStore(1024, RTree.LAYOUT), spec);
  }

  private static SpatialTree tree(NodeStore store, String spec) {
    return SpatialTree.open(store, new RTree(RStarConfig.of(Spec.parse(spec), 1024)));
  }

  private static int height(NodeStore store) {
    try (NodeReader reader = store.snapshot()) {
      return reader.height();
    }
  }

  private static long[] entry(long id, double... box) {
    long[] words = new long[RTree.WORDS];
    words[0] = id;
    for (int i = 0; i < 4; i++) {
      words[1 + i] = Double.doubleToRawLongBits(box[i]);
    }
    return words;
  }

  private static EntryList list(List<double[]> boxes) {
    EntryList entries = new EntryList(RTree.WORDS, boxes.size());
    for (int i = 0; i < boxes.size(); i++) {
      entries.add(entry(i, boxes.get(i)), 0);
    }
    return entries;
  }

  /** Returns the slot chosen in a node of these children, which are leaves at level 1. */
  private static int choose(int neighbours, int level, List<double[]> children, double[] box) {
    MemoryNodeStore store = new MemoryNodeStore(4096, RTree.LAYOUT);
    EntryList entries = list(children);
    try (NodeOperation operation = store.begin()) {
      long id = operation.create(level, null, entries, 0, entries.count());
      NodeView view = operation.read(id, level);
      int slot = new LeastOverlap(4, neighbours).choose(view, entry(9, box));
      operation.release(view);
      return slot;
    }
  }

  @Test
  void leavesAreChosenByOverlapAndOthersByGrowth() {
    // 0 grows by 1 but then overlaps 1; without overlap 2 grows by 1.5, and 1 by 1.76.
    List<double[]> children =
        List.of(
            new double[] {0, 0, 2, 1},
            new double[] {2.2, 0.6, 2.8, 9},
            new double[] {4.5, 0, 5.5, 1});
    double[] box = {3, 0.5, 3, 0.5};
    assertThat(choose(32, 1, children, box)).isEqualTo(2);
    assertThat(choose(32, 2, children, box)).isZero();
    // Of one neighbour there is no choice: the one that grows least.
    assertThat(choose(1, 1, children, box)).isZero();
    // One that need not grow is taken, the smallest of them.
    List<double[]> covering =
        List.of(new double[] {0, 0, 9, 9}, new double[] {2, 0, 4, 1}, new double[] {2, 0, 4, 2});
    assertThat(choose(32, 1, covering, box)).isEqualTo(1);
  }

  @Test
  void chooseSubtreeIsThePapersWordForWord() {
    Random random = Seeds.random();
    for (int run = 0; run < 500; run++) {
      int count = 1 + random.nextInt(60);
      Shape shape = run % 2 == 0 ? Shape.RECTANGLES : Shape.POINTS;
      List<double[]> children = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        double[] child = shape.next(random);
        children.add(random.nextInt(5) == 0 && i > 0 ? children.get(i - 1) : child);
      }
      double[] box = shape.next(random);
      for (int neighbours : new int[] {1, 5, 32, 100}) {
        assertThat(choose(neighbours, 1, children, box))
            .isEqualTo(plainChoice(neighbours, children, box));
      }
    }
  }

  /** Steps 1 to 3 of the specification, sums over all siblings, no short cuts. */
  private static int plainChoice(int neighbours, List<double[]> children, double[] box) {
    List<Integer> sorted =
        IntStream.range(0, children.size())
            .boxed()
            .sorted((a, b) -> Double.compare(growth(children, a, box), growth(children, b, box)))
            .toList();
    int best = -1;
    double[] least = null;
    for (int a : sorted.subList(0, Math.min(neighbours, sorted.size()))) {
      double overlap = 0;
      for (int b = 0; b < children.size(); b++) {
        if (b != a) {
          overlap +=
              common(union(children.get(a), box), children.get(b))
                  - common(children.get(a), children.get(b));
        }
      }
      double[] rank = {overlap, growth(children, a, box), area(children.get(a))};
      if (least == null || java.util.Arrays.compare(rank, least) < 0) {
        least = rank;
        best = a;
      }
    }
    if (least[1] > 0) {
      return best;
    }
    // Among those that need not grow the neighbours may leave the smallest out: see LeastOverlap.
    int smallest = -1;
    for (int a = 0; a < children.size(); a++) {
      boolean smaller = smallest < 0 || area(children.get(a)) < area(children.get(smallest));
      if (growth(children, a, box) <= 0 && smaller) {
        smallest = a;
      }
    }
    return smallest;
  }

  private static double growth(List<double[]> children, int a, double[] box) {
    return area(union(children.get(a), box)) - area(children.get(a));
  }

  private static double area(double[] box) {
    return (box[2] - box[0]) * (box[3] - box[1]);
  }

  private static double common(double[] a, double[] b) {
    double width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
    double height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
    return width > 0 && height > 0 ? width * height : 0;
  }

  private static double[] union(double[] a, double[] b) {
    return new double[] {
      Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])
    };
  }

  private static List<Long> ids(EntryList entries) {
    return IntStream.range(0, entries.count()).mapToObj(i -> entries.word(i, 0)).toList();
  }

  @Test
  void theFarthestEntriesLeave() {
    // All lie in [0, 10] x [0, 0]; distances to 5 are 5, 5, 1, 0, 3.
    List<double[]> boxes = new ArrayList<>();
    for (double x : new double[] {0, 10, 4, 5, 8}) {
      boxes.add(new double[] {x, 0, x, 0});
    }
    for (boolean close : new boolean[] {true, false}) {
      EntryList entries = list(boxes);
      NodeFill fill = new NodeFill(4, 2, 4, 2);
      ForcedReinsertion reinsertion = new ForcedReinsertion(fill, 0.5, 0.2, close);
      reinsertion.begin();
      assertThat(reinsertion.due(0, 5)).isTrue();
      assertThat(ids(reinsertion.take(entries, 0)))
          .isEqualTo(close ? List.of(1L, 0L) : List.of(0L, 1L));
      assertThat(ids(entries)).containsExactly(2L, 3L, 4L);
      assertThat(reinsertion.due(0, 5)).isFalse();
      assertThat(reinsertion.due(1, 5)).isTrue();
      assertThat(reinsertion.due(1, 4)).isFalse(); // a fifth of four is none
      reinsertion.begin();
      assertThat(reinsertion.due(0, 5)).isTrue();
      assertThat(new ForcedReinsertion(new NodeFill(3, 2, 3, 2), 0.5, 0.5, close).due(0, 2))
          .isFalse(); // the minimum stays
    }
  }

  @Test
  void aLevelReinsertsOncePerInsertionAndTheRootsNever() {
    NodeStore store = new MemoryNodeStore(1024, RTree.LAYOUT);
    SpatialTree tree = tree(store, "rstar:capacity=4");
    Random random = Seeds.random();
    boolean bothLevels = false;
    for (int i = 0; i < 1200; i++) {
      int height = height(store);
      TreeStats before = tree.figures();
      double[] box = Shape.RECTANGLES.next(random);
      tree.insert(i, box[0], box[1], box[2], box[3]);
      TreeStats after = tree.figures();
      long reinsertions = after.reinsertions() - before.reinsertions();
      long splits = after.leafSplits() - before.leafSplits();
      int rootsGrown = height(store) - height;
      assertThat(reinsertions).isBetween(0L, (long) height + rootsGrown);
      assertThat(splits == 0 || reinsertions > 0 || height == 0).isTrue();
      bothLevels |= reinsertions > 1 && splits > 0;
    }
    assertThat(bothLevels).isTrue();
    assertThat(tree.check().problems()).isEmpty();
  }

  @Test
  void withoutAShareNothingIsReinserted() {
    SpatialTree tree = tree("rstar:reinsert=0");
    RandomOperations random = new RandomOperations(tree, Shape.RECTANGLES, Seeds.random());
    for (int i = 0; i < 3000; i++) {
      random.step(70);
    }
    assertThat(tree.figures().reinsertions()).isZero();
    assertThat(tree.figures().leafSplits()).isPositive();
    random.assertSound();
    random.assertAnswers();
  }

  @Test
  void theOrderMakesAnotherTreeOfTheSameEntries() {
    long seed = Seeds.random().nextLong();
    List<TreeStats> figures = new ArrayList<>();
    for (String order : new String[] {"close", "far"}) {
      Random random = new Random(seed);
      SpatialTree tree = tree("rstar:order=" + order);
      for (int i = 0; i < 5000; i++) {
        double[] box = Shape.RECTANGLES.next(random);
        tree.insert(i, box[0], box[1], box[2], box[3]);
      }
      assertThat(tree.check().problems()).isEmpty();
      assertThat(tree.count(EntryQuery.intersecting(-9, -9, 9, 9))).isEqualTo(5000);
      figures.add(tree.figures());
    }
    assertThat(figures.get(0)).isNotEqualTo(figures.get(1));
  }

  private static RStarConfig of(String spec) {
    return RStarConfig.of(Spec.parse(spec), 4096);
  }

  @Test
  void specs() {
    NodeFill full = new NodeFill(100, 40, 100, 40);
    assertThat(of("rstar"))
        .isEqualTo(new RStarConfig(full, 0.3, 0.3, RStarConfig.Order.CLOSE, 32, true));
    assertThat(of("rstar:reinsert=20%,reinsertinner=0,order=FAR,neighbours=1,blind=off"))
        .isEqualTo(new RStarConfig(full, 0.2, 0, RStarConfig.Order.FAR, 1, false));
    assertThat(of("rstar:leafcapacity=96,minfill=50%").fill())
        .isEqualTo(new NodeFill(96, 48, 100, 50));
    assertRefused("rstar:reinsert=60%", "reinsert=60%", "0% to 50%");
    assertRefused("rstar:order=near", "order=near", "close, far");
    assertRefused("rstar:neighbours=0", "neighbours=0", "1 to 65536");
    assertRefused("rstar:leafcapacity=101", "leafcapacity=101", "3 to 100");
    assertRefused("rstar:split=linear", "unknown key 'split'", "reinsert", "neighbours", "blind");
  }

  private static void assertRefused(String spec, String... parts) {
    assertThatThrownBy(() -> of(spec))
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll(parts);
  }
}
