package org.flashgrove.indexes.rtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeContents;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.RandomOperations;
import org.flashgrove.indexes.tree.Shape;
import org.flashgrove.indexes.tree.SpatialTree;
import org.junit.jupiter.api.Test;

class RTreeTest {
  private static SpatialTree tree(NodeStore store, String spec) {
    return RTree.open(store, RTreeConfig.of(Spec.parse(spec), store.pageSize()));
  }

  private static SpatialTree tree(String spec) {
    return tree(new MemoryNodeStore(1024, RTree.LAYOUT), spec);
  }

  private static void assertSound(SpatialTree tree) {
    CheckReport report = tree.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.ok()).isTrue();
    assertThat(report.entries()).isEqualTo(tree.size());
  }

  @Test
  void smallNodesMakeHighTreesThatStaySound() {
    for (String fill : new String[] {"capacity=3", "capacity=4,minfill=50%", "nodecapacity=3"}) {
      RandomOperations random =
          new RandomOperations(tree("rtree:" + fill), Shape.RECTANGLES, Seeds.random());
      for (int i = 0; i < 3000; i++) {
        random.step(i < 1500 ? 75 : 20);
        if (i % 100 == 99) {
          random.assertSound();
        }
      }
      random.assertAnswers();
    }
  }

  private static List<NodeContents> nodes(NodeStore store) {
    List<NodeContents> nodes = new ArrayList<>();
    try (NodeReader reader = store.snapshot()) {
      collect(reader, reader.root(), reader.height(), nodes);
    }
    return nodes;
  }

  private static void collect(NodeReader reader, long nodeId, int level, List<NodeContents> into) {
    NodeView view = reader.read(nodeId, level);
    List<List<Long>> inPlace = new ArrayList<>();
    for (int slot = 0; slot < view.count(); slot++) {
      inPlace.add(List.of(nodeId, view.word(0, slot), view.word(1, slot), view.word(4, slot)));
    }
    into.add(new NodeContents(List.of(nodeId, (long) level), inPlace));
    reader.release(view);
    for (List<Long> entry : level > 0 ? inPlace : List.<List<Long>>of()) {
      collect(reader, entry.get(1), level - 1, into);
    }
  }

  @Test
  void blindInsertionGivesTheSameTree() {
    long seed = Seeds.random().nextLong();
    List<List<NodeContents>> trees = new ArrayList<>();
    for (String blind : new String[] {"on", "off"}) {
      Random random = new Random(seed);
      MemoryNodeStore store = new MemoryNodeStore(1024, RTree.LAYOUT);
      SpatialTree tree = tree(store, "rtree:blind=" + blind);
      RandomOperations operations = new RandomOperations(tree, Shape.RECTANGLES, random);
      for (int i = 0; i < 4000; i++) {
        operations.step(70);
      }
      trees.add(nodes(store));
    }
    assertThat(trees.get(0)).isEqualTo(trees.get(1));
  }

  /** Returns a store that counts the reads of its operations. */
  private static NodeStore counting(NodeStore store, AtomicInteger reads) {
    ClassLoader loader = RTreeTest.class.getClassLoader();
    return (NodeStore)
        Proxy.newProxyInstance(
            loader,
            new Class<?>[] {NodeStore.class},
            (proxy, method, arguments) -> {
              Object result = invoke(store, method, arguments);
              if (!(result instanceof NodeOperation)) {
                return result;
              }
              return Proxy.newProxyInstance(
                  loader,
                  new Class<?>[] {NodeOperation.class},
                  (inner, called, given) -> {
                    reads.addAndGet(called.getName().equals("read") ? 1 : 0);
                    return invoke(result, called, given);
                  });
            });
  }

  private static Object invoke(Object target, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  @Test
  void anInsertionReadsEachNodeOnItsWayOnceAndABlindOneNoLeaf() {
    for (boolean blind : new boolean[] {false, true}) {
      AtomicInteger reads = new AtomicInteger();
      NodeStore store = counting(new MemoryNodeStore(1024, RTree.LAYOUT), reads);
      SpatialTree tree = tree(store, "rtree:capacity=8,blind=" + (blind ? "on" : "off"));
      Random random = Seeds.random();
      for (int i = 0; i < 2000; i++) {
        int height = height(store);
        long splits = tree.figures().leafSplits();
        reads.set(0);
        double x = random.nextDouble();
        tree.insert(i, x, i, x, i);
        boolean leafRead = !blind || tree.figures().leafSplits() > splits;
        assertThat(reads.get()).isEqualTo(height + (leafRead ? 1 : 0));
      }
      assertThat(tree.figures().internalSplits()).isPositive();
    }
  }

  private static int height(NodeStore store) {
    try (NodeReader reader = store.snapshot()) {
      return reader.height();
    }
  }

  @Test
  void figuresAgreeWithTheStructure() {
    SpatialTree tree = tree("rtree");
    Random random = Seeds.random();
    for (int i = 0; i < 3000; i++) {
      double[] box = Shape.RECTANGLES.next(random);
      tree.insert(i, box[0], box[1], box[2], box[3]);
    }
    TreeStructure structure = tree.structure();
    assertThat(structure.leafNodes()).isEqualTo(1 + tree.figures().leafSplits());
    long internal = structure.internalNodes();
    assertThat(internal).isEqualTo(structure.height() + tree.figures().internalSplits());
    assertThat(structure.entries()).isEqualTo(3000);
    assertThat(structure.levels()).hasSize(structure.height() + 1);
    assertThat(structure.levels().get(0).averageFill()).isBetween(0.4, 1.0);
    assertThat(structure.levels().get(0).coverageArea()).isPositive();
    assertThat(structure.levels().get(1).overlapArea()).isPositive();
  }

  @Test
  void theSameIdWithTwoRectanglesIsTwoEntries() {
    SpatialTree tree = tree("rtree");
    tree.insert(7, 0, 0, 1, 1);
    tree.insert(7, 2, 2, 3, 3);
    assertThat(tree.count(EntryQuery.intersecting(0, 0, 9, 9))).isEqualTo(2);
    assertThat(tree.delete(7, 0, 0, 1, 1)).isTrue();
    assertThat(tree.count(EntryQuery.intersecting(0, 0, 9, 9))).isEqualTo(1);
    assertThat(tree.update(7, new double[] {0, 0, 1, 1}, new double[] {5, 5, 5, 5})).isFalse();
    assertThat(tree.size()).isEqualTo(1);
  }

  @Test
  void negativeZeroIsZero() {
    SpatialTree tree = tree("rtree");
    tree.insert(1, -0.0, -0.0, 0.0, -0.0);
    assertThat(tree.delete(1, 0.0, 0.0, -0.0, 0.0)).isTrue();
  }

  @Test
  void whatIsNoRectangleIsRefused() {
    SpatialTree tree = tree("rtree");
    assertThatThrownBy(() -> tree.insert(1, 1, 0, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> tree.insert(1, Double.NaN, 0, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> tree.count(EntryQuery.intersecting(0, 0, Double.POSITIVE_INFINITY, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(tree.size()).isZero();
  }

  @Test
  void hugeCoordinatesDoNotBreakTheSplit() {
    SpatialTree tree = tree("rtree");
    Random random = Seeds.random();
    for (int i = 0; i < 500; i++) {
      double x = (random.nextDouble() - 0.5) * Double.MAX_VALUE;
      tree.insert(i, x, -Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);
    }
    assertSound(tree);
    assertThat(tree.count(EntryQuery.intersecting(0, 0, Double.MAX_VALUE, 1))).isEqualTo(500);
  }

  @Test
  void aVisitorMayStopTheSearch() {
    SpatialTree tree = tree("rtree");
    for (int i = 0; i < 1000; i++) {
      tree.insert(i, i, i, i, i);
    }
    List<Long> ids = new ArrayList<>();
    long visited =
        tree.scan(
            EntryQuery.intersecting(0, 0, 1000, 1000),
            (id, minX, minY, maxX, maxY, distance) -> {
              ids.add(id);
              return VisitResult.continueIf(ids.size() < 30);
            });
    assertThat(visited).isEqualTo(30);
    assertThat(ids).hasSize(30);
  }

  @Test
  void aVisitorMayQueryAndChangeTheTree() {
    SpatialTree tree = tree("rtree");
    for (int i = 0; i < 500; i++) {
      tree.insert(i, i, i, i, i);
    }
    long visited =
        tree.search(
            0,
            0,
            500,
            500,
            (id, minX, minY, maxX, maxY) -> {
              assertThat(tree.count(EntryQuery.intersecting(id, id, id, id))).isEqualTo(1);
              assertThat(tree.delete(id, minX, minY, maxX, maxY)).isTrue();
              tree.insert(id + 1000, minX, minY, maxX, maxY);
            });
    assertThat(visited).isEqualTo(500);
    assertThat(tree.count(EntryQuery.intersecting(0, 0, 500, 500))).isEqualTo(500);
    assertThat(tree.check().problems()).isEmpty();
    assertThatThrownBy(
            () ->
                tree.search(
                    0,
                    0,
                    9,
                    9,
                    (id, minX, minY, maxX, maxY) -> {
                      throw new ArithmeticException("of the visitor");
                    }))
        .isInstanceOf(ArithmeticException.class);
    assertThat(tree.delete(1001, 1, 1, 1, 1)).isTrue();
  }

  @Test
  void threadsTakeTurns() throws InterruptedException {
    SpatialTree tree = tree("rtree");
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int first = t * 1000;
      threads.add(
          new Thread(
              () -> {
                for (int i = first; i < first + 500; i++) {
                  tree.insert(i, i, i, i, i);
                  tree.count(EntryQuery.intersecting(first, first, i, i));
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(tree.size()).isEqualTo(2000);
    assertSound(tree);
  }

  @Test
  void aTreeComesBackFromItsStore() {
    MemoryNodeStore store = new MemoryNodeStore(1024, RTree.LAYOUT);
    SpatialTree first = tree(store, "rtree");
    for (int i = 0; i < 100; i++) {
      first.insert(i, i, 0, i, 0);
    }
    SpatialTree second = tree(store, "rtree");
    assertThat(second.size()).isEqualTo(100);
    assertThat(second.count(EntryQuery.intersecting(10, 0, 19, 0))).isEqualTo(10);
  }

  @Test
  void aTreeOpenedWithLessCapacityWorksOn() {
    MemoryNodeStore store = new MemoryNodeStore(1024, RTree.LAYOUT);
    SpatialTree first = tree(store, "rtree");
    for (int i = 0; i < 2000; i++) {
      first.insert(i, i % 50, i / 50, i % 50, i / 50);
    }
    SpatialTree second = tree(store, "rtree:capacity=4");
    for (int i = 0; i < 2000; i++) {
      assertThat(second.delete(i, i % 50, i / 50, i % 50, i / 50)).isTrue();
      second.insert(-i, i, i, i, i);
    }
    assertThat(second.count(EntryQuery.intersecting(0, 0, 2000, 2000))).isEqualTo(2000);
  }

  @Test
  void aClosedTreeRefusesWork() {
    SpatialTree tree = tree("rtree");
    tree.close();
    tree.close();
    assertThatThrownBy(() -> tree.insert(1, 0, 0, 0, 0)).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> tree.count(EntryQuery.intersecting(0, 0, 0, 0)))
        .isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(tree::size).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(tree::flush).isInstanceOf(StoreClosedException.class);
  }

  @Test
  void windowsOfNegativeZeroAreOfZero() {
    SpatialTree tree = tree("rtree");
    tree.insert(1, -0.0, -0.0, -0.0, -0.0);
    tree.insert(2, 0.0, 0.0, 0.0, 0.0);
    for (double zero : new double[] {0.0, -0.0}) {
      assertThat(tree.count(EntryQuery.intersecting(zero, zero, zero, zero))).isEqualTo(2);
      assertThat(tree.count(EntryQuery.intersecting(zero, -1, 1, zero))).isEqualTo(2);
      assertThat(tree.count(EntryQuery.intersecting(-1, zero, zero, 1))).isEqualTo(2);
    }
  }
}
