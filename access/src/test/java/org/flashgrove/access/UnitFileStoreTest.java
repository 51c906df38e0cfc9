package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreLockedException;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.file.BuildDirectory;
import org.flashgrove.storage.file.disk.StoreLock;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.unitspace.UnitFileStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores whose files are in the units of one file of a real directory. */
class UnitFileStoreTest {
  private static final String DEVICE = "units:size=24M,unit=512K";
  private static final int SIDE = 1_000;

  @TempDir(factory = BuildDirectory.class)
  private Path directory;

  private record Place(double x, double y) {}

  private final Map<Long, Place> expected = new HashMap<>();
  private final Random random = Seeds.random();

  /** Entries of the last batch that {@link #fill} tried to commit. */
  private Map<Long, Place> failed = Map.of();

  private long next;

  private StoreOptions options() {
    return StoreOptions.defaults().withIds().withDevice(DEVICE);
  }

  private void change(SpatialStore store, int most) {
    long id = random.nextInt(most);
    if (expected.containsKey(id) && random.nextInt(4) == 0) {
      store.remove(id);
      expected.remove(id);
      return;
    }
    Place place = new Place(random.nextInt(SIDE), random.nextInt(SIDE));
    store.put(id, place.x, place.y, place.x + 1, place.y + 1);
    expected.put(id, place);
  }

  private void compare(SpatialStore store) {
    assertThat(store.size()).isEqualTo(expected.size());
    for (int query = 0; query < 20; query++) {
      double x = random.nextInt(SIDE);
      double y = random.nextInt(SIDE);
      TreeSet<Long> ids = new TreeSet<>();
      store.search(x, y, x + 50, y + 50, (id, x1, y1, x2, y2) -> ids.add(id));
      TreeSet<Long> matches = new TreeSet<>();
      expected.forEach(
          (id, at) -> {
            if (at.x <= x + 50 && at.x + 1 >= x && at.y <= y + 50 && at.y + 1 >= y) {
              matches.add(id);
            }
          });
      assertThat(ids).isEqualTo(matches);
    }
  }

  /** Random changes of a default store, which is also closed, opened, checked and compacted. */
  @Test
  void aDefaultStoreInUnitsKeepsItsEntries() throws IOException {
    SpatialStore store = SpatialStore.create(directory, options());
    long written = 0;
    long trims = 0;
    for (int round = 0; round < Repetitions.of(6, 60); round++) {
      for (int i = 0; i < 30_000; i++) {
        change(store, 100_000);
      }
      compare(store);
      UnitFileStats stats = store.store().device(UnitFileStats.class);
      written += stats.writtenBytes();
      trims += stats.trims();
      store.store().compact();
      store.close();
      try (SpatialStore read = SpatialStore.openReadOnly(directory)) {
        compare(read);
        assertThat(read.store().check().problems()).isEmpty();
      }
      store = SpatialStore.open(directory);
    }
    assertThat(store.store().check().problems()).isEmpty();
    compare(store);
    store.close();
    assertThat(written).isGreaterThan(24L << 20);
    assertThat(trims).isPositive();
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("units", "store.meta")
          .doesNotContain("nodes.pages", "store.log");
    }
  }

  /** A full store can still be closed, opened and emptied. */
  @Test
  void aFullStoreSaysSoAndOpensAgain() {
    StoreOptions small =
        options().withDevice("units:size=24M,unit=1M,spare=0").withSync(SyncMode.OP);
    SpatialStore store = SpatialStore.create(directory, small);
    for (int reopened = 0; reopened < 3; reopened++) {
      SpatialStore full = store;
      assertThatThrownBy(() -> fill(full))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("ENOSPC, the store is full")
          .hasMessageNotContaining("\n");
      takeFailedBatch(store);
      UnitFileStats stats = store.store().device(UnitFileStats.class);
      assertThat(stats.roomPages()).isGreaterThan(stats.capacityPages() / 40);
      try {
        store.close();
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("full");
      }
      store = SpatialStore.open(directory);
      takeFailedBatch(store);
      compare(store);
      assertThat(store.store().check().problems()).isEmpty();
    }
    store.close();
  }

  /** The commit that failed may have reached the log, as a whole. */
  private void takeFailedBatch(SpatialStore store) {
    expected.keySet().removeAll(failed.keySet());
    if (store.size() == expected.size() + failed.size()) {
      expected.putAll(failed);
    }
    assertThat(store.size()).isEqualTo(expected.size());
  }

  /** Inserts entries until the store is full. */
  private void fill(SpatialStore store) {
    while (true) {
      Map<Long, Place> added = new HashMap<>();
      failed = added;
      try (SpatialBatch batch = store.begin(null)) {
        for (int i = 0; i < 2_000; i++) {
          long id = next++;
          Place place = new Place(random.nextDouble() * SIDE, random.nextDouble() * SIDE);
          batch.insert(id, place.x, place.y, place.x + 1, place.y + 1);
          added.put(id, place);
        }
        batch.commit();
      }
      expected.putAll(added);
    }
  }

  /** A failed creation leaves neither files nor a directory that did not exist before. */
  @Test
  void aStoreWhoseTableNeedsMoreThanTheHeapIsRefusedAndLeavesNothing() throws IOException {
    long needed = 28L << 28;
    assumeThat(Runtime.getRuntime().maxMemory()).isLessThan(needed);
    StoreOptions large = options().withDevice("units:size=4096G,page=16K");
    for (Path path : new Path[] {directory, directory.resolve("new")}) {
      assertThatThrownBy(() -> SpatialStore.create(path, large))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("the table of 268435456 pages needs 7169 MiB of heap")
          .hasMessageContaining("raise -Xmx");
      try (var files = Files.list(directory)) {
        assertThat(files).isEmpty();
      }
    }
  }

  /** A failed creation does not remove the lock of another store that is being created. */
  @Test
  void theLockOfAnotherHandleStays() {
    StoreOptions large = options().withDevice("units:size=4096G,page=16K");
    try (StoreLock lock = StoreLock.take(directory)) {
      assertThatThrownBy(() -> SpatialStore.create(directory, large))
          .isInstanceOf(StoreException.class);
      assertThat(directory.resolve(StoreLock.FILE)).exists();
    }
  }

  @Test
  void otherHandlesAreLockedOutAndDamagedFilesAreRefused() throws IOException {
    try (SpatialStore store = SpatialStore.create(directory, options())) {
      store.put(1, 2, 3, 4, 5);
      assertThatThrownBy(() -> SpatialStore.open(directory))
          .isInstanceOf(StoreLockedException.class);
      assertThatThrownBy(() -> SpatialStore.openReadOnly(directory))
          .isInstanceOf(StoreLockedException.class);
    }
    try (FileChannel file =
        FileChannel.open(directory.resolve("units"), StandardOpenOption.WRITE)) {
      file.truncate(5_000_000);
    }
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> SpatialStore.open(directory))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("but the file has 5000000");
    }
  }
}
