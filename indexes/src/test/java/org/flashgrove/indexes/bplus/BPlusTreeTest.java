package org.flashgrove.indexes.bplus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.StoppingPairs;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.tree.CountingStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BPlusTreeTest {
  private static final long LEAST = Long.MIN_VALUE;
  private static final long GREATEST = Long.MAX_VALUE;

  private record Pair(long key, long value) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int order = Long.compare(key, other.key);
      return order != 0 ? order : Long.compare(value, other.value);
    }
  }

  private static BPlusConfig config(String spec, int pageSize) {
    return BPlusConfig.of(Spec.parse(spec), pageSize);
  }

  private static BPlusTree tree(String spec, int pageSize) {
    return opener(spec, pageSize).get();
  }

  /** Opens a new tree of its own, and then that one again. */
  private static Supplier<BPlusTree> opener(String spec, int pageSize) {
    MemoryNodeStore store = new MemoryNodeStore(pageSize, BPlusTree.LAYOUT);
    return () -> BPlusTree.open(store, config(spec, pageSize));
  }

  private static void assertSound(BPlusTree tree) {
    CheckReport report = tree.check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(tree.size());
  }

  private static List<Pair> scan(BPlusTree tree, long from, long to, boolean ascending) {
    List<Pair> pairs = new ArrayList<>();
    long visited = tree.visit(from, to, ascending, (k, v) -> pairs.add(new Pair(k, v)));
    assertThat(visited).isEqualTo(pairs.size());
    return pairs;
  }

  private static List<Pair> range(NavigableSet<Pair> model, long from, long to) {
    return from > to
        ? List.of()
        : new ArrayList<>(model.subSet(new Pair(from, LEAST), true, new Pair(to, GREATEST), true));
  }

  private static void assertRange(BPlusTree tree, NavigableSet<Pair> model, long from, long to) {
    List<Pair> expected = range(model, from, to);
    assertThat(scan(tree, from, to, true)).isEqualTo(expected);
    List<Pair> downward = new ArrayList<>(expected);
    Collections.reverse(downward);
    assertThat(scan(tree, from, to, false)).isEqualTo(downward);
    assertThat(tree.count(from, to)).isEqualTo(expected.size());
  }

  /** Few keys with many values, many keys with few, and the ends of the range. */
  private static Pair pair(Random random) {
    switch (random.nextInt(10)) {
      case 0:
        return new Pair(random.nextBoolean() ? LEAST : GREATEST, ends(random));
      case 1:
      case 2:
        return new Pair(7, random.nextInt(2000));
      case 3:
        return new Pair(random.nextLong(), random.nextLong());
      default:
        return new Pair(random.nextInt(3000) - 1500, random.nextInt(3));
    }
  }

  private static long ends(Random random) {
    return random.nextInt(4) == 0 ? LEAST : GREATEST - random.nextInt(200);
  }

  /** Tests a tree whose keys are doubles, with other values in the same order. */
  private static Pair realPair(Random random) {
    double[] ends = {
      Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.MAX_VALUE, Double.MIN_VALUE, -0.0
    };
    Pair pair = pair(random);
    double real =
        random.nextInt(20) == 0
            ? ends[random.nextInt(ends.length)]
            : pair.key % 2 == 0 ? pair.key / 8.0 : random.nextGaussian() * 1e-3;
    return new Pair(KeyKind.word(real), pair.value);
  }

  /** By the doubles themselves where keys are doubles, not by their words. */
  private static Comparator<Pair> order(boolean real) {
    return real
        ? Comparator.comparingDouble((Pair pair) -> KeyKind.real(pair.key))
            .thenComparingLong(Pair::value)
        : Comparator.naturalOrder();
  }

  private static void run(String spec, int pageSize, int operations) {
    Supplier<BPlusTree> opener = opener(spec, pageSize);
    BPlusTree tree = opener.get();
    boolean real = tree.keyKind() == KeyKind.DOUBLE;
    Random random = Seeds.random();
    TreeSet<Pair> model = new TreeSet<>(order(real));
    long least = real ? KeyKind.word(Double.NEGATIVE_INFINITY) : LEAST;
    long greatest = real ? KeyKind.word(Double.POSITIVE_INFINITY) : GREATEST;
    int[] growth = {85, 60, 25, 75, 15};
    for (int i = 0; i < operations; i++) {
      Pair pair = real ? realPair(random) : pair(random);
      if (random.nextInt(100) < growth[(int) ((long) i * growth.length / operations)]) {
        assertThat(tree.insert(pair.key, pair.value)).isEqualTo(model.add(pair));
      } else {
        Pair near = model.ceiling(pair);
        Pair old = near == null || random.nextInt(20) == 0 ? pair : near;
        assertThat(tree.delete(old.key, old.value)).isEqualTo(model.remove(old));
      }
      assertThat(tree.contains(pair.key, pair.value)).isEqualTo(model.contains(pair));
      if (i % (operations / 25) == 0) {
        assertSound(tree);
        assertThat(tree.size()).isEqualTo(model.size());
        assertRange(tree, model, least, greatest);
        assertRange(tree, model, 7, 7);
        long from = (real ? realPair(random) : pair(random)).key;
        long to = (real ? realPair(random) : pair(random)).key;
        assertRange(tree, model, from, to);
        tree = opener.get();
      }
    }
    for (Pair pair : model) {
      assertThat(tree.delete(pair.key, pair.value)).isTrue();
    }
    assertSound(tree);
    assertThat(tree.height()).isZero();
    assertThat(scan(tree, LEAST, GREATEST, true)).isEmpty();
    assertThat(scan(tree, LEAST, GREATEST, false)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "bplus, 1024",
    "bplus, 4096",
    "bplus, 16384",
    "'bplus:capacity=3', 1024",
    "'bplus:capacity=4', 1024",
    "'bplus:leafcapacity=5,nodecapacity=3,minfill=10%', 1024",
    "bplus:key=double, 1024",
    "bplus:key=double, 4096",
    "bplus:key=double, 16384",
    "'bplus:key=double,capacity=3', 1024"
  })
  void randomOperationsGiveTheAnswersOfASet(String spec, int pageSize) {
    run(spec, pageSize, 5_000);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "bplus, 1024",
    "bplus, 4096",
    "bplus, 16384",
    "'bplus:capacity=3', 1024",
    "bplus:key=double, 1024",
    "bplus:key=double, 4096",
    "bplus:key=double, 16384"
  })
  void manyRandomOperationsGiveTheAnswersOfASet(String spec, int pageSize) {
    run(spec, pageSize, 50_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void ascendingAndDescendingKeysMakeSoundTrees(int direction) {
    BPlusTree tree = tree("bplus:capacity=5", 1024);
    for (int i = 0; i < 3000; i++) {
      tree.insert((long) direction * i, i);
    }
    assertSound(tree);
    assertThat(tree.height()).isGreaterThan(4);
    for (int i = 0; i < 3000; i++) {
      assertThat(tree.delete((long) direction * i, i)).isTrue();
      if (i % 300 == 0) {
        assertSound(tree);
      }
    }
    assertThat(tree.size()).isZero();
  }

  /** Keys that ascend, as generated ids do, fill their leaves; only the last leaf may be small. */
  @Test
  void ascendingKeysFillLeaves() {
    BPlusTree tree = tree("bplus:capacity=20", 1024);
    for (int i = 0; i < 3001; i++) {
      tree.insert(i, i);
      if (i % 300 < 3) {
        assertSound(tree);
      }
    }
    assertThat(tree.leafBoundaries(LEAST, GREATEST)).hasSize(3000 / 20);
    for (int i = 3000; i > 2950; i--) {
      assertThat(tree.delete(i, i)).isTrue();
      assertSound(tree);
    }
    for (int i = 0; i < 2951; i++) {
      assertThat(tree.insert(i, i + 1L)).isTrue();
    }
    assertSound(tree);
    assertThat(tree.size()).isEqualTo(2 * 2951);
  }

  /** What is there all the time is met once and in order, whatever happens between two leaves. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aScanToleratesChangesMeanwhile(boolean ascending) {
    Random random = Seeds.random();
    BPlusTree tree = tree("bplus:capacity=4", 1024);
    for (long key = 0; key < 3000; key++) {
      tree.insert(key, 0);
    }
    List<Long> kept = new ArrayList<>();
    LeafCursor cursor = tree.cursor(10, 2989, ascending);
    while (cursor.nextLeaf()) {
      for (int i = 0; i < cursor.count(); i++) {
        if (cursor.key(i) % 3 == 0 && cursor.value(i) == 0) {
          kept.add(cursor.key(i));
        }
      }
      for (int i = 0; random.nextBoolean() && i < 40; i++) {
        long key = random.nextInt(3000);
        if (key % 3 != 0) {
          tree.delete(key, 0);
        }
        tree.insert(random.nextInt(3000), 1 + random.nextInt(3));
      }
    }
    List<Long> expected = new ArrayList<>();
    for (long key = 12; key < 2990; key += 3) {
      expected.add(key);
    }
    if (!ascending) {
      Collections.reverse(expected);
    }
    assertThat(kept).isEqualTo(expected);
    assertSound(tree);
  }

  @Test
  void aVisitorMayChangeTheTreeAndStop() {
    BPlusTree tree = tree("bplus:capacity=4", 1024);
    for (long key = 0; key < 500; key++) {
      tree.insert(key, key);
    }
    tree.visit(0, 499, true, (key, value) -> tree.delete(key, value));
    assertThat(tree.size()).isZero();
    for (long key = 0; key < 500; key++) {
      tree.insert(key, key);
    }
    assertThat(
            tree.visit(
                100,
                400,
                false,
                new StoppingPairs((key, value) -> VisitResult.continueIf(key > 391))))
        .isEqualTo(10);
  }

  /** A scan reads each leaf of its range and each node above leaves once, and the way there. */
  @Test
  void aScanReadsEachLeafOnce() {
    CountingStore store = new CountingStore(1024, BPlusTree.LAYOUT);
    BPlusTree tree = BPlusTree.open(store, config("bplus:capacity=4", 1024));
    for (long key = 0; key < 2000; key++) {
      tree.insert(key, key);
    }
    CheckReport report = tree.check();
    long leaves = report.leafNodes();
    for (boolean ascending : new boolean[] {true, false}) {
      store.leafReads = 0;
      store.nodeReads = 0;
      assertThat(tree.visit(LEAST, GREATEST, ascending, (k, v) -> {})).isEqualTo(2000);
      assertThat(store.leafReads).isEqualTo(leaves);
      // nodes above leaves have 2 children or more; each costs one way down
      assertThat(store.nodeReads).isLessThanOrEqualTo((leaves / 2 + 1) * tree.height());
    }
    store.leafReads = 0;
    assertThat(tree.leafBoundaries(LEAST, GREATEST)).hasSize((int) leaves - 1);
    assertThat(store.leafReads).isZero();
  }

  private static int countLeaves(BPlusTree tree, NodeReader reader) {
    LeafCursor leaves = tree.cursor(reader, 20_000, 70_000, true);
    int count = 0;
    while (leaves.nextLeaf()) {
      count++;
    }
    return count;
  }

  @Test
  void leafBoundariesCutARangeIntoLeaves() {
    Random random = Seeds.random();
    MemoryNodeStore store = new MemoryNodeStore(1024, BPlusTree.LAYOUT);
    BPlusTree tree = BPlusTree.open(store, config("bplus:capacity=8", 1024));
    for (int i = 0; i < 3000; i++) {
      tree.insert(random.nextInt(100_000), i);
    }
    long[] bounds = tree.leafBoundaries(20_000, 70_000);
    long from = 20_000;
    long counted = 0;
    for (long bound : bounds) {
      assertThat(bound).isBetween(from + 1, 70_000L);
      long part = tree.count(from, bound - 1);
      // entries of a part's first key may also end the leaf before
      assertThat(part).isLessThanOrEqualTo(8 + tree.count(from, from));
      counted += part;
      from = bound;
    }
    assertThat(counted + tree.count(from, 70_000)).isEqualTo(tree.count(20_000, 70_000));
    assertThat(tree.leafBoundaries(5, 4)).isEmpty();
    for (int i = 0; i < 100; i++) {
      tree.insert(-1, i); // many leaves that begin with the same key
    }
    assertThat(tree.leafBoundaries(-2, -1).length).isLessThanOrEqualTo(1);
    try (NodeReader reader = store.snapshot()) {
      assertThat(tree.leaves(reader, -2, -1, 1_000)).isBetween(100L / 8, 100L / 4 + 2);
      assertThat(tree.leaves(reader, 20_000, 70_000, 10_000))
          .isBetween(1L + bounds.length, 3L + bounds.length);
      assertThat(tree.leaves(reader, 5, 4, 1_000)).isOne();
      assertThat(tree.leaves(reader, 20_000, 70_000, 7)).isEqualTo(7);
      LeafCursor leaves = tree.cursor(reader, 20_000, 70_000, true);
      for (int left = countLeaves(tree, reader); left > 0; left--) {
        assertThat(leaves.nextLeaf()).isTrue();
        assertThat(leaves.leavesAhead()).isBetween(0, left);
      }
      assertThat(leaves.nextLeaf()).isFalse();
      assertThat(leaves.leavesAhead()).isZero();
    }
  }

  @Test
  void doublesKeepTheirOrder() {
    double[] ordered = {
      Double.NEGATIVE_INFINITY,
      -Double.MAX_VALUE,
      -2.5,
      -Double.MIN_VALUE,
      0,
      Double.MIN_VALUE,
      1,
      Math.nextUp(1.0),
      Double.MAX_VALUE,
      Double.POSITIVE_INFINITY
    };
    BPlusTree tree = tree("bplus:key=double", 1024);
    for (int i = ordered.length - 1; i >= 0; i--) {
      assertThat(KeyKind.real(KeyKind.word(ordered[i]))).isEqualTo(ordered[i]);
      assertThat(tree.insert(KeyKind.word(ordered[i]), i)).isTrue();
    }
    List<Double> met = new ArrayList<>();
    tree.visit(LEAST, GREATEST, true, (key, value) -> met.add(KeyKind.real(key)));
    assertThat(met).hasSize(ordered.length).isSorted();
    assertThat(tree.contains(KeyKind.word(-0.0), 4)).isTrue();
    assertThat(KeyKind.word(-0.0)).isEqualTo(KeyKind.word(0.0));
    assertThat(tree.count(KeyKind.word(-2.5), KeyKind.word(1))).isEqualTo(5);
    assertThatThrownBy(() -> KeyKind.word(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
  }

  @Test
  void aTreeIsOpenedWithTheKeysItHas() {
    MemoryNodeStore store = new MemoryNodeStore(1024, BPlusTree.LAYOUT);
    BPlusTree tree = BPlusTree.open(store, config("bplus:key=double", 1024));
    tree.insert(KeyKind.word(1.5), 1);
    assertThatThrownBy(() -> BPlusTree.open(store, config("bplus", 1024)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("; use key=double");
    BPlusTree again = BPlusTree.open(store, config("bplus:key=double", 1024));
    assertThat(again.keyKind()).isEqualTo(KeyKind.DOUBLE);
    assertThat(again.contains(KeyKind.word(1.5), 1)).isTrue();
    for (byte[] none : new byte[][] {{}, {'x'}, {'d', 1}, {'d', 0, 0}, new byte[8]}) {
      try (NodeOperation operation = store.begin()) {
        operation.extra(none);
        operation.commit();
      }
      assertThatThrownBy(() -> BPlusTree.open(store, config("bplus:key=double", 1024)))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining(Arrays.toString(none));
    }
  }

  @Test
  void errorsSayWhatIsAllowed() {
    assertThatThrownBy(() -> config("bplus:key=text", 1024))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("long, double");
    assertThatThrownBy(() -> config("bplus:leafcapacity=253", 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("3 to 252");
    assertThatThrownBy(() -> config("bplus:nodecapacity=169", 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("3 to 168");
    assertThatThrownBy(() -> config("bplus:fill=9", 4096))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("unknown key 'fill'");
    BPlusTree small = tree("bplus", 4096);
    MemoryNodeStore smaller = new MemoryNodeStore(1024, BPlusTree.LAYOUT);
    assertThatThrownBy(() -> BPlusTree.open(smaller, config("bplus", 4096)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("leafcapacity=252 (allowed: 3 to 60)");
    LeafCursor cursor = small.cursor(1, 2, true);
    small.close();
    small.close();
    assertThatThrownBy(cursor::nextLeaf).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> small.insert(1, 1)).isInstanceOf(StoreClosedException.class);
  }

  /** Changes a tree behind its back; the check must report it. */
  private static List<String> problemsAfter(Consumer<NodeOperation> change) {
    MemoryNodeStore store = new MemoryNodeStore(1024, BPlusTree.LAYOUT);
    BPlusTree tree = BPlusTree.open(store, config("bplus:capacity=4", 1024));
    for (long key = 0; key < 60; key += 2) {
      tree.insert(key, 0);
    }
    assertSound(tree);
    try (NodeOperation operation = store.begin()) {
      change.accept(operation);
      operation.commit();
    }
    return tree.check().problems();
  }

  /**
   * Values of pairs are replaced, with pairs of the same key beside them and without, as in a set.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 40, 4_000})
  void replacedValuesAreThoseOfASet(int keys) {
    Random random = Seeds.random();
    BPlusTree tree = tree("bplus", 256);
    NavigableSet<Pair> model = new TreeSet<>();
    while (model.size() < 600) {
      Pair pair = new Pair(random.nextInt(keys), random.nextInt(5_000));
      if (model.add(pair)) {
        tree.insert(pair.key, pair.value);
      }
    }
    for (int round = 0; round < 40; round++) {
      try (BPlusBatch batch = tree.begin()) {
        for (int i = 0; i < 50; i++) {
          Pair from = new Pair(random.nextInt(keys), random.nextInt(5_000));
          Pair there = random.nextInt(8) == 0 ? null : model.ceiling(from);
          from = there == null ? from : there;
          long value = random.nextInt(4) == 0 ? from.value : random.nextInt(5_000);
          Pair to = new Pair(from.key, value);
          if (to.equals(from) || !model.contains(to)) {
            boolean known = model.remove(from);
            assertThat(batch.replace(from.key, from.value, to.value)).isEqualTo(known);
            if (known) {
              model.add(to);
            }
          }
        }
        batch.commit();
      }
      assertSound(tree);
      assertThat(scan(tree, LEAST, GREATEST, true)).isEqualTo(new ArrayList<>(model));
    }
  }

  private static long[] entry(NodeOperation operation, long nodeId, int level, int slot) {
    NodeView node = operation.read(nodeId, level);
    long[] words = new long[3];
    node.copyEntry(slot, words, 0);
    operation.release(node);
    return words;
  }

  @Test
  void theCheckReportsWrongBoundsAndWrongOrder() {
    assertThat(
            problemsAfter(
                operation -> {
                  int top = operation.height();
                  long[] second = entry(operation, operation.root(), top, 1);
                  second[1]++;
                  operation.change(operation.root(), top, second);
                }))
        .anySatisfy(line -> assertThat(line).contains("its parent says"));
    assertThat(
            problemsAfter(
                operation -> {
                  long node = operation.root();
                  for (int level = operation.height(); level > 0; level--) {
                    node = entry(operation, node, level, 1)[0];
                  }
                  long[] pair = entry(operation, node, 0, 0);
                  operation.remove(node, 0, pair);
                  operation.add(node, 0, new long[] {0, -5});
                }))
        .anySatisfy(line -> assertThat(line).contains("is less than the bound"))
        .anySatisfy(line -> assertThat(line).contains("is not greater than the one before"));
    assertThat(
            problemsAfter(
                operation -> {
                  long node = operation.root();
                  for (int level = operation.height(); level > 0; level--) {
                    node = entry(operation, node, level, 1)[0];
                  }
                  for (int i = 0; i < 3; i++) {
                    operation.remove(node, 0, entry(operation, node, 0, 0));
                  }
                  operation.entries(27);
                }))
        .anySatisfy(line -> assertThat(line).contains(": 1 pairs (allowed: at least 2)"));
  }
}
