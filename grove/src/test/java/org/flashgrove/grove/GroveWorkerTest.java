package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Merges that a worker makes beside changes and queries. */
class GroveWorkerTest {
  private static final long FAST = 1L << 40;
  private static final int PAGE = 512;
  private static final int BLOCK_PAGES = 8;

  /** Changes of all kinds beside a list, checkpoint images, openings and power losses. */
  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void aWorkerMergesBesideChanges(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withWorker(GroveConfigs.withTiles(GroveConfigs.of(32 << 10), 4, 4), FAST);
    if (random.nextBoolean()) {
      config = GroveConfigs.withTwoLevels(config, 0);
    }
    boolean waits = random.nextBoolean(); // insertions for each other
    GroveHarness harness = new GroveHarness(kind, config, PAGE, BLOCK_PAGES, !waits, random);
    long merges = 0;
    long waited = 0;
    for (int round = 0; round < 6; round++) {
      for (int i = 0; i < 400; i++) {
        harness.change(round == 4 ? 40 : 85);
        if (i % 20 == 0) {
          harness.query();
        }
      }
      harness.assertSound();
      if (round % 3 == 1) {
        harness.grove().flush();
        harness.assertSound();
      } else if (round % 3 == 2) {
        harness.store().checkpointImage();
      }
      merges += harness.grove().stats().merges();
      waited += harness.store().commitsThatWaited();
      if (waits) {
        harness.grove().sync();
      }
      harness.store().crash();
      harness.open();
      harness.assertSound();
    }
    assertThat(merges).isPositive();
    assertThat(waited > 0).isEqualTo(waits);
  }

  /** What was found at a later commit says nothing of an earlier one, though both wait. */
  @Test
  void anEarlierSnapshotDoesNotKnowLaterNeighbours() {
    GroveConfig config =
        GroveConfigs.withWorker(GroveConfigs.of(GroveHarness.CURVE, 1 << 20), FAST);
    GroveHarness harness =
        new GroveHarness(EntryKind.POINTS, config, PAGE, BLOCK_PAGES, false, Seeds.random());
    harness.insert(Entry.of(1, new double[] {0.9, 0.9, 0.9, 0.9}));
    List<Long> found = new ArrayList<>();
    try (GroveSnapshot earlier = harness.grove().snapshot()) {
      harness.insert(Entry.of(2, new double[] {0.5, 0.5, 0.5, 0.5}));
      harness
          .grove()
          .forEach(
              EntryQuery.nearest(1, 0.5, 0.5).idsOnly(), (id, x1, y1, x2, y2) -> found.add(id));
      EntryQuery nearest = EntryQuery.nearest(1, 0.5, 0.5).idsOnly();
      earlier.forEach(nearest, (id, x1, y1, x2, y2) -> found.add(id));
    }
    assertThat(harness.store().commitsThatWaited()).isPositive();
    assertThat(found).containsExactly(2L, 1L);
  }

  /** The memory of a grove is charged with the room of insertions that wait, from the beginning. */
  @Test
  void theRoomOfWhatWaitsIsCounted() {
    GroveConfig config = GroveConfigs.of(GroveHarness.CURVE, 1 << 20);
    long without = bytesOf(config);
    long with = bytesOf(GroveConfigs.withWorker(config, FAST));
    assertThat(with - without).isBetween(4L * 8 * 256, 4L * 8 * 256 + 2_000);
  }

  private static long bytesOf(GroveConfig config) {
    GroveHarness harness =
        new GroveHarness(EntryKind.POINTS, config, PAGE, BLOCK_PAGES, false, Seeds.random());
    long empty = harness.grove().content().memory().bytes();
    for (int i = 0; i < 100; i++) {
      harness.insert(Entry.of(i, new double[] {0.5, 0.5, 0.5, 0.5}));
    }
    assertThat(harness.grove().content().buffer().changes())
        .isEqualTo(config.merges().worker() ? 0 : 100);
    harness.assertSound();
    return empty;
  }

  /** A worker that is slower than changes come: these make merges, and the memory is enough. */
  @ParameterizedTest
  @EnumSource(
      value = EntryKind.class,
      names = {"POINTS", "RECTANGLES"})
  void changesHelpASlowWorker(EntryKind kind) {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withWorker(GroveConfigs.withTiles(GroveConfigs.of(32 << 10), 4, 4), 1 << 12);
    GroveHarness harness = new GroveHarness(kind, config, PAGE, BLOCK_PAGES, random);
    for (int i = 0; i < 3_000; i++) {
      harness.insert(Entry.of(i, kind.box(random)));
      assertThat(harness.grove().content().memory().bytes())
          .isLessThan(config.memory() + (4 << 10));
    }
    assertThat(harness.grove().stats().merges()).isPositive();
    harness.assertSound();
    harness.grove().close();
    harness.open();
    harness.assertSound();
  }
}
