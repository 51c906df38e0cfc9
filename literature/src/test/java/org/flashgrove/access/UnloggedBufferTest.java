package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores whose buffer has no log of its own. */
class UnloggedBufferTest {
  private static final int ENTRIES = 3_000;

  @TempDir Path directory;

  private static void insert(SpatialStore store, int from, int to) {
    for (int i = from; i < to; i++) {
      double x = i * 7919L % 10_007;
      double y = i * 104_729L % 10_009;
      store.insert(i, x, y, x, y);
    }
  }

  private static void assertHolds(SpatialStore store, int entries) {
    assertThat(store.size()).isEqualTo(entries);
    CheckReport report = Internals.tree(store.index()).check();
    assertThat(report.problems()).isEmpty();
    assertThat(report.entries()).isEqualTo(entries);
  }

  @ParameterizedTest
  @ValueSource(strings = {"op", "group:5ms"})
  void strongerSyncModesAreRefused(String sync) {
    assertThatThrownBy(
            () ->
                StoreOptions.defaults()
                    .withIndex("fortree")
                    .withFlash("for")
                    .withDevice("memory")
                    .withSync(SyncMode.parse(sync))
                    .design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("has no log")
        .hasMessageContaining("; use sync=close");
    StoreOptions.defaults()
        .withIndex("fortree")
        .withFlash("for:log=1M")
        .withDevice("memory")
        .withSync(SyncMode.parse(sync));
  }

  @Test
  void aBackupAndACompactedStoreHoldWhatTheyHeld() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("fortree")
            .withFlash("for:buffer=32K")
            .withDevice("buffered")
            .withPageSize(1024)
            .withSync(SyncMode.CLOSE);
    Path copy = directory.resolve("copy");
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      insert(store, 0, ENTRIES);
      store.backup(copy, Backup.Progress.NONE);
      insert(store, ENTRIES, ENTRIES + 100);
      store.compact();
      assertHolds(store, ENTRIES + 100);
    }
    try (SpatialStore store = SpatialStore.open(copy)) {
      assertHolds(store, ENTRIES);
    }
    try (SpatialStore store = SpatialStore.openReadOnly(directory.resolve("store"))) {
      assertHolds(store, ENTRIES + 100);
    }
  }

  @Test
  void nothingIsLoggedBetweenCheckpoints() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree")
            .withFlash("for:buffer=32K")
            .withDevice("buffered")
            .withPageSize(1024)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options)) {
      long before = store.stats().log().records();
      insert(store, 0, 20);
      assertThat(store.stats().log().records()).isEqualTo(before);
      store.sync();
      assertThat(store.isDurable(store.commitNumber())).isTrue();
      insert(store, 20, 21);
      assertThat(store.isDurable(store.commitNumber())).isFalse();
    }
  }

  /** Salvage looks at leaves, and overflow nodes are some. */
  @Test
  void salvageRescuesWhatStandsInOverflowNodes() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("fortree:accounting=paper")
            .withFlash("none")
            .withDevice("buffered")
            .withPageSize(1024)
            .withSync(SyncMode.CLOSE);
    Path damaged = directory.resolve("damaged");
    try (SpatialStore store = SpatialStore.create(damaged, options)) {
      insert(store, 0, 500);
      assertThat(Internals.tree(store.index()).structure().overflowNodes()).isGreaterThan(15);
    }
    Path rescued = directory.resolve("rescued");
    Salvage.run(damaged, rescued, SalvageHints.NONE);
    try (SpatialStore store = SpatialStore.open(rescued)) {
      assertHolds(store, 500);
    }
  }
}
