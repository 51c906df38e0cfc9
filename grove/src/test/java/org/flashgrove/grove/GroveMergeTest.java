package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.grove.index.EntryKind;
import org.flashgrove.grove.merge.DeviceCost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merges that go on while changes come: cut at each of their steps, and what they hold. */
class GroveMergeTest {
  private static final int PAGE = 512;
  private static final int BLOCK_PAGES = 8;
  private static final int FIRST = 400;
  private static final int MOST_CHANGES = 5_000;

  private static GroveHarness duringMerge(EntryKind kind, GroveConfig config, long seed) {
    Random random = new Random(seed);
    GroveHarness harness = new GroveHarness(kind, config, PAGE, BLOCK_PAGES, false, random);
    harness.run(FIRST, 90);
    for (int i = 0; i < MOST_CHANGES && !isRunning(harness); i++) {
      harness.change(80);
    }
    assertThat(isRunning(harness)).isTrue();
    return harness;
  }

  private static boolean isRunning(GroveHarness harness) {
    return harness.grove().content().runner().isRunning();
  }

  private static GroveConfig config(boolean split) {
    return GroveConfigs.withSlack(
        GroveConfigs.withTiles(
            GroveConfigs.withSplit(GroveConfigs.of(GroveHarness.CURVE, 40 << 10), split), 4, 4),
        0.1);
  }

  /** The process ends, or its log is compacted and then it ends, after each of the first steps. */
  @ParameterizedTest
  @EnumSource(
      value = EntryKind.class,
      names = {"POINTS", "RECTANGLES"})
  void aMergeThatIsInterruptedBeginsAgain(EntryKind kind) {
    long seed = Seeds.random().nextLong();
    int cut = 0;
    for (int changes = 0; changes < 36; changes++) {
      GroveHarness harness = duringMerge(kind, config(changes % 2 == 0), seed);
      for (int i = 0; i < changes && isRunning(harness); i++) {
        harness.change(50);
      }
      cut += isRunning(harness) ? 1 : 0;

      if (changes % 3 == 0) {
        harness.grove().sync();
      } else if (changes % 3 == 1) {
        harness.store().checkpointImage();
      } else {
        harness.grove().close();
      }
      harness.open();
      harness.assertSound();
      harness.query();
      harness.run(20, 50);
      harness.assertSound();
      if (changes % 4 == 0) {
        harness.grove().flush();
        assertThat(harness.grove().stats().bufferedChanges()).isZero();

        harness.assertSound();
      }
      harness.open();
      harness.assertSound();
    }
    assertThat(cut).isGreaterThan(2);
  }

  /** A crash interrupts the first merge, before the Grove has a domain. */
  @Test
  void theFirstCommitAfterACrashCanChooseTheDomain() {
    GroveConfig config = GroveConfigs.of(256 << 10);
    GroveHarness harness =
        new GroveHarness(EntryKind.POINTS, config, PAGE, BLOCK_PAGES, false, Seeds.random());
    Entry entry = harness.next();
    harness.insert(entry);
    harness.delete(entry);
    harness.grove().sync();
    GroveContent content = harness.grove().content();
    harness.store().maintain(content::flush);
    harness.store().crash();
    harness.disk().cut(harness.disk().durableFrame() + 1); // only the start of the merge remains
    harness.open();
    assertThat(harness.grove().content().buffer().frozen().exists()).isTrue();

    try (SpatialBatch batch = harness.grove().begin()) {
      for (int i = 0; i < 1_000; i++) {
        Entry next = harness.next();
        batch.insert(next.id(), next.minX(), next.minY(), next.maxX(), next.maxY());
        harness.bag().add(next);
      }
      batch.commit();
    }
    assertThat(harness.grove().content().curve().isKnown()).isTrue();
    harness.grove().sync();
    harness.open();
    harness.assertSound();
  }

  /** A step of a checkpoint image cuts an interval whose changes cancel each other. */
  @Test
  void aBulkLoadFollowsAStepOfACheckpointImage(@TempDir Path directory) {
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 256 << 10);
    Random random = Seeds.random();
    GroveHarness harness =
        new GroveHarness(EntryKind.POINTS, config, PAGE, BLOCK_PAGES, false, random);
    GroveContent content = harness.grove().content();
    harness.run(1_500, 100);
    for (int i = 0; i < 3; i++) {
      assertThat(harness.store().stepOfCheckpointImage()).isFalse();
    }
    while (harness.bag().size() > 0) {
      harness.delete(harness.bag().any(random));
    }
    harness.store().maintain(content::flush);
    Entry entry = Entry.of(-1, new double[4]); // before the place that the image has reached
    harness.insert(entry);
    harness.delete(entry);
    harness.store().stepOfCheckpointImage();
    assertThat(content.buffer().changes()).isZero();

