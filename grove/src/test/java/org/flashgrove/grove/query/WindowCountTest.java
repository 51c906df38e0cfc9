package org.flashgrove.grove.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.grove.GroveConfigs;
import org.flashgrove.grove.GroveHarness;
import org.flashgrove.grove.GroveSnapshot;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts of large windows, whose blocks and pages lie within them for the most part. */
class WindowCountTest {
  private static final int ENTRIES = 4_000;
  private static final int DELETIONS = 500;
  private static final List<RectangleTest> TESTS =
      List.of(
          Predicate.INTERSECTS,
          Predicate.INSIDE,
          Predicate.DISJOINT,
          Predicate.COVEREDBY,
          new WithinDistance(0.1));

  private static GroveHarness harness(EntryKind kind, long memory, boolean split, Random random) {
    GroveConfig config = GroveConfigs.withSplit(GroveConfigs.of(GroveHarness.CURVE, memory), split);
    return new GroveHarness(kind, config, 1024, 16, random);
  }

  /** With changes in the buffer, of this commit and of an older snapshot. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void countsAreThoseOfAListAfterDeletions(EntryKind kind) {
    Random random = Seeds.random();
    long memory = (32L + random.nextInt(200)) << 10; // fences are coarse in a small one
    GroveHarness harness = harness(kind, memory, random.nextBoolean(), random);
    for (int i = 0; i < ENTRIES; i++) {
      harness.insert(harness.next());
    }
    harness.grove().flush();
    harness.run(DELETIONS, 10);
    Bag before = harness.bag().copy();
    try (GroveSnapshot snapshot = harness.grove().snapshot()) {
      for (int i = 0; i < 100; i++) {
        harness.delete(harness.bag().any(random));
        harness.insert(harness.next());
        double[] q = window(random);
        for (RectangleTest test : TESTS) {
          EntryQuery query = EntryQuery.matching(test, q[0], q[1], q[2], q[3]);
          assertThat(harness.grove().count(query))
              .as("%s", query)
              .isEqualTo(harness.bag().search(test, q).size());
          assertThat(snapshot.count(query)).isEqualTo(before.search(test, q).size());
        }
      }
    }
  }

  private static double[] window(Random random) {
    double x = random.nextDouble() * 0.45;
    double y = random.nextDouble() * 0.65;
    return new double[] {x, y, x + random.nextDouble(), y + random.nextDouble()};
  }

  @Test
  void aCountReadsOnlyPagesAtTheEdgeOfTheWindow() {
    Random random = Seeds.random();
    GroveHarness harness = harness(EntryKind.COLLINEAR, 256 << 10, false, random);
    for (int i = 0; i < ENTRIES; i++) {
      harness.insert(Entry.of(i, EntryKind.COLLINEAR.box(random)));
    }
    harness.grove().flush();
    for (int i = 0; i < 50; i++) {
      harness.delete(harness.bag().any(random));
    }
    try (GroveSnapshot snapshot = harness.grove().snapshot()) {
      EntryQuery all = EntryQuery.intersecting(-9, 0, 9, 1);
      assertThat(snapshot.count(all)).isEqualTo(ENTRIES - 50);
      assertThat(snapshot.pages()).isZero();
      double[] q = {0.39, 0, 9, 1};
      EntryQuery part = EntryQuery.intersecting(q[0], q[1], q[2], q[3]);
      assertThat(snapshot.count(part))
          .isEqualTo(harness.bag().search(Predicate.INTERSECTS, q).size());
      long counting = snapshot.pages();
      snapshot.forEach(part, (id, x1, y1, x2, y2) -> {});
      assertThat(counting).isBetween(1L, (snapshot.pages() - counting) / 4);
    }
  }
}
