package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.crash.CrashDisk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that queries end while another thread holds the store lock, as a flush does. */
class UnlockedQueriesTest {
  private static final int ENTRIES = 3_000;
  private static final int MOST_SECONDS = 60; // far more than the queries take

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grove",
        "rtree:split=quadratic",
        "rstar",
        "hilbert:domain=0/0/1/1",
        "xbr:domain=0/0/1/1"
      })
  void queriesDoNotWaitForTheStoreLock(String kind) throws Exception {
    Random random = Seeds.random();
    StoreOptions options = StoreOptions.defaults().withIndex(kind);
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try (SpatialStore store = SpatialStore.create(new CrashDisk(), options)) {
      insert(store, random);
      store.flush();
      insert(store, random);
      ReentrantLock lock = store.store().log().lock();
      lock.lock();
      try {
        long found = reader.submit(() -> query(store)).get(MOST_SECONDS, TimeUnit.SECONDS);
        assertThat(found).isEqualTo(4L * 2 * ENTRIES);
      } finally {
        lock.unlock();
      }
    } finally {
      reader.shutdownNow();
    }
  }

  private static void insert(SpatialStore store, Random random) {
    try (SpatialBatch batch = store.begin()) {
      for (int i = 0; i < ENTRIES; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        batch.insert(i, x, y, x, y);
      }
      batch.commit();
    }
  }

  /** Returns the number of entries that four kinds of queries for all entries find. */
  private static long query(SpatialStore store) {
    EntryQuery all = EntryQuery.intersecting(0, 0, 1, 1);
    long found = store.forEach(all, (id, x1, y1, x2, y2) -> {});
    found += store.count(all);
    found += store.nearest(0.5, 0.5, Long.MAX_VALUE, (id, x1, y1, x2, y2, distance) -> {});
    try (EntryCursor cursor = store.cursor(all)) {
      while (cursor.next()) {
        found++;
      }
    }
    return found;
  }
}
