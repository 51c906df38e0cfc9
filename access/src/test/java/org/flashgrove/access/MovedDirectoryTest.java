package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreLockedException;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests stores whose directory is moved, or loses its lock file, while they are open. */
class MovedDirectoryTest {
  private static final int MINE = 400;
  private static final int OTHERS = 150;

  @TempDir private Path parent;
  private Path path;
  private Path elsewhere;

  @BeforeEach
  void name() {
    path = parent.resolve("store");
    elsewhere = parent.resolve("elsewhere");
  }

  private static StoreOptions options(String index) {
    return StoreOptions.defaults()
        .withIndex(index)
        .withFlash("none")
        .withDevice("buffered")
        .withPageSize(512)
        .withSync(SyncMode.CLOSE);
  }

  private static SpatialStore filled(Path where, StoreOptions options, int entries) {
    SpatialStore store = SpatialStore.create(where, options);
    insert(store, 0, entries);
    return store;
  }

  private static void insert(SpatialStore store, int from, int to) {
    for (int id = from; id < to; id++) {
      store.insert(id, id % 97 / 97.0, id % 89 / 89.0, id % 97 / 97.0, id % 89 / 89.0);
    }
  }

  private static void requireEntries(Path where, int entries) {
    try (SpatialStore store = SpatialStore.open(where)) {
      assertThat(store.size()).isEqualTo(entries);
      assertThat(StoreCheck.of(store.store().structures()).problems()).isEmpty();
    }
  }

  @KindTest
  @KindSource({"rstar", "grove:domain=0/0/1/1,memory=64K", "lsm:domain=0/0/1/1"})
  void compactingAMovedStoreLeavesTheOneAtItsPlaceAsItIs(String index) throws IOException {
    Path prepared = parent.resolve("prepared");
    filled(prepared, options(index), OTHERS).close();
    try (SpatialStore moved = filled(path, options(index), MINE)) {
      Files.move(path, elsewhere);
      Files.move(prepared, path);
      moved.compact();
      insert(moved, MINE, MINE + 50);
      moved.compact();
      requireEntries(path, OTHERS);
      try (SpatialStore other = SpatialStore.open(path)) {
        moved.compact();
        insert(other, OTHERS, OTHERS + 10);
      }
    }
    requireEntries(path, OTHERS + 10);
    requireEntries(elsewhere, MINE + 50);
  }

  @Test
  void structuresOfAMovedStoreAreAddedAndDroppedInItsDirectory() throws IOException {
    StoreDesign design = options("rstar").design();
    Map<String, String> one = Map.of("one", "grove:domain=0/0/1/1,memory=64K");
    Map<String, String> two = Map.of("two", "grove:domain=0/0/1/1,memory=64K");
    try (Store moved = Store.create(path, design.ofStructures(one))) {
      moved.add(Map.of("three", "rstar"));
      Files.move(path, elsewhere);
      try (Store other = Store.create(path, design.ofStructures(two))) {
        other.add(Map.of("four", "bplus"));
        moved.add(Map.of("five", "grove:domain=0/0/1/1,memory=64K"));
        moved.drop(List.of("three"));
      }
    }
    assertThat(Store.designOf(path).structures()).containsOnlyKeys("two", "four");
    assertThat(Store.designOf(elsewhere).structures()).containsOnlyKeys("one", "five");
    for (Path each : new Path[] {path, elsewhere}) {
      try (Store store = Store.open(each)) {
        assertThat(StoreCheck.of(store.structures()).problems()).isEmpty();
      }
    }
  }

  @Test
  void aSimulatedDeviceIsSavedWhereItsDirectoryIs() throws IOException {
    StoreOptions options = options("rstar").withDevice("nand");
    try (SpatialStore moved = filled(path, options, MINE)) {
      Files.move(path, elsewhere);
      filled(path, options, OTHERS).close();
      assertThat(moved.size()).isEqualTo(MINE);
    }
    requireEntries(path, OTHERS);
    requireEntries(elsewhere, MINE);
  }

  @Test
  void aMovedStoreIsOpenUnderItsNewNameToo() throws IOException {
    try (SpatialStore moved = filled(path, options("rstar"), MINE)) {
      moved.flush();
      Files.move(path, elsewhere);
      assertThatThrownBy(() -> SpatialStore.open(elsewhere))
          .isInstanceOf(StoreLockedException.class)
          .hasMessageContaining("open elsewhere");
      try (SpatialStore reader = SpatialStore.openReadOnly(elsewhere)) {
        assertThat(reader.size()).isEqualTo(MINE);
      }
      insert(moved, MINE, MINE + 1);
    }
    requireEntries(elsewhere, MINE + 1);
  }

  @Test
  void aStoreWithoutItsLockFileIsNotCompacted() throws IOException {
    try (SpatialStore store = filled(path, options("rstar"), MINE)) {
      Files.delete(path.resolve("store.lock"));
      assertThatThrownBy(() -> SpatialStore.open(path)).isInstanceOf(StoreLockedException.class);
      assertThatThrownBy(store::compact)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("store.lock")
          .hasMessageNotContaining("\n");
      assertThat(store.size()).isEqualTo(MINE);
    }
    requireEntries(path, MINE);
  }

  /** The target of a backup is also an open store, so it may be moved too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBackupWhoseTargetIsMovedLeavesTheStoreAtItsPlaceAsItIs(boolean fails) throws IOException {
    Path target = parent.resolve("target");
    IllegalStateException failure = new IllegalStateException("as the test wants it");
    boolean[] isMoved = {false};
    Backup.Progress moving =
        (copied, total) -> {
          if (!isMoved[0]) {
            isMoved[0] = true;
            move(target);
            filled(target, options("rstar"), OTHERS).close();
            if (fails) {
              throw failure;
            }
          }
        };
    try (SpatialStore store = filled(path, options("rstar"), MINE)) {
      store.flush();
      if (fails) {
        assertThatThrownBy(() -> store.backup(target, moving)).isSameAs(failure);
      } else {
        store.backup(target, moving);
        requireEntries(elsewhere, MINE);
      }
    }
    requireEntries(target, OTHERS);
    requireEntries(path, MINE);
  }

  private void move(Path target) {
    try {
      Files.move(target, elsewhere);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The directory is empty when the backup looks at it, and contains a store when the backup locks
   * it.
   */
  @Test
  void aBackupIntoADirectoryThatIsInUseRemovesNothing() throws IOException {
    Path target = parent.resolve("target");
    try (SpatialStore store = filled(path, options("rstar"), MINE)) {
      SpatialStore other = filled(target, options("rstar"), OTHERS);
      try (other) {
        assertThatThrownBy(() -> store.backup(target, Backup.Progress.NONE))
            .isInstanceOf(StoreException.class);
      }
    }
    requireEntries(target, OTHERS);
  }
}
