package org.flashgrove.indexes.bplus;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.ForwardedNodeStore;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.check.CheckReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostponedPairsTest {
  private record Pair(long key, long value) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int order = Long.compare(key, other.key);
      return order != 0 ? order : Long.compare(value, other.value);
    }
  }

  private static BPlusTree tree(String spec, int pageSize) {
    return BPlusTree.open(
        new MemoryNodeStore(pageSize, BPlusTree.LAYOUT),
        BPlusConfig.of(Spec.parse(spec), pageSize));
  }

  private static void assertSame(BPlusTree tree, NavigableSet<Pair> model) {
    CheckReport report = tree.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(tree.size()).isEqualTo(model.size());
    List<Pair> pairs = new ArrayList<>();
    tree.visit(Long.MIN_VALUE, Long.MAX_VALUE, true, (k, v) -> pairs.add(new Pair(k, v)));
    assertThat(pairs).isEqualTo(new ArrayList<>(model));
  }

  @ParameterizedTest
  @CsvSource({
    "bplus:capacity=4, 512, 40, 3000",
    "bplus:capacity=4, 512, 5000, 3000",
    "bplus, 1024, 3, 6000",
    "bplus, 4096, 100000, 40000"
  })
  void postponedAdditionsAgreeWithASortedSet(String spec, int pageSize, int keys, int steps) {
    Random random = Seeds.random();
    NavigableSet<Pair> model = new TreeSet<>();
    BPlusTree tree = tree(spec, pageSize);
    long newest = 0;
    for (int step = 0; step < steps; ) {
      NavigableSet<Pair> before = new TreeSet<>(model);
      try (BPlusBatch batch = tree.begin()) {
        batch.postponeAdditions();
        boolean ascends = random.nextInt(3) == 0;
        for (int i = 0; i < 1 + random.nextInt(900); i++, step++) {
          Pair pair = new Pair(ascends ? ++newest : random.nextInt(keys), random.nextInt(2_000));
          int kind = random.nextInt(200);
          if (kind == 0) {
            assertThat(batch.size()).isEqualTo(model.size());
          } else if (kind == 1) {
            assertThat(batch.contains(pair.key)).isEqualTo(hasKey(model, pair.key));
          } else if (kind == 2) {
            assertThat(batch.single(pair.key, -1, -2) == -1).isEqualTo(!hasKey(model, pair.key));
          } else if (kind < 9) {
            assertThat(batch.delete(pair.key, pair.value)).isEqualTo(model.remove(pair));
          } else if (kind < 15) {
            assertThat(batch.insert(pair.key, pair.value)).isEqualTo(model.add(pair));
          } else {
            batch.add(pair.key, pair.value);
            model.add(pair);
          }
        }
        if (random.nextInt(4) > 0) {
          batch.commit();
        } else {
          model = before;
        }
      }
      assertSame(tree, model);
    }
  }

  private static boolean hasKey(NavigableSet<Pair> model, long key) {
    Pair next = model.ceiling(new Pair(key, Long.MIN_VALUE));
    return next != null && next.key == key;
  }

  /** A store in memory that counts the nodes that operations read. */
  private static final class ReadsOfOperations extends ForwardedNodeStore {
    private long reads;

    ReadsOfOperations() {
      super(new MemoryNodeStore(512, BPlusTree.LAYOUT));
    }

    @Override
    public NodeOperation begin() {
      NodeOperation operation = store.begin();
      return (NodeOperation)
          Proxy.newProxyInstance(
              NodeOperation.class.getClassLoader(),
              new Class<?>[] {NodeOperation.class},
              (proxy, method, arguments) -> {
                reads += method.getName().equals("read") ? 1 : 0;
                try {
                  return method.invoke(operation, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
  }

  @Test
  void postponedAdditionsReadEachNodeOnce() {
    ReadsOfOperations store = new ReadsOfOperations();
    BPlusTree tree = BPlusTree.open(store, BPlusConfig.of(Spec.parse("bplus"), 512));
    try (BPlusBatch batch = tree.begin()) {
      for (long key = 0; key < 20_000; key += 4) {
        batch.insert(key, 0);
      }
      batch.commit();
    }
    for (long key = 0; key < 20_000; key += 8) { // makes room in each leaf
      tree.delete(key, 0);
    }
    long nodes = tree.check().nodes();
    Random random = Seeds.random();
    try (BPlusBatch batch = tree.begin()) {
      batch.postponeAdditions();
      for (long key : random.longs(1_000, 0, 20_000).toArray()) {
        batch.add(key, 1);
      }
      long before = store.reads;
      batch.commit();
      assertThat(store.reads - before).isBetween(1L, nodes * 3 / 2);
    }
  }
}
