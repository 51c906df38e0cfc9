package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests insertions that are queued, and then logged and put into the write buffer together. */
class WaitingInsertionsTest {
  private static final String GROVE = "grove:memory=1M,domain=0/0/1000/1000,merges=worker";
  private static final int COUNT = 700; // more than wait at a time
  private static final long NONE = 0;

  @TempDir Path directory;

  private SpatialStore create(String sync) {
    return SpatialStore.create(
        directory.resolve("store"),
        StoreOptions.defaults()
            .withIndex(GROVE)
            .withFlash("none")
            .withDevice("buffered")
            .withSync(SyncMode.parse(sync)));
  }

  private static void insert(SpatialStore store, int i) {
    store.insert(i, i, i, i, i);
  }

  private static void assertHolds(SpatialQueries queries, int count) {
    assertThat(queries.size()).isEqualTo(count);
    assertThat(queries.count(EntryQuery.intersecting(0, 0, 1000, 1000))).isEqualTo(count);
    long last = count - 1;
    assertThat(queries.count(EntryQuery.intersecting(last, last, last, last))).isEqualTo(1);
    assertThat(queries.count(EntryQuery.matching(new WithinDistance(0.25), last, last, last, last)))
        .isEqualTo(1);
    assertThat(queries.count(EntryQuery.intersecting(count, count, count, count))).isEqualTo(NONE);
    long[] nearest = {-1};
    queries.forEach(
        EntryQuery.nearest(1, 1000, 1000).idsOnly(), (id, x1, y1, x2, y2) -> nearest[0] = id);
    assertThat(nearest[0]).isEqualTo(last);
  }

  @ParameterizedTest
  @ValueSource(strings = {"group:60000ms", "close", "op"})
  void anInsertionIsSeenAtOnceAndHasANumberOfItsOwn(String sync) {
    try (SpatialStore store = create(sync)) {
      for (int i = 0; i < COUNT; i++) {
        long before = store.commitNumber();
        insert(store, i);
        assertThat(store.commitNumber()).isGreaterThan(before);
        assertHolds(store, i + 1);
      }
      assertThat(store.store().check().problems()).isEmpty();
      assertHolds(store, COUNT);
    }
    try (SpatialStore again = SpatialStore.open(directory.resolve("store"))) {
      assertHolds(again, COUNT);
    }
  }

  @Test
  void aSnapshotDoesNotSeeLaterOnes() {
    try (SpatialStore store = create("close")) {
      for (int i = 0; i < COUNT; i += 7) {
        for (int k = i; k < i + 7; k++) {
          insert(store, k);
        }
        if (i < 7) {
          continue;
        }
        try (SpatialSnapshot snapshot = store.snapshot()) {
          int until = i + 7;
          for (int k = 0; k < 300; k++) {
            insert(store, until); // equal ones
          }
          assertHolds(snapshot, until);
          for (int k = 0; k < 300; k++) {
            assertThat(store.delete(until, until, until, until, until)).isTrue();
          }
          assertHolds(snapshot, until);
          for (SpatialSnapshot one : store.snapshots(3)) {
            assertHolds(one, until);
            one.close();
          }
        }
        assertHolds(store, i + 7);
      }
    }
  }

  @Test
  void otherChangesFindThem() {
    try (SpatialStore store = create("close")) {
      insert(store, 0);
      assertThat(store.delete(0, 0, 0, 0, 0)).isTrue();
      assertThat(store.delete(0, 0, 0, 0, 0)).isFalse();
      insert(store, 1);
      assertThat(store.update(1, new double[] {1, 1, 1, 1}, new double[] {2, 2, 2, 2})).isTrue();
      insert(store, 3);
      try (SpatialBatch batch = store.begin()) {
        assertThat(batch.size()).isEqualTo(2);
        assertThat(batch.delete(3, 3, 3, 3, 3)).isTrue();
        batch.insert(4, 4, 4, 4, 4);
        batch.commit();
      }
      insert(store, 5);
      store.flush();
      assertThat(store.count(EntryQuery.intersecting(0, 0, 9, 9))).isEqualTo(3);
      insert(store, 6);
      assertThat(store.store().compact().logBytesAfter()).isPositive();
      assertThat(store.count(EntryQuery.intersecting(0, 0, 9, 9))).isEqualTo(4);
    }
  }

  @Test
  void theyAreDurableWhenAwaitedAndByThemselves() {
    try (SpatialStore store = create("group:40ms")) {
      for (int i = 0; i < 20; i++) {
        insert(store, i);
        long commit = store.commitNumber();
        if (i % 2 == 0) {
          store.awaitDurable(commit);
          assertThat(store.isDurable(commit)).isTrue();
        }
      }
      insert(store, 20);
      long commit = store.commitNumber();
      Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(60),
          () -> {
            while (!store.isDurable(commit)) {
              Thread.sleep(1);
            }
          });
      assertHolds(store, 21);
    }
  }

  /** The sync mode does not sync by time, so that the clock has no influence. */
  @Test
  void theyAreNotDurableBeforeASync() {
    try (SpatialStore store = create("close")) {
      insert(store, 0);
      insert(store, 1);
      long commit = store.commitNumber();
      assertThat(store.isDurable(commit - 1)).isFalse();
      assertThat(store.isDurable(commit)).isFalse();
      store.sync();
      assertThat(store.isDurable(commit)).isTrue();
    }
  }

  @Test
  void aCopyHasThem() {
    Path copy = directory.resolve("copy");
    try (SpatialStore store = create("close")) {
      for (int i = 0; i < 10; i++) {
        insert(store, i);
      }
      store.store().backup(copy, Backup.Progress.NONE);
      insert(store, 10);
    }
    try (SpatialStore copied = SpatialStore.open(copy)) {
      assertHolds(copied, 10);
    }
  }

  /**
   * Another structure may log its pages at any time. So insertions are not queued in a store with
   * another structure.
   */
  @Test
  void theyDoNotWaitBesideOtherStructures() {
    Path where = directory.resolve("several");
    StoreDesign design =
        StoreDesign.of("buffered", 4096, "close", "none", Map.of("a", GROVE, "b", "rstar"));
    try (Store store = Store.create(where, design)) {
      SpatialIndex grove = store.entries("a").entries();
      SpatialIndex tree = store.entries("b").entries();
      for (int i = 0; i < COUNT; i++) {
        grove.insert(i, i, i, i, i);
        tree.insert(i, i, i, i, i);
        assertHolds(grove, i + 1);
      }
      assertThat(store.check().problems()).isEmpty();
    }
    try (Store again = Store.open(where)) {
      assertHolds(again.entries("a").entries(), COUNT);
      assertHolds(again.entries("b").entries(), COUNT);
    }
  }
}
