package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests stores with an old log that somebody copied back, while pages and blocks are newer. */
class RestoredLogTest {
  private static final int BEFORE = 2_000;
  private static final int STEP = 50;

  @TempDir private Path directory;

  @KindTest
  @KindSource({
    "grove:domain=0/0/1/1,memory=64K",
    "grove:domain=0/0/1/1,memory=64K,merges=worker",
    "lsm:domain=0/0/1/1,memory=64K",
    "rstar"
  })
  void aLogThatIsOlderThanTheFilesIsRefused(String index) throws IOException {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none:frames=8,log=64K")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      insert(store, 0, BEFORE);
    }
    Path log = directory.resolve("store.log");
    byte[] old = Files.readAllBytes(log);
    int entries = BEFORE;
    try (SpatialStore store = SpatialStore.open(directory)) {
      Path files = directory.resolve(index.equals("rstar") ? "nodes.pages" : "blocks-0.pages");
      for (long size = Files.size(files); Files.size(files) == size; entries += STEP) {
        insert(store, entries, entries + STEP);
      }
    }
    byte[] newest = Files.readAllBytes(log);
    Files.write(log, old);
    assertThatThrownBy(() -> SpatialStore.open(directory).close())
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("older than the pages")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> SpatialStore.openReadOnly(directory).close())
        .isInstanceOf(DamagedStoreException.class);
    assertThat(log).hasBinaryContent(old);
    Files.write(log, newest);
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.size()).isEqualTo(entries);
      assertThat(StoreCheck.of(store.store().structures()).problems()).isEmpty();
    }
  }

  @KindTest
  @KindSource({"grove:domain=0/0/1/1,memory=64K", "rstar"})
  void pagesThatAreOlderThanTheLogAreRefused(String index) throws IOException {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash("none:frames=8,log=64K")
            .withDevice("buffered:placement=free")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      insert(store, 0, BEFORE);
    }
    Path pages = directory.resolve("nodes.pages");
    byte[] old = Files.readAllBytes(pages);
    try (SpatialStore store = SpatialStore.open(directory)) {
      insert(store, BEFORE, 2 * BEFORE);
      store.flush();
    }
    byte[] newest = Files.readAllBytes(pages);
    assertThat(newest).isNotEqualTo(old);
    Files.write(pages, old);
    assertThatThrownBy(() -> SpatialStore.open(directory).close())
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("the newest superblock is number")
        .hasMessageNotContaining("\n");
    Files.write(pages, newest);
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.size()).isEqualTo(2 * BEFORE);
    }
  }

  private static void insert(SpatialStore store, int from, int to) {
    for (int id = from; id < to; id++) {
      double x = id * 7919 % 10_007 / 10_007.0;
      double y = id * 104_729 % 9_973 / 9_973.0;
      store.insert(id, x, y, x, y);
    }
  }
}
