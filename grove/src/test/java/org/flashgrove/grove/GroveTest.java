package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.index.GroveStats;
import org.flashgrove.grove.memtable.Memtable;
import org.flashgrove.grove.merge.MergePicker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A grove over a store in memory, against a list of its entries. */
class GroveTest {
  private static final int PAGE = 512;
  private static final long SEED_OF_PAGES = 18;
  private static final int BLOCK_PAGES = 8;
  private static final long MEMORY = 24 << 10;

  static Stream<Arguments> forms() {
    List<Arguments> forms = new ArrayList<>();
    for (EntryKind kind : EntryKind.values()) {
      for (boolean split : new boolean[] {false, true}) {
        forms.add(Arguments.of(kind, split));
      }
    }
    return forms.stream();
  }

  private static GroveConfig config(boolean split) {
    return GroveConfigs.withTiles(
        GroveConfigs.withSplit(GroveConfigs.of(GroveHarness.CURVE, MEMORY), split), 4, 4);
  }

  /** A grove that declares no domain. */
  private static GroveConfig undeclared(boolean split) {
    return GroveConfigs.withTiles(GroveConfigs.withSplit(GroveConfigs.of(MEMORY), split), 4, 4);
  }

  private static GroveConfig any(Random random) {
    boolean split = random.nextBoolean();
    return random.nextBoolean() ? config(split) : undeclared(split);
  }

  private static GroveHarness harness(EntryKind kind, GroveConfig config, Random random) {
    return new GroveHarness(kind, config, PAGE, BLOCK_PAGES, random);
  }

