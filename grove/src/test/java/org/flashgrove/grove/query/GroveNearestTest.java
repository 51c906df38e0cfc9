package org.flashgrove.grove.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.grove.GroveConfigs;
import org.flashgrove.grove.GroveHarness;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.memtable.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Searches for more neighbours than a run of a page has entries, and for more than a thousand, for
 * which pages are read whole.
 */
class GroveNearestTest {
  private static final int ENTRIES = 4_000;
  private static final int DELETIONS = 400;

  @Test
  void aSearchThatGoesOnDoesNotComeToKeepAllPages() {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withSplit(GroveConfigs.of(GroveHarness.CURVE, 64 << 10), true);
    GroveHarness harness = new GroveHarness(EntryKind.POINTS, config, 1024, 16, random);
    for (long id = 1; id <= 4 * ENTRIES; id++) {
      harness.insert(Entry.of(id, EntryKind.POINTS.box(random)));
    }
    harness.grove().flush();
    MemoryComponentStore store = harness.store();
    PageReader reader = harness.newReader();
    GroveNearest search = new GroveNearest(store, reader, Metric.PLANAR);
    try (ComponentSnapshot snapshot = store.snapshot()) {
      search.reset(Metric.PLANAR.from(0.4, 0.6, 0.4, 0.6, null));
      search.start((View) snapshot.state(), Long.MAX_VALUE, null, false);
      reader.begin(search.era(), false);
      for (int i = 0; i < 1_024; i++) {
        assertThat(search.next()).isTrue();
      }
      int kept = search.keptPages();
      int found = 1_024;
      while (search.next()) {
        found++;
      }
      assertThat(found).isEqualTo(4 * ENTRIES);
      // Residual pages of entries that were queued by their cells still come.
      assertThat(search.keptPages()).isLessThanOrEqualTo(2 * kept);
      search.end();
      reader.end();
    }
  }

  /** Packed changes are in runs. The nearest runs bound the distances of the other changes. */
  @ParameterizedTest
  @EnumSource
  void neighboursAmongPackedChangesAreThoseOfAList(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 512 << 10);
    GroveHarness harness = new GroveHarness(kind, config, 1024, 16, random);
    for (long id = 1; id <= ENTRIES; id++) {
      harness.insert(Entry.of(kind.id(random, id), kind.box(random)));
    }
    for (int i = 0; i < DELETIONS; i++) {
      harness.delete(harness.bag().any(random));
    }
    assertThat(packedChanges(harness.store())).isGreaterThan(ENTRIES / 2);
    for (int limit = 1; limit < ENTRIES; limit += 1 + random.nextInt(limit)) {
      double[] q = harness.window();
      harness.assertNearest(q, limit);
      harness.assertNearest(new double[] {q[0], q[1], q[0], q[1]}, limit);
    }
  }

  /** A search estimates a radius from the density, which varies much within an interval here. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EXTREMES")
  void neighboursBeyondTheEstimatedRadiusAreThoseOfAList(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 512 << 10);
    GroveHarness harness = new GroveHarness(kind, config, 1024, 16, random);
    for (long id = 1; id <= ENTRIES; id++) {
      double[] box = kind.box(random);
      for (int i = 0; i < box.length; i++) {
        box[i] *= box[i] * box[i] * box[i] * box[i];
      }
      harness.insert(Entry.of(kind.id(random, id), box));
      if (id % 10 == 0) {
        harness.delete(harness.bag().any(random));
      }
    }
    assertThat(harness.grove().stats().blocks()).isZero();
    for (int limit = 1; limit < 1_000; limit += 1 + random.nextInt(limit)) {
      for (int i = 0; i < 8; i++) {
        double[] q = harness.window();
        harness.assertNearest(q, limit);
        harness.assertNearest(new double[] {q[0], q[1], q[0], q[1]}, limit);
      }
    }
  }

  /** Neighbours whose distances differ only in their last bits are still in order. */
  @Test
  void neighboursAtNearlyEqualDistancesAreThoseOfAList() {
    Random random = Seeds.random();
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 512 << 10);
    GroveHarness harness = new GroveHarness(EntryKind.POINTS, config, 1024, 16, random);
    for (long id = 1; id <= ENTRIES; id++) {
      double x = 0.5 + Math.ulp(0.5) * random.nextInt(1 << random.nextInt(16));
      harness.insert(Entry.of(id, new double[] {x, 0, x, 0}));
    }
    double[] q = {0, 0, 0, 0};
    for (int limit = 1; limit <= 1_024; limit += 1 + random.nextInt(limit)) {
      harness.assertNearest(q, limit);
    }
    harness.grove().flush();
    harness.assertNearest(q, 1_024);
  }

  private static int packedChanges(MemoryComponentStore store) {
    int sum = 0;
    try (ComponentSnapshot snapshot = store.snapshot()) {
      View view = (View) snapshot.state();
      Partition partition = view.partition();
      for (int at = partition.first(); at < partition.beyond(); at = partition.next(at)) {
        sum += view.buffer(at).packed();
      }
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("org.flashgrove.grove.GroveTest#forms")
  void manyNeighboursAreThoseOfAList(EntryKind kind, boolean split) {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withSplit(GroveConfigs.of(GroveHarness.CURVE, 64 << 10), split);
    GroveHarness harness =
        new GroveHarness(kind, GroveConfigs.withTiles(config, 4, 4), 1024, 16, random);
    for (long id = 1; id <= ENTRIES; id++) {
      harness.insert(Entry.of(kind.id(random, id), kind.box(random)));
    }
    harness.grove().flush();
    for (int i = 0; i < DELETIONS; i++) {
      harness.delete(harness.bag().any(random)); // of entries in blocks, and no flush behind
    }
    assertThat(harness.grove().stats().blocks()).isPositive();
    for (int limit : new int[] {1_025, 2_000 + random.nextInt(1_000), ENTRIES}) {
      double[] q = harness.window();
      harness.assertNearest(q, limit);
      harness.assertNearest(new double[] {q[0], q[1], q[0], q[1]}, limit);
    }
    for (int limit = 1; limit < 400; limit += 1 + random.nextInt(limit)) { // one run to many pages
      double[] q = harness.window();
      harness.assertNearest(q, limit);
      harness.assertNearest(new double[] {q[0], q[1], q[0], q[1]}, limit);
    }
    double[] q = harness.window();
    try (EntryCursor cursor =
        harness.grove().cursor(EntryQuery.nearest(Long.MAX_VALUE, q[0], q[1], q[2], q[3]))) {
      GroveHarness.assertAll(cursor, harness.bag(), q);
    }
  }
}
