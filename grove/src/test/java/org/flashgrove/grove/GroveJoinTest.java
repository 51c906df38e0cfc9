package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.StoppingPairs;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.indexes.query.EntryPairs;
import org.flashgrove.indexes.query.PartJoin;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.SpatialTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Joins of groves with each other, with themselves and with trees, against nested loops. */
class GroveJoinTest {
  private static final int ENTRIES_OF_A_PART = 100;
  private static final double[] ALL = {-1e301, -1e301, 1e301, 1e301};

  /** One of the joins. */
  @FunctionalInterface
  private interface Join {
    long run(RectangleTest test, PairVisitor visitor);
  }

  /** Joins a grove, a part after the other, with what is searched. */
  private static long join(
      GroveSnapshot parts,
      EntrySource others,
      RectangleTest test,
      boolean partIsLeft,
      PairVisitor visitor) {
    PartJoin join = new PartJoin(others, test, partIsLeft, EntryPairs.of(visitor));
    int[] left = {ENTRIES_OF_A_PART};
    parts.scan(
        EntryQuery.all(),
        (id, minX, minY, maxX, maxY, distance) -> {
          join.visit(id, minX, minY, maxX, maxY);
          if (--left[0] > 0) {
            return VisitResult.CONTINUE;
          }
          left[0] = ENTRIES_OF_A_PART;
          return VisitResult.continueIf(join.endPart());
        });
    join.endPart();
    return join.found();
  }

  /** Joins a grove with itself, as one commit left it. */
  private static long joinWithItself(Grove grove, RectangleTest test, PairVisitor visitor) {
    try (GroveSnapshot entries = grove.snapshot()) {
      return join(entries, entries, test, true, visitor);
    }
  }

  private static GroveHarness harness(EntryKind kind, Random random) {
    GroveConfig config =
        GroveConfigs.withSnapshotMemory(
            GroveConfigs.withTiles(
                GroveConfigs.withSplit(
                    GroveConfigs.of(GroveHarness.CURVE, 24 << 10), random.nextBoolean()),
                4,
                4),
            4 << 20);
    return new GroveHarness(kind, config, 512, 8, random);
  }

  private static long pair(long left, long right) {
    return left * 1_000_003 + right;
  }

  /** The pairs by nested loops, in order. */
  private static long[] expected(Bag left, Bag right, RectangleTest test) {
    LongStream.Builder pairs = LongStream.builder();
    List<Entry> others = right.search(Predicate.INTERSECTS, ALL);
    for (Entry a : left.search(Predicate.INTERSECTS, ALL)) {
      for (Entry b : others) {
        if (test.matches(
            a.minX(), a.minY(), a.maxX(), a.maxY(), b.minX(), b.minY(), b.maxX(), b.maxY())) {
          pairs.add(pair(a.id(), b.id()));
        }
      }
    }
    return pairs.build().sorted().toArray();
  }

  private static void assertJoin(Join join, Bag left, Bag right, RectangleTest test) {
    LongStream.Builder found = LongStream.builder();
    long count =
        join.run(
            test,
            (a, b) -> {
              found.add(pair(a, b));
            });
    long[] expected = expected(left, right, test);
    assertThat(Arrays.equals(found.build().sorted().toArray(), expected)).as("%s", test).isTrue();
    assertThat(count).isEqualTo(expected.length);
    assertThat(join.run(test, null)).isEqualTo(count);
  }

  private static List<RectangleTest> tests(Random random) {
    List<RectangleTest> tests = new ArrayList<>(List.of(Predicate.values()));
    tests.remove(Predicate.DISJOINT);
    tests.add(new WithinDistance(0));
    tests.add(new WithinDistance(random.nextDouble() * 0.02));
    return tests;
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void pairsAreThoseOfNestedLoops(EntryKind kind) {
    Random random = Seeds.random();
    boolean equal = kind == EntryKind.IDENTICAL || kind == EntryKind.FEW;
    GroveHarness left = harness(kind, random);
    GroveHarness right = harness(random.nextBoolean() ? kind : EntryKind.RECTANGLES, random);
    left.run(equal ? 200 : 600, 85);
    right.run(equal ? 200 : 600, 85);
    RTreeConfig config = RTreeConfig.of(Spec.parse("rtree"), 1024);
    NodeStore nodes = new MemoryNodeStore(1024, new RTree(config).layout());
    SpatialTree tree = SpatialTree.open(nodes, new RTree(config));
    Bag inTree = new Bag();
    for (int i = 0; i < 200; i++) {
      Entry entry = Entry.of(-i, kind.box(random));
      tree.insert(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
      inTree.add(entry);
    }
    try (GroveSnapshot grove = left.grove().snapshot();
        GroveSnapshot other = right.grove().snapshot()) {
      EntrySource inner = tree;
      for (RectangleTest test : tests(random)) {
        assertJoin((t, v) -> join(grove, other, t, true, v), left.bag(), right.bag(), test);
        assertJoin((t, v) -> join(grove, grove, t, true, v), left.bag(), left.bag(), test);
        assertJoin((t, v) -> join(grove, inner, t, true, v), left.bag(), inTree, test);
        assertJoin((t, v) -> join(grove, inner, t, false, v), inTree, left.bag(), test);
      }
    }
  }

  @Test
  void visitorsMayStopQueryAndChange() {
    GroveHarness harness = harness(EntryKind.RECTANGLES, Seeds.random());
    harness.run(1_200, 90);
    Grove grove = harness.grove();
    long size = grove.size();
    long[] visits = {0};
    long visited =
        joinWithItself(
            grove,
            Predicate.INTERSECTS,
            new StoppingPairs(
                (a, b) -> {
                  grove.insert(-1 - visits[0], 0.4, 0.6, 0.4, 0.6);
                  assertThat(grove.count(EntryQuery.intersecting(0.4, 0.6))).isPositive();
                  return VisitResult.continueIf(++visits[0] < 300);
                }));
    assertThat(visited).isEqualTo(300);
    assertThat(grove.size()).isEqualTo(size + 300);
    assertThat(grove.check().problems()).isEmpty();
  }

  @Test
  void aJoinSeesOneCommit() {
    GroveHarness harness = harness(EntryKind.POINTS, Seeds.random());
    harness.run(1_000, 95);
    Grove grove = harness.grove();
    List<Entry> all = harness.bag().search(Predicate.INTERSECTS, ALL);
    int[] deleted = {0};
    long pairs =
        joinWithItself(
            grove,
            Predicate.EQUALS,
            (a, b) -> {
              Entry next = all.get(deleted[0]++);
              grove.delete(next.id(), next.minX(), next.minY(), next.maxX(), next.maxY());
            });
    assertThat(pairs).isEqualTo(expected(harness.bag(), harness.bag(), Predicate.EQUALS).length);
    assertThat(grove.size()).isZero();
  }
}
