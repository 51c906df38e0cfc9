package org.flashgrove.core.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeContents;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TestLayouts;
import org.flashgrove.core.node.TreeLayout;
import org.junit.jupiter.api.Test;

/**
 * Trees and a log of other kinds than the first ones, run on a store against a model: a store that
 * passes carries keys that move, orders that depend on headers, and changes by position.
 */
public abstract class PortProof {
  /** Returns a new, empty store. */
  protected abstract NodeStore create(int pageSize, TreeLayout layout);

  /** Page size of the trees, in bytes. */
  protected int pageSize() {
    return 512;
  }

  /** Returns the number of operations of each run. */
  protected int operations() {
    return 1500;
  }

  /** What the proof trees have in common. */
  private interface PointTree {
    void insert(long id, int x, int y, boolean commit);

    boolean delete(long id, int x, int y);

    List<Long> search(int minX, int minY, int maxX, int maxY);
  }

  @Test
  void carriesAnOrderByKeysThatMove() {
    try (NodeStore store = create(pageSize(), HilbertProofTree.LAYOUT)) {
      run(hilbert(store), store, 1024);
    }
  }

  @Test
  void carriesAnOrderThatDependsOnTheNodesHeader() {
    try (NodeStore store = create(pageSize(), RegionProofTree.LAYOUT)) {
      run(region(store), store, RegionProofTree.WORLD);
    }
  }

  @Test
  void changesCanBeWrittenDownByPosition() {
    try (NodeStore store = create(pageSize(), HilbertProofTree.LAYOUT)) {
      PositionalStore positional = new PositionalStore(store);
      run(hilbert(positional), store, 1024);
      assertThat(positional.itemCount()).isGreaterThan(operations());
    }
    try (NodeStore store = create(pageSize(), RegionProofTree.LAYOUT)) {
      PositionalStore positional = new PositionalStore(store);
      run(region(positional), store, RegionProofTree.WORLD);
      assertThat(positional.itemCount()).isGreaterThan(operations());
    }
    try (NodeStore store = create(pageSize(), TestLayouts.UNORDERED)) {
      changeUnordered(new PositionalStore(store));
    }
  }

  private static PointTree hilbert(NodeStore store) {
    HilbertProofTree tree = new HilbertProofTree(store);
    return new PointTree() {
      @Override
      public void insert(long id, int x, int y, boolean commit) {
        tree.insert(id, x, y, commit);
      }

      @Override
      public boolean delete(long id, int x, int y) {
        return tree.delete(id, x, y);
      }

      @Override
      public List<Long> search(int minX, int minY, int maxX, int maxY) {
        return tree.search(minX, minY, maxX, maxY);
      }
    };
  }

  private static PointTree region(NodeStore store) {
    RegionProofTree tree = new RegionProofTree(store);
    return new PointTree() {
      @Override
      public void insert(long id, int x, int y, boolean commit) {
        tree.insert(id, x, y, commit);
      }

      @Override
      public boolean delete(long id, int x, int y) {
        return tree.delete(id, x, y);
      }

      @Override
      public List<Long> search(int minX, int minY, int maxX, int maxY) {
        return tree.search(minX, minY, maxX, maxY);
      }
    };
  }

  private void run(PointTree tree, NodeStore store, int world) {
    Random random = Seeds.random();
    Map<Long, int[]> model = new TreeMap<>();
    for (int i = 1; i <= operations(); i++) {
      boolean grow = random.nextInt(100) < (i < 2 * operations() / 3 ? 85 : 30);
      if (grow || model.isEmpty()) {
        int range = random.nextInt(3) == 0 ? world : world / 32;
        int[] point = {random.nextInt(range), random.nextInt(range)};
        boolean commit = random.nextInt(10) > 0;
        tree.insert(i, point[0], point[1], commit);
        if (commit) {
          model.put((long) i, point);
        }
      } else {
        long id = ((TreeMap<Long, int[]>) model).ceilingKey((long) random.nextInt(lastId(model)));
        int[] point = model.remove(id);
        assertThat(tree.delete(id, point[0], point[1])).isTrue();
        assertThat(tree.delete(id, point[0], point[1])).isFalse();
      }
      if (random.nextInt(150) == 0) {
        store.flush();
      }
      if (i % 100 == 0) {
        compare(tree, model, world, random);
      }
    }
    try (NodeReader reader = store.snapshot()) {
      assertThat(reader.height()).isPositive();
      assertThat(reader.entries()).isEqualTo(model.size());
    }
    model.forEach((id, point) -> assertThat(tree.delete(id, point[0], point[1])).isTrue());
    assertThat(tree.search(0, 0, world, world)).isEmpty();
  }

  private static int lastId(Map<Long, int[]> model) {
    return (int) (long) ((TreeMap<Long, int[]>) model).lastKey();
  }

  private static void compare(PointTree tree, Map<Long, int[]> model, int world, Random random) {
    assertThat(tree.search(0, 0, world, world)).isEqualTo(List.copyOf(model.keySet()));
    for (int query = 0; query < 5; query++) {
      int x = random.nextInt(world / (query + 1));
      int y = random.nextInt(world / (query + 1));
      int side = random.nextInt(world / 4);
      List<Long> expected =
          model.entrySet().stream()
              .filter(e -> e.getValue()[0] >= x && e.getValue()[0] <= x + side)
              .filter(e -> e.getValue()[1] >= y && e.getValue()[1] <= y + side)
              .map(Map.Entry::getKey)
              .toList();
      assertThat(tree.search(x, y, x + side, y + side)).isEqualTo(expected);
    }
  }

  /** Random changes of five leaves without order, each commit replayed by position. */
  private void changeUnordered(PositionalStore store) {
    Random random = Seeds.random();
    int capacity = NodePage.capacity(pageSize(), TestLayouts.UNORDERED.leaf());
    try (NodeOperation operation = store.begin()) {
      for (int i = 0; i < 5; i++) {
        operation.create(0, null, new EntryList(5, 1), 0, 0);
      }
      operation.commit();
    }
    for (int i = 0; i < operations(); i++) {
      try (NodeOperation operation = store.begin()) {
        for (int change = random.nextInt(6); change >= 0; change--) {
          long nodeId = random.nextInt(5);
          List<List<Long>> there =
              NodeContents.read(operation, TestLayouts.UNORDERED, nodeId, 0).entries();
          if (there.isEmpty() || (there.size() < capacity && random.nextInt(3) > 0)) {
            operation.add(nodeId, 0, new long[] {random.nextInt(30), 1, 2, 3, random.nextInt(2)});
          } else {
            List<Long> entry = there.get(random.nextInt(there.size()));
            operation.remove(nodeId, 0, entry.stream().mapToLong(Long::longValue).toArray());
          }
        }
        if (random.nextInt(5) > 0) {
          operation.commit();
        }
      }
      if (random.nextInt(100) == 0) {
        store.flush();
      }
    }
    assertThat(store.itemCount()).isGreaterThan(operations());
  }
}
