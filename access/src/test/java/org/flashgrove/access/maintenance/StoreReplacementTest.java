package org.flashgrove.access.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreLockedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a closed store is replaced completely, and that an open store is refused and stays.
 */
class StoreReplacementTest {
  @TempDir Path directory;

  @Test
  void aClosedStoreIsReplaced() throws IOException {
    Path store = storeOf("store", 1);
    Path replacement = storeOf("replacement", 2);
    Path old = directory.resolve("old");
    StoreReplacement.requireReplaceable(store);
    StoreReplacement.replace(store, replacement, old);
    assertThat(sizeOf(store)).isEqualTo(2);
    assertThat(sizeOf(old)).isEqualTo(1);
    assertThat(replacement).doesNotExist();
  }

  @Test
  void anOpenStoreIsRefused() {
    Path store = storeOf("store", 1);
    Path replacement = storeOf("replacement", 2);
    Path old = directory.resolve("old");
    try (SpatialStore open = SpatialStore.open(store)) {
      assertThatThrownBy(() -> StoreReplacement.requireReplaceable(store))
          .isInstanceOf(StoreLockedException.class);
      assertThatThrownBy(() -> StoreReplacement.replace(store, replacement, old))
          .isInstanceOf(StoreLockedException.class);
      assertThat(open.size()).isEqualTo(1);
    }
    assertThat(sizeOf(replacement)).isEqualTo(2);
    assertThat(old).doesNotExist();
  }

  @Test
  void aDirectoryWithoutAStoreIsRefused() {
    assertThatThrownBy(() -> StoreReplacement.requireReplaceable(directory))
        .isInstanceOf(StoreException.class);
  }

  private Path storeOf(String name, int entries) {
    Path store = directory.resolve(name);
    try (SpatialStore created = SpatialStore.create(store, StoreOptions.defaults())) {
      for (int id = 1; id <= entries; id++) {
        created.insert(id, id, id, id, id);
      }
    }
    return store;
  }

  private static long sizeOf(Path store) {
    try (SpatialStore opened = SpatialStore.openReadOnly(store)) {
      return opened.size();
    }
  }
}
