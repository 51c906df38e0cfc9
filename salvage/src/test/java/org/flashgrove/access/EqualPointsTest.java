package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stores with so many equal points that an interval of the write buffer takes several frames of the
 * log: closed, opened, refreshed, backed up and salvaged.
 */
class EqualPointsTest {
  /** With random ids, more than one frame of a checkpoint image. */
  private static final int MANY = 70_000;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = {15 << 20, 64 << 20})
  void equalPointsSurviveEachCopyOfTheLog(long memory) {
    Random random = Seeds.random();
    Set<Long> ids = new HashSet<>();
    Path path = directory.resolve("store");
    StoreOptions options =
        StoreOptions.defaults().withDevice("buffered").withMemory(memory).withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(path, options)) {
      insert(store, MANY, ids, random);
    }
    try (SpatialStore store = SpatialStore.open(path);
        SpatialStore before = SpatialStore.openReadOnly(path)) {
      requireIds(store, ids);
      requireIds(before, ids);
      insert(store, 1_000, ids, random);
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
      store.sync();
      try (SpatialStore now = before.refresh()) {
        requireIds(now, ids);
      }
    }
    try (SpatialStore copy = SpatialStore.open(directory.resolve("copy"))) {
      requireIds(copy, ids);
      assertThat(copy.store().check().problems()).isEmpty();
    }
    Path rescued = directory.resolve("rescued");
    assertThat(Salvage.run(path, rescued, SalvageHints.NONE).uncertainEntries()).isZero();
    try (SpatialStore store = SpatialStore.open(rescued)) {
      requireIds(store, ids);
    }
  }

  private static void insert(SpatialStore store, int count, Set<Long> ids, Random random) {
    for (int i = 0; i < count; i++) {
      long id = random.nextLong();
      ids.add(id);
      store.insert(id, 3, 4, 3, 4);
      if (i % 100 == 0) { // gives the index a domain
        long other = random.nextLong();
        ids.add(other);
        double x = random.nextDouble() * 10;
        store.insert(other, x, 4, x, 4);
      }
    }
  }

  private static void requireIds(SpatialStore store, Set<Long> ids) {
    Set<Long> found = new HashSet<>();
    store.search(0, 0, 10, 10, (id, minX, minY, maxX, maxY) -> found.add(id));
    assertThat(store.size()).isEqualTo(ids.size());
    assertThat(found.equals(ids)).as("%d of %d ids", found.size(), ids.size()).isTrue();
  }
}