  /** In all 16 times 2,500 operations, and the deletions of what is left. */
  @ParameterizedTest
  @MethodSource("forms")
  void answersAreThoseOfAList(EntryKind kind, boolean split) {
    GroveHarness harness = harness(kind, config(split), Seeds.random());
    harness.run(1_500, 90);
    harness.assertSound();
    if (kind == EntryKind.RECTANGLES) {
      assertThat(harness.grove().stats().merges()).isGreaterThan(3);
      assertThat(harness.duringMerge())
          .as("operations while a merge was under way")
          .isGreaterThan(20);
      assertThat(harness.mostCached()).isGreaterThan(3);
    }
    harness.open();
    harness.run(500, 30);
    harness.grove().flush();
    assertThat(harness.grove().stats().bufferedChanges()).isZero();
    harness.open();
    harness.run(500, 60);
    harness.assertSound();
    harness.deleteAll();
    assertThat(harness.grove().size()).isZero();
    harness.grove().flush();
    assertThat(harness.grove().stats().blocks()).isZero();
    harness.assertSound();
    harness.grove().close();
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aDomainIsChosenFromTheFirstEntries(EntryKind kind) {
    Random random = Seeds.random();
    GroveHarness harness = harness(kind, undeclared(random.nextBoolean()), random);
    CurveOrder curve = harness.grove().content().curve();
    harness.run(random.nextInt(100), 90);
    assertThat(curve.isKnown()).isFalse();
    harness.open();
    harness.assertSound();
    harness.run(700, 90);
    curve = harness.grove().content().curve();
    assertThat(curve.isKnown()).isTrue();
    harness.run(300, 70);
    harness.open();
    assertThat(harness.grove().content().curve()).isEqualTo(curve);
    harness.run(200, 20);
    harness.grove().flush();
    harness.run(100, 40);
    harness.assertSound();
    harness.deleteAll();
    assertThat(harness.grove().size()).isZero();
    harness.assertSound();
  }

  /** One flush after a few entries chooses it, whatever they are. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aDomainIsChosenFromVeryFewEntries(EntryKind kind) {
    Random random = Seeds.random();
    GroveHarness harness = harness(kind, undeclared(true), random);
    harness.run(1 + random.nextInt(4), 100);
    harness.grove().flush();
    harness.assertSound();
    harness.run(900, 85);
    harness.assertSound();
    harness.open();
    harness.assertSound();
  }

  @Test
  void aDomainThatWasChosenStays() {
    Random random = Seeds.random();
    GroveHarness harness = harness(EntryKind.POINTS, undeclared(true), random);
    harness.run(1_500, 100);
    harness.grove().close();
    MemoryComponentStore again = new MemoryComponentStore(harness.disk(), PAGE, BLOCK_PAGES);
    Grove.attach(again, config(true));
    assertThatThrownBy(again::open)
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(
            "domain=0.0/0.0/1.0/1.0 and oversized entries above 0.0625 of it, but the store");
  }

  /** Pages that windows ask for after a load of points of an extent that grows and moves. */
  @Test
  void aChosenDomainIsAsGoodAsOneThatIsWideEnough() {
    HilbertCurve curve = new HilbertCurve(-130, -90, 110, 100);
    long declared = pagesOfWindows(GroveConfigs.of(curve, 96 << 10));
    long chosen = pagesOfWindows(GroveConfigs.of(96 << 10));
    assertThat(chosen).isLessThan((long) (1.1 * declared));
  }

  private static long pagesOfWindows(GroveConfig config) {
    CountedComponents store = new CountedComponents(1024, 16);
    Grove grove = Grove.attach(store, GroveConfigs.withTiles(config, 4, 4));
    store.open();
    Random random = new Random(SEED_OF_PAGES); // a statistic
    double x = 0;
    double y = 0;
    List<double[]> windows = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      double step = 0.001 + i * 1e-5;
      x = Math.max(-99, Math.min(99, x + step * random.nextGaussian()));
      y = Math.max(-99, Math.min(99, y + step * random.nextGaussian()));
      grove.insert(i, x, y, x, y);
      if (i % 100 == 0) {
        windows.add(new double[] {x - 0.2, y - 0.2, x + 0.2, y + 0.2});
      }
    }
    grove.flush();
    CountedComponents again = store.again();
    Grove opened = Grove.attach(again, GroveConfigs.withTiles(config, 4, 4));
    again.open();
    long before = again.reads();
    for (double[] w : windows) {
      opened.forEach(
          EntryQuery.intersecting(w[0], w[1], w[2], w[3]).idsOnly(), (id, x1, y1, x2, y2) -> {});
    }
    return again.reads() - before;
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void blindDeletionsOfWhatIsNotThereChangeNothing(EntryKind kind) {
    GroveHarness harness =
        harness(kind, GroveConfigs.withBlind(config(true), true), Seeds.random());
    harness.run(1_500, 70);
    harness.open();
    harness.run(500, 40);
    harness.grove().flush();
    assertThat(harness.grove().size()).isEqualTo(harness.bag().size());
    harness.assertSound();
  }

  @Test
  void manyEntriesInOneMergeAndManyMerges() {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, 96 << 10), 4, 4);
    GroveHarness harness = new GroveHarness(EntryKind.POINTS, config, 1024, 16, random);
    for (int i = 0; i < 20_000; i++) {
      harness.insert(Entry.of(i, EntryKind.POINTS.box(random)));
    }
    GroveStats stats = harness.grove().stats();
    assertThat(stats.merges()).isGreaterThan(10);
    assertThat(stats.blocks()).isGreaterThan(10);
    harness.assertMemory();
    harness.assertSound();
    for (int i = 0; i < 40; i++) {
      harness.query();
    }
    harness.open();
    harness.assertSound();
  }

  /**
   * Blocks above others, through queries, deletions, checkpoint images, openings and power losses.
   */
  @ParameterizedTest
  @EnumSource(
      value = EntryKind.class,
      names = {"POINTS", "RECTANGLES"})
  void blocksStandAboveOthers(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withTwoLevels(
            GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, 40 << 10), 4, 4), 0);
    GroveHarness harness = new GroveHarness(kind, config, PAGE, BLOCK_PAGES, false, random);
    int most = 0;
    int fewer = 0;
    for (int i = 0; i < 9_000; i++) {
      harness.change(i % 3_000 > 2_800 ? 50 : 100);
      harness.assertMemory();
      int upper = harness.grove().stats().upperBlocks();
      most = Math.max(most, upper);
      fewer += upper < most ? 1 : 0;
      if (i % 300 == 0) {
        harness.query();
      }
      if (i % 2_500 == 2_499) {
        harness.assertSound();
        if (i % 5_000 == 2_499) {
          harness.store().checkpointImage();
        } else {
          harness.grove().sync();
        }
        harness.open();
        harness.assertSound();
      }
    }
    assertThat(most).isGreaterThan(2);
    assertThat(fewer).isPositive();
    harness.grove().flush();
    harness.assertSound();
    harness.open();
    harness.assertSound();
  }

  /** Merges end and intervals join between the steps, on both sides of the place reached. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aCheckpointImageInStepsHoldsWhatChangedBesideIt(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withTwoLevels(
            GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, 40 << 10), 4, 4), 0);
    GroveHarness harness = new GroveHarness(kind, config, PAGE, BLOCK_PAGES, false, random);
    harness.run(500, 100);
    int ended = 0;
    for (int i = 0; i < 2_500; i++) {
      harness.change(i % 800 > 500 ? 30 : 95);
      if (random.nextInt(4) == 0 && harness.store().stepOfCheckpointImage()) {
        harness.open();
        harness.assertSound();
        ended++;
      }
      harness.assertMemory();
    }
    assertThat(ended).isGreaterThan(10);
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void cursorsSeeTheCommitAtWhichTheyWereMade(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config = GroveConfigs.withSnapshotMemory(config(random.nextBoolean()), 4 << 20);
    GroveHarness harness = harness(kind, config, random);
    harness.run(700, 90);
    List<EntryCursor> cursors = new ArrayList<>();
    List<Bag> bags = new ArrayList<>();
    double[] q = harness.window();
    for (int i = 0; i < 6; i++) {
      cursors.add(
          harness.grove().cursor(EntryQuery.nearest(Long.MAX_VALUE, q[0], q[1], q[2], q[3])));
      bags.add(harness.bag().copy());
      harness.run(150, 50);
      if (i == 3) {
        harness.grove().flush();
      }
    }
    for (int i = 5; i >= 0; i--) {
      GroveHarness.assertAll(cursors.get(i), bags.get(i), q);
      cursors.get(i).close();
      harness.run(20, 50);
    }
    harness.assertSound();
  }

  @Test
  void aSnapshotExpiresWhenItsMemoryIsUsedUp() {
    Random random = Seeds.random();
    // There is no merge: what one takes from the buffer a snapshot keeps beside that memory.
    GroveConfig config =
        GroveConfigs.withSnapshotMemory(GroveConfigs.of(GroveHarness.CURVE, 1 << 20), 1_000);
    GroveHarness harness = harness(EntryKind.POINTS, config, random);
    harness.run(900, 100);
    Bag bag = harness.bag().copy();
    EntryCursor cursor = harness.grove().cursor(EntryQuery.nearest(Long.MAX_VALUE, 0.4, 0.6));
    harness.run(1_200, 100);
    assertThatThrownBy(() -> GroveHarness.assertAll(cursor, bag, new double[] {0.4, 0.6, 0.4, 0.6}))
        .isInstanceOf(SnapshotExpiredException.class);
    cursor.close();
    try (EntryCursor another =
        harness.grove().cursor(EntryQuery.nearest(Long.MAX_VALUE, 0.4, 0.6))) {
      GroveHarness.assertAll(another, harness.bag(), new double[] {0.4, 0.6, 0.4, 0.6});
    }
    harness.assertSound();
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aCrashLeavesAPrefixOfTheCommits(EntryKind kind) {
    Random random = Seeds.random();
    GroveHarness harness = new GroveHarness(kind, any(random), PAGE, BLOCK_PAGES, false, random);
    harness.run(random.nextInt(600), 90);
    for (int crash = 0; crash < 8; crash++) {
      List<Long> frames = new ArrayList<>();
      List<Bag> bags = new ArrayList<>();
      if (crash % 4 == 3) {
        harness.grove().flush();
      } else if (crash % 4 == 1) {
        harness.store().checkpointImage();
      } else {
        harness.grove().sync();
      }
      frames.add(harness.disk().lastFrame());
      bags.add(harness.bag().copy());
      for (int i = 0; i < 80; i++) {
        harness.change(65);
        frames.add(harness.disk().lastFrame());
        bags.add(harness.bag().copy());
      }
      long first = harness.disk().durableFrame();
      long last = harness.disk().lastFrame();
      long cut = first + (long) (random.nextDouble() * (last - first + 1));
      harness.disk().cut(cut);
      int survivor = 0;
      while (survivor + 1 < frames.size() && frames.get(survivor + 1) <= cut) {
        survivor++;
      }
      harness.expect(bags.get(survivor));
      harness.open();
      harness.assertSound();
    }
  }

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aBulkLoadHoldsWhatWasLoaded(EntryKind kind, @TempDir Path folder) {
    Random random = Seeds.random();
    GroveConfig declared = GroveConfigs.of(GroveHarness.CURVE, 64 << 10);
    assertBulkLoad(
        kind, random.nextBoolean() ? declared : GroveConfigs.of(64 << 10), random, folder);
  }

  /**
   * Deletions among 300 buffered changes of one value once took room that nothing had kept free.
   */
  @Test
  void aBulkLoadOfOneValueStaysWithinTheMemory(@TempDir Path folder) {
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 64 << 10);
    assertBulkLoad(EntryKind.IDENTICAL, config, new Random(1249087984), folder);
  }

  private static void assertBulkLoad(
      EntryKind kind, GroveConfig config, Random random, Path folder) {
    boolean split = random.nextBoolean();
    GroveHarness harness =
        harness(kind, GroveConfigs.withSplit(GroveConfigs.withTiles(config, 4, 4), split), random);
    Grove grove = harness.grove();
    try (GroveLoader loader = grove.bulkLoader(1 << 18, folder)) {
      for (int i = 0; i < 6_000; i++) {
        Entry entry = Entry.of(kind.id(random, -i), kind.box(random));
        loader.add(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
        harness.bag().add(entry);
      }
      grove.load(loader);
    }
    harness.assertSound();
    harness.assertMemory();
    harness.open();
    harness.assertSound();
    harness.run(300, 40);
    harness.assertSound();
    try (GroveLoader loader = harness.grove().bulkLoader(1 << 18, folder)) {
      assertThatThrownBy(() -> harness.grove().load(loader))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("entries; load into an empty index");
    }
  }

  /** Entries of a few ids that share cells of their pages, deleted one by one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deletionsOfEntriesThatOnlyResidualPagesTellApart(boolean rectangles) {
    Random random = Seeds.random();
    GroveHarness harness = harness(EntryKind.POINTS, config(true), random);
    List<Entry> close = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double x = 0.5 + random.nextInt(8) * 1e-9;
      double y = 0.5 + random.nextInt(8) * 1e-9;
      double side = rectangles ? random.nextInt(4) * 1e-9 : 0;
      close.add(Entry.of(random.nextInt(6), new double[] {x, y, x + side, y + side}));
      harness.insert(close.get(i));
      harness.run(2, 100);
    }
    harness.grove().flush();
    while (!close.isEmpty()) {
      harness.delete(close.remove(random.nextInt(close.size())));
      double x = 0.5 + random.nextInt(9) * 1e-9;
      double y = 0.5 + random.nextInt(9) * 1e-9;
      harness.assertSearch(Predicate.INTERSECTS, new double[] {0.4, 0.4, x, y});
      harness.assertSearch(Predicate.INTERSECTS, new double[] {x, 0.4, 0.6, 0.6});
    }
    harness.assertSound();
  }

  @Test
  void deletionsThatWaitCostWindowsForIdsNoPage() {
    Random random = Seeds.random();
    CountedComponents store = new CountedComponents(4096, 32);
    Grove grove = Grove.attach(store, GroveConfigs.of(GroveHarness.CURVE, 512 << 10));
    store.open();
    double[][] points = new double[20_000][];
    for (int i = 0; i < points.length; i++) {
      points[i] = new double[] {random.nextDouble(), random.nextDouble()};
      grove.insert(i, points[i][0], points[i][1], points[i][0], points[i][1]);
    }
    grove.flush();
    long[] pages = {readsOfWindow(grove, store, 20_000), 0};
    for (int i = 0; i < points.length; i += 20) {
      assertThat(grove.delete(i, points[i][0], points[i][1], points[i][0], points[i][1])).isTrue();
    }
    pages[1] = readsOfWindow(grove, store, 19_000);
    assertThat(pages[1]).isEqualTo(pages[0]);
  }

  private static long readsOfWindow(Grove grove, CountedComponents store, int expected) {
    grove.content().pages().lend(0);
    long before = store.reads();
    assertThat(
            grove.forEach(
                EntryQuery.intersecting(-1, -1, 2, 2).idsOnly(), (id, x1, y1, x2, y2) -> {}))
        .isEqualTo(expected);
    assertThat(grove.count(EntryQuery.intersecting(-1, -1, 2, 2))).isEqualTo(expected);
    return store.reads() - before;
  }

  @Test
  void changesOfOneValueArePackedInTheRoomOfAFew() {
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 256 << 10);
    GroveHarness harness = harness(EntryKind.IDENTICAL, config, Seeds.random());
    Memtable buffer = harness.grove().content().buffer();
    harness.run(600, 75);
    long room = buffer.packingBytes();
    harness.run(1_500, 80);
    assertThat(harness.grove().stats().merges()).isZero();
    assertThat(buffer.changes()).isGreaterThan(1_000);
    assertThat(buffer.packingBytes()).isEqualTo(room);
    harness.deleteAll();
    assertThat(buffer.packingBytes()).isEqualTo(room);
  }

  /**
   * Blocks that are tiled ahead, with oversized entries, equal values, and entries that become
   * larger.
   */
  @ParameterizedTest
  @ValueSource(longs = {1 << 20, 8 << 20})
  void aBulkLoadOfManyBlocks(long memory, @TempDir Path folder) {
    Random random = Seeds.random();
    MemoryComponentStore store =
        new MemoryComponentStore(new MemoryComponentStore.Disk(), 1024, 16);
    Grove grove = Grove.attach(store, GroveConfigs.of(GroveHarness.CURVE, memory));
    store.open();
    int count = 40_000;
    long inWindow = 0;
    try (GroveLoader loader = grove.bulkLoader(1 << 22, folder)) {
      for (int i = 0; i < count; i++) {
        boolean equal = i % 4 == 0;
        double x = equal ? 0.25 : random.nextDouble();
        double y = equal ? 0.25 : random.nextDouble();
        double side = i % 1_000 == 0 ? 0.2 : x > 0.5 && i % 2 == 0 ? random.nextDouble() / 1e3 : 0;
        long larger = y > 0.6 ? i + ((long) random.nextInt() << 20) : i;
        loader.add(x > 0.7 ? random.nextLong() : larger, x, y, x + side, y + side);
        inWindow += x <= 0.6 && x + side >= 0.2 && y <= 0.5 && y + side >= 0.1 ? 1 : 0;
      }
      grove.load(loader);
    }
    assertThat(grove.check().problems()).isEmpty();
    assertThat(grove.size()).isEqualTo(count);
    assertThat(grove.count(EntryQuery.intersecting(0.2, 0.1, 0.6, 0.5))).isEqualTo(inWindow);
  }

  /** More entries of one value than a round of the load takes, between others. */
  @Test
  void aBulkLoadOfManyEqualValues(@TempDir Path folder) {
    MemoryComponentStore store = new MemoryComponentStore(new MemoryComponentStore.Disk(), 4096, 8);
    Grove grove = Grove.attach(store, GroveConfigs.of(GroveHarness.CURVE, 1 << 20));
    store.open();
    int count = 2 * MergePicker.MOST_ENTRIES;
    try (GroveLoader loader = grove.bulkLoader(1 << 22, folder)) {
      for (int i = 0; i < count; i++) {
        double at = i % 100 == 0 ? (double) i / count : 0.5;
        loader.add(i, at, at, at, at);
      }
      grove.load(loader);
    }
    assertThat(grove.check().problems()).isEmpty();
    assertThat(grove.count(EntryQuery.intersecting(0.5, 0.5))).isEqualTo(count - count / 100 - 1);
    assertThat(grove.size()).isEqualTo(count);
    grove.insert(-1, 0.5, 0.5, 0.5, 0.5);
    grove.flush();
    assertThat(grove.check().problems()).isEmpty();
    assertThat(grove.size()).isEqualTo(count + 1);
  }

  @Test
  void visitorsMayStopQueryAndChange() {
    GroveHarness harness = harness(EntryKind.POINTS, config(true), Seeds.random());
    harness.run(1_500, 95);
    Grove grove = harness.grove();
    long size = grove.size();
    long[] visits = {0};
    long visited =
        grove.scan(
            EntryQuery.intersecting(-9, -9, 9, 9),
            (id, x1, y1, x2, y2, distance) -> {
              grove.insert(-1 - id, x1, y1, x2, y2);
              assertThat(grove.count(EntryQuery.intersecting(x1, y1))).isPositive();
              return VisitResult.continueIf(++visits[0] < 50);
            });
    assertThat(visited).isEqualTo(50);
    assertThat(grove.size()).isEqualTo(size + 50);
    assertThat(
            grove.scan(
                EntryQuery.intersecting(-9, -9, 9, 9).idsOnly(),
                (id, x1, y1, x2, y2, distance) -> VisitResult.STOP))
        .isEqualTo(1);
    assertThat(grove.check().problems()).isEmpty();
  }

  @Test
  void exactDistancesOrderByThem() {
    GroveHarness harness = harness(EntryKind.POINTS, config(true), Seeds.random());
    harness.run(1_200, 95);
    double[] last = {0};
    NeighbourVisitor ascending =
        (id, x1, y1, x2, y2, distance) -> {
          assertThat(distance).isGreaterThanOrEqualTo(last[0]);
          last[0] = distance;
        };
    EntryQuery query = EntryQuery.nearest(200, 0.4, 0.6).byDistance(id -> 2 + id % 7);
    long visited = harness.grove().scan(query, ascending);
    assertThat(visited).isEqualTo(200);
  }

  @Test
  void aFlippedBitOfAPageIsNoticed() {
    Random random = Seeds.random();
    for (int round = 0; round < 30; round++) {
      GroveHarness harness = harness(EntryKind.RECTANGLES, config(round % 2 == 0), random);
      harness.run(600, 90);
      harness.grove().flush();
      Bag bag = harness.bag();
      List<Long> numbers = new ArrayList<>();
      harness.grove().content().visitBlocks(block -> numbers.add(block.number()));
      long block = numbers.get(random.nextInt(numbers.size()));
      boolean flipped =
          harness.disk().flip(block, random.nextInt(BLOCK_PAGES), random.nextInt(8 * PAGE));
      try {
        harness.open();
        harness.assertSearch(Predicate.INTERSECTS, new double[] {-9, -9, 9, 9});
        assertThat(flipped).as("a flip that nothing noticed").isFalse();
        assertThat(bag.size()).isEqualTo(harness.grove().size());
      } catch (DamagedStoreException noticed) {
        assertThat(flipped).isTrue();
      }
    }
  }

  @Test
  void storesOfOtherPagesAndMemories() {
    Random random = Seeds.random();
    for (int pageSize : new int[] {512, 1024, 4096}) {
      for (int blockPages : new int[] {3, 32}) {
        GroveConfig config =
            GroveConfigs.withSlack(
                GroveConfigs.withSplit(
                    GroveConfigs.of(GroveHarness.CURVE, (64 << 10) + 2L * pageSize * blockPages),
                    random.nextBoolean()),
                0.1);
        GroveHarness harness =
            new GroveHarness(EntryKind.RECTANGLES, config, pageSize, blockPages, random);
        harness.run(1_000, 95);
        harness.grove().flush();
        harness.run(300, 50);
        harness.assertSound();
      }
    }
  }

  @Test
  void boxesOfRunsFollowTheMemory() {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, 24 << 10), 4, 16);
    GroveHarness harness = new GroveHarness(EntryKind.POINTS, config, 1024, 8, random);
    List<Integer> most = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      harness.insert(Entry.of(i, EntryKind.POINTS.box(random)));
      if (i % 8 > 0) {
        continue;
      }
      harness.assertMemory();
      int now = mostSubBoxes(harness.grove());
      if (now > 0 && (most.isEmpty() || most.get(most.size() - 1) != now)) {
        most.add(now);
      }
    }
    assertThat(most).startsWith(16).contains(4);
    assertThat(coarseBlocks(harness.grove())).isPositive();
    harness.assertSound();
    for (int i = 0; i < 40; i++) {
      harness.query();
    }
    harness.open();
    harness.assertMemory();
    harness.assertSound();
    for (int i = 0; i < 40; i++) {
      harness.query();
    }
  }

  private static int mostSubBoxes(Grove grove) {
    Directory directory = grove.content().partition().directory();
    int most = 0;
    for (int b = 0; b < directory.blocks(); b++) {
      most = Math.max(most, directory.block(b).fences().subBoxes());
    }
    return most;
  }

  private static int coarseBlocks(Grove grove) {
    Directory directory = grove.content().partition().directory();
    int coarse = 0;
    for (int b = 0; b < directory.blocks(); b++) {
      coarse += directory.block(b).fences().isCoarse() ? 1 : 0;
    }
    return coarse;
  }

  /** Intervals of another curve would hold other entries than the log says. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anotherDomainIsRefused(boolean checkpointImage) {
    Random random = Seeds.random();
    MemoryComponentStore.Disk disk = new MemoryComponentStore.Disk();
    MemoryComponentStore store = new MemoryComponentStore(disk, PAGE, BLOCK_PAGES);
    Grove grove = Grove.attach(store, config(true));
    store.open();
    for (int i = 0; i < 1_000; i++) {
      grove.insert(i, random.nextDouble(), random.nextDouble(), 1, 1);
    }
    assertThat(grove.stats().merges()).isPositive();
    if (checkpointImage) {
      store.checkpointImage();
    }
    grove.close();
    HilbertCurve other = new HilbertCurve(0, 0, 1, 2);
    for (GroveConfig config :
        List.of(
            GroveConfigs.of(other, MEMORY), GroveConfigs.withOversizedPart(config(true), 0.125))) {
      MemoryComponentStore again = new MemoryComponentStore(disk, PAGE, BLOCK_PAGES);
      Grove.attach(again, config);
      assertThatThrownBy(again::open)
          .isInstanceOf(SpecException.class)
          .hasMessageContaining(
              "written with domain=0.0/0.0/1.0/1.0 and oversized entries above 0.0625");
    }
    MemoryComponentStore same = new MemoryComponentStore(disk, PAGE, BLOCK_PAGES);
    Grove opened = Grove.attach(same, config(true));
    same.open();
    assertThat(opened.size()).isEqualTo(1_000);
  }
}
