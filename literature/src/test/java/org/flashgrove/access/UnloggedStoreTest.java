package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.access.metrics.CompactionStats;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.literature.buffer.arftl.ArftlBuffer;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.buffer.BufferStats;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores whose buffer has no log of commits: what they promise, and what tools do with them. */
class UnloggedStoreTest {
  private static final int PAGE = 512;

  @TempDir private Path directory;

  private final Random random = Seeds.random();
  private final Model model = new Model(random);

  private static StoreOptions options(String flash) {
    return StoreOptions.defaults()
        .withIndex("rstar")
        .withFlash(flash)
        .withDevice("buffered")
        .withPageSize(PAGE)
        .withSync(SyncMode.CLOSE);
  }

  private static void requireSound(SpatialStore store, Model expected) {
    expected.requireSame(store);
    assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    if (store.options().flash().startsWith("arftl")) {
      assertThat(
              Internals.buffer(store.index(), ArftlBuffer.class)
                  .aggregate(Internals.nodes(store.index()), -1e9, -1e9, 1e9, 1e9)
                  .count())
          .isEqualTo(expected.size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rftl:buffer=16K", "lcr:buffer=16K", "arftl:buffer=16K"})
  void aKilledStoreIsWhatTheLastCheckpointLeft(String flash) {
    CrashDisk disk = new CrashDisk();
    SpatialStore store = SpatialStore.create(disk, options(flash));
    model.insert(store, 400);
    store.sync();
    assertThat(store.isDurable(store.commitNumber())).isTrue();
    Model settled = model.copy();
    // Few enough that no slots run short, which would be a checkpoint.
    model.insert(store, 3);
    assertThat(store.isDurable(store.commitNumber())).isFalse();
    long log = store.stats().log().bytesWritten();
    model.insert(store, 3);
    assertThat(store.stats().log().bytesWritten()).as("bytes of log a commit").isEqualTo(log);
    try (SpatialStore again = SpatialStore.open(disk.killed())) {
      requireSound(again, settled);
    }
    store.awaitDurable(store.commitNumber());
    try (SpatialStore again = SpatialStore.open(disk.killed())) {
      requireSound(again, model);
    }
    store.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rftl:buffer=16K", "lcr:buffer=16K", "arftl:buffer=32K"})
  void theBudgetIsKept(String flash) {
    try (SpatialStore store = SpatialStore.create(directory, options(flash))) {
      for (int i = 0; i < 900; i++) {
        model.insert(store, 1);
        if (i % 3 == 0) {
          model.delete(store, 1);
        }
        BufferStats figures = store.stats().first().buffer();
        assertThat(figures.usedBytes()).isLessThanOrEqualTo(figures.budgetBytes());
      }
      assertThat(store.stats().first().buffer().flushes()).isPositive();
      requireSound(store, model);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rftl:buffer=16K", "lcr:buffer=16K", "arftl:buffer=16K"})
  void storesAreCompactedAndCopied(String flash) {
    Path where = directory.resolve("store");
    try (SpatialStore store = SpatialStore.create(where, options(flash))) {
      model.insert(store, 900);
      model.delete(store, 700);
      CompactionStats figures = store.compact();
      assertThat(figures.pagesAfter()).isLessThan(figures.pagesBefore());
      requireSound(store, model);
      model.insert(store, 50);
      store.backup(directory.resolve("copy"), (pages, total) -> {});
      try (SpatialStore copy = SpatialStore.open(directory.resolve("copy"))) {
        requireSound(copy, model);
      }
      model.insert(store, 50);
      requireSound(store, model);
    }
    try (SpatialStore readOnly = SpatialStore.openReadOnly(where)) {
      requireSound(readOnly, model);
    }
    try (SpatialStore store = SpatialStore.open(where)) {
      requireSound(store, model);
    }
    assertThatThrownBy(() -> Salvage.run(where, directory.resolve("rescued"), SalvageHints.NONE))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("open the store, or restore a backup");
  }
}
