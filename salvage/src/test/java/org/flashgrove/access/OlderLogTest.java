package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is older than the pages beside it, as when one file alone is put back from a copy. */
class OlderLogTest {
  private static final String LOG = "store.log";

  @TempDir private Path directory;

  private static void insert(SpatialStore store, int from, int to) {
    for (int i = from; i < to; i++) {
      double x = i * 7919 % 1000;
      store.insert(i, x, i, x + 1, i + 1);
    }
  }

  /** A store whose log is the one of an earlier closing, with the pages of a later one. */
  private Path store(String flash) throws IOException {
    Path where = directory.resolve("store");
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(where, options)) {
      insert(store, 0, 200);
    }
    byte[] older = Files.readAllBytes(where.resolve(LOG));
    try (SpatialStore store = SpatialStore.open(where)) {
      insert(store, 200, 500);
    }
    Files.write(where.resolve(LOG), older);
    return where;
  }

  @KindTest
  @KindSource({
    "none:frames=8,log=64K",
    "efind:buffer=16K,log=64K",
    "efind:buffer=16K,log=4M,logform=packed",
    "fast:buffer=16K,log=4M",
    "for:buffer=16K,log=4M",
    "efind:buffer=32K,log=0",
    "rftl:buffer=16K",
    "lcr:buffer=16K",
    "gffm:buffer=16K"
  })
  void isRefused(String flash) throws IOException {
    Path where = store(flash);
    byte[] log = Files.readAllBytes(where.resolve(LOG));
    byte[] pages = Files.readAllBytes(where.resolve("nodes.pages"));
    assertThatThrownBy(() -> SpatialStore.open(where).close())
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("log")
        .hasMessageContaining("nodes.pages")
        .hasMessageContaining("superblock");
    assertThatThrownBy(() -> SpatialStore.openReadOnly(where).close())
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("nodes.pages");
    assertThat(where.resolve("nodes.pages")).hasBinaryContent(pages);
    assertThat(where.resolve(LOG)).hasSize(log.length);
  }

  /** The message names both numbers. */
  @Test
  void theMessageNamesBoth() throws IOException {
    Path where = store("none:frames=8,log=4M");
    assertThatThrownBy(() -> SpatialStore.open(where))
        .hasMessageMatching(
            "(?s).*frame \\d+: is the last one, but superblock \\d+ of nodes.pages contains all up"
                + " to frame \\d+: .*");
  }

  @Test
  void salvageReportsWhatTheLogLacks() throws IOException {
    Path where = store("none:frames=8,log=4M");
    SalvageReport report = Salvage.run(where, directory.resolve("to"), SalvageHints.NONE);
    assertThat(report.losses())
        .anyMatch(loss -> loss.matches("log: frames .* which pages contain"));
    assertThat(report.isComplete()).isFalse();
  }

  /** A copy of one moment is not older than itself, and each goes on by itself. */
  @Test
  void ofACopyIsNotTakenForOne() throws IOException {
    Path where = directory.resolve("store");
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("efind:buffer=16K,log=64K")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(where, options)) {
      insert(store, 0, 200);
      store.backup(directory.resolve("first"), Backup.Progress.NONE);
      insert(store, 200, 500);
      store.backup(directory.resolve("second"), Backup.Progress.NONE);
    }
    try (SpatialStore copy = SpatialStore.open(directory.resolve("first"))) {
      assertThat(copy.size()).isEqualTo(200);
    }
    Path second = directory.resolve("second");
    try (SpatialStore copy = SpatialStore.openReadOnly(second)) {
      assertThat(copy.size()).isEqualTo(500);
    }
    Files.write(second.resolve(LOG), Files.readAllBytes(directory.resolve("first").resolve(LOG)));
    assertThatThrownBy(() -> SpatialStore.open(second))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("older than the pages");
  }

  @Test
  void ofATableIsRefused() throws IOException {
    Path where = directory.resolve("table");
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(512)
            .withFlash("none:frames=8,log=4M")
            .withIndex("key", "bplus");
    try (Table table = Table.create(where, options)) {
      insert(table, 0, 100);
    }
    byte[] older = Files.readAllBytes(where.resolve(LOG));
    try (Table table = Table.open(where)) {
      insert(table, 100, 300);
    }
    Files.write(where.resolve(LOG), older);
    assertThatThrownBy(() -> Table.open(where))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("older than the pages");
    assertThatThrownBy(() -> Table.openReadOnly(where))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("older than the pages");
    assertThat(Salvage.run(where, directory.resolve("to"), SalvageHints.NONE).losses())
        .anyMatch(loss -> loss.contains("which pages contain"));
  }

  private static void insert(Table table, int from, int to) {
    for (int key = from; key < to; key++) {
      table.insert(key, null, ByteBuffer.allocate(20));
    }
  }
}