    try (BlockLoader loader = harness.grove().bulkLoader(1 << 20, directory)) {
      for (int i = 0; i < 100; i++) {
        Entry next = harness.next();
        loader.add(next.id(), next.minX(), next.minY(), next.maxX(), next.maxY());
        harness.bag().add(next);
      }
      harness.grove().load(loader);
    }
    harness.grove().sync();
    harness.open();
    harness.assertSound();
  }

  /** A change takes the device little time while there is room, and a merge's memory is counted. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aChangeTakesLittleWhileThereIsRoom(boolean twoLevels) {
    Random random = Seeds.random();
    CountedComponents store = new CountedComponents(1024, 16);
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 256 << 10);
    Grove grove = Grove.attach(store, twoLevels ? GroveConfigs.withTwoLevels(config, 4) : config);
    store.open();
    int duringMerge = 0;
    double most = 0;
    for (int i = 0; i < 60_000; i++) {
      double[] box = EntryKind.POINTS.box(random);
      double before = deviceTime(store);
      grove.insert(i, box[0], box[1], box[0], box[1]);
      most = Math.max(most, deviceTime(store) - before);
      duringMerge += grove.content().runner().isRunning() ? 1 : 0;
      assertThat(grove.content().memory().usedBytes()).isLessThanOrEqualTo(config.memory());
    }
    assertThat(duringMerge).isGreaterThan(1_000);
    // Two pages are due for a change, and its last step may be a block's first page.
    double block = DeviceCost.ERASE + DeviceCost.WRITE;
    assertThat(most).isLessThanOrEqualTo(2 * DeviceCost.WRITE + block + 4 * DeviceCost.READ);
    assertThat(grove.stats().merges()).isGreaterThan(5);
    assertThat(grove.check().problems()).isEmpty();
    grove.close();
  }

  /** Blocks are expected to end sooner where most of the changes are. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theDeviceLearnsHowLongBlocksLast(boolean isSkewed) {
    Random random = Seeds.random();
    CountedComponents store = new CountedComponents(1024, 8);
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 128 << 10);
    Grove grove = Grove.attach(store, config);
    store.open();
    double[][] points = new double[20_000][];
    for (int i = 0; i < points.length; i++) {
      points[i] = new double[] {random.nextDouble(), random.nextDouble()};
      grove.insert(i, points[i][0], points[i][1], points[i][0], points[i][1]);
    }
    long[] before = {store.begun(0), store.begun(1), store.begun(2)};
    for (int change = 0; change < 100_000; change++) {
      int id = random.nextInt(points.length);
      double[] old = points[id];
      if (isSkewed && old[0] > 0.2 && random.nextInt(20) > 0) {
        continue; // few changes outside a fifth of the domain
      }
      double x = old[0] < 0.2 ? 0.2 * random.nextDouble() : 0.2 + 0.8 * random.nextDouble();
      double[] point = {x, random.nextDouble()};
      grove.delete(id, old[0], old[1], old[0], old[1]);
      grove.insert(id, point[0], point[1], point[0], point[1]);
      points[id] = point;
    }
    long soon = store.begun(0) - before[0];
    long usual = store.begun(1) - before[1];
    long late = store.begun(2) - before[2];
    if (isSkewed) {
      assertThat(soon).isGreaterThan(2 * usual);
      assertThat(late).isGreaterThan(30);
    } else {
      assertThat(usual).isGreaterThan(1_000);
      assertThat(soon + late).isLessThan(usual / 20);
    }
    grove.close();
  }

  /** Where there is memory for them blocks are read whole, and each of their pages once. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void blocksAreReadWholeWhereThereIsMemory(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 1 << 20);
    GroveHarness harness = new GroveHarness(kind, config, 512, 8, random);
    for (int round = 0; round < 5; round++) {
      harness.run(200, round % 2 == 0 ? 95 : 30);
      harness.grove().flush();
      harness.assertMemory();
      harness.assertSound();
      harness.query();
    }
    CountedComponents store = new CountedComponents(512, 8);
    Grove grove = Grove.attach(store, config);
    store.open();
    for (int i = 0; i < 500; i++) {
      double[] box = kind.box(random);
      grove.insert(i, box[0], box[1], box[2], box[3]);
    }
    grove.flush();
    double[] box = kind.box(random);
    grove.insert(500, box[0], box[1], box[2], box[3]);
    long before = store.reads();
    long pages = grove.stats().pages();
    grove.flush();
    assertThat(store.reads() - before).isBetween(1L, pages);
    grove.close();
  }

  private static double deviceTime(CountedComponents store) {
    return DeviceCost.READ * store.reads()
        + DeviceCost.WRITE * store.writes()
        + DeviceCost.ERASE * store.begun();
  }

  @Test
  void aMemoryWithoutRoomForAMergeIsRefused() {
    MemoryComponentStore store =
        new MemoryComponentStore(new MemoryComponentStore.Disk(), 4096, 32);
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 32 << 10);
    assertThatThrownBy(() -> Grove.attach(store, config))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed: 56K or more")
        .hasMessageContaining("32 pages of 4096 bytes");
  }
}
