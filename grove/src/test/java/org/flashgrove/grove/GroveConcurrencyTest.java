package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;

/** Readers beside a writer: each query sees one commit whole. */
class GroveConcurrencyTest {
  private static final int READERS = 3;
  private static final int BATCHES = 2_500;

  /** Each batch adds an entry and its twin far away, or removes both. */
  @Test
  void queriesSeeAllOfABatchOrNothing() throws Exception {
    Random random = Seeds.random();
    GroveConfig config =
        GroveConfigs.withSnapshotMemory(
            GroveConfigs.withTiles(GroveConfigs.of(GroveHarness.CURVE, 32 << 10), 4, 4), 64 << 20);
    GroveHarness harness = new GroveHarness(EntryKind.POINTS, config, 512, 8, random);
    Grove grove = harness.grove();
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    List<Future<Long>> counts = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      long seed = random.nextLong();
      counts.add(readers.submit(() -> read(grove, new Random(seed), done)));
    }
    try {
      write(grove, random);
    } finally {
      done.set(true);
    }
    for (Future<Long> count : counts) {
      assertThat(count.get()).isPositive();
    }
    readers.shutdown();
    assertThat(grove.stats().merges()).isGreaterThan(3);
    assertThat(grove.check().problems()).isEmpty();
  }

  @Test
  void replacedStatesAreKeptOnlyForOpenSnapshots() {
    GroveConfig config =
        GroveConfigs.withSnapshotMemory(GroveConfigs.of(GroveHarness.CURVE, 1 << 20), 4 << 20);
    GroveHarness harness = new GroveHarness(EntryKind.POINTS, config, 512, 8, Seeds.random());
    harness.run(500, 90);
    assertThat(harness.grove().content().keepsForSnapshots()).isFalse();
    EntryCursor cursor = harness.grove().cursor(EntryQuery.intersecting(0, 0, 1, 1));
    harness.run(100, 90);
    assertThat(harness.grove().content().keepsForSnapshots()).isTrue();
    cursor.close();
    assertThat(harness.grove().content().keepsForSnapshots()).isFalse();
    harness.assertSound();
  }

  private static void write(Grove grove, Random random) {
    List<Entry> there = new ArrayList<>();
    for (int i = 0; i < BATCHES; i++) {
      try (SpatialBatch batch = grove.begin()) {
        if (there.isEmpty() || random.nextInt(10) < 7) {
          Entry entry = new Entry(i, random.nextDouble(), random.nextDouble(), 1, 1);
          entry = new Entry(i, entry.minX(), entry.minY(), entry.minX(), entry.minY());
          batch.insert(i, entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
          batch.insert(
              -1 - i, 1 - entry.minX(), 1 - entry.minY(), 1 - entry.minX(), 1 - entry.minY());
          there.add(entry);
        } else {
          Entry entry = there.remove(random.nextInt(there.size()));
          double x = entry.minX();
          double y = entry.minY();
          assertThat(batch.delete(entry.id(), x, y, x, y)).isTrue();
          assertThat(batch.delete(-1 - entry.id(), 1 - x, 1 - y, 1 - x, 1 - y)).isTrue();
        }
        batch.commit();
      }
    }
  }

  private static long read(Grove grove, Random random, AtomicBoolean done) {
    long queries = 0;
    long[] sum = {0};
    do {
      if (random.nextInt(4) == 0) {
        sum[0] = 0;
        long found = 0;
        try (EntryCursor cursor =
            grove.cursor(
                EntryQuery.nearest(Long.MAX_VALUE, random.nextDouble(), random.nextDouble()))) {
          double last = 0;
          while (cursor.next()) {
            assertThat(cursor.distance()).isGreaterThanOrEqualTo(last);
            last = cursor.distance();
            sum[0] += cursor.id();
            found++;
          }
        }
        assertThat(sum[0] * 2).isEqualTo(-found); // an id and its twin's are -1 together
      } else {
        sum[0] = 0;
        long found =
            grove.search(
                0,
                0,
                1,
                1,
                (id, x1, y1, x2, y2) -> {
                  sum[0] += id;
                });
        assertThat(sum[0] * 2).isEqualTo(-found);
        assertThat(grove.count(EntryQuery.intersecting(0, 0, 1, 1)) % 2).isZero();
      }
      queries++;
    } while (!done.get());
    return queries;
  }
}
