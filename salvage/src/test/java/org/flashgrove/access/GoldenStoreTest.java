package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.access.maintenance.FormatUpgrade;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stores of format version 1 as an earlier build wrote them, pages and a log that still holds what
 * the buffer held: later versions must open them. They are made by {@link #writeGoldenStores()}.
 */
class GoldenStoreTest {
  private static final String[] FILES = {"nodes.pages", "store.log", "store.meta"};
  private static final int ENTRIES = 300;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"plain", "efind"})
  void aStoreOfVersion1Opens(String name) throws IOException {
    copy(name);
    requireEntries();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "efind"})
  void aStoreOfVersion1IsReadOnly(String name) throws IOException {
    copy(name);
    byte[] before = Files.readAllBytes(directory.resolve("store.log"));
    try (SpatialStore store = SpatialStore.openReadOnly(directory)) {
      assertThat(store.size()).isEqualTo(ENTRIES - ENTRIES / 10);
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    }
    assertThat(directory.resolve("store.log")).hasBinaryContent(before);
  }

  /** Only the description changes: it says what it left unsaid. */
  @ParameterizedTest
  @ValueSource(strings = {"plain", "efind"})
  void aStoreOfVersion1IsUpgraded(String name) throws IOException {
    copy(name);
    byte[] pages = Files.readAllBytes(directory.resolve("nodes.pages"));
    assertThat(Files.readString(directory.resolve("store.meta"))).contains("format=1\n");
    assertThat(ClosedStore.upgrade(directory)).isEqualTo(new FormatUpgrade(1, 2));
    assertThat(Files.readString(directory.resolve("store.meta")))
        .contains("format=2\n")
        .contains("device=buffered:placement=home\n");
    assertThat(directory.resolve("nodes.pages")).hasBinaryContent(pages);
    requireEntries();
    assertThat(ClosedStore.upgrade(directory)).isEqualTo(new FormatUpgrade(2, 2));
    requireEntries();
  }

  @Test
  void aStoreOfVersion1IsSalvaged() throws IOException {
    copy("efind");
    Path to = directory.resolve("rescued");
    Files.delete(directory.resolve("store.meta"));
    SalvageReport report = Salvage.run(directory, to, SalvageHints.NONE);
    assertThat(report.entries()).isEqualTo(ENTRIES - ENTRIES / 10);
    assertThat(report.uncertainEntries()).isZero();
  }

  /** A newer format in any of the files is refused; of a whole newer store nothing is changed. */
  @ParameterizedTest
  @ValueSource(strings = {"store.meta", "store.log", "nodes.pages"})
  void aNewerFormatIsRefused(String file) throws IOException {
    copy("plain");
    Path newer = directory.resolve(file);
    byte[] bytes = Files.readAllBytes(newer);
    switch (file) {
      case "store.meta":
        String text = Files.readString(newer).replace("format=1", "format=3");
        String body = text.substring(0, text.indexOf("crc32c="));
        CRC32C crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        bytes =
            (body + "crc32c=" + Long.toHexString(crc.getValue()) + "\n")
                .getBytes(StandardCharsets.UTF_8);
        break;
      case "store.log":
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int mixed = header.getInt(28) ^ crc(bytes, 0, 28);
        header.putInt(4, 7);
        header.putInt(28, mixed ^ crc(bytes, 0, 28));
        break;
      default:
        for (int at = 0; at < bytes.length; at += 512) {
          ByteBuffer page = ByteBuffer.wrap(bytes, at, 512).slice().order(ByteOrder.LITTLE_ENDIAN);
          page.putShort(4, (short) 2);
          page.putInt(12, 0);
          page.putInt(12, crc(bytes, at, 512));
        }
    }
    Files.write(newer, bytes);
    assertThatThrownBy(
            () -> {
              try (SpatialStore store = SpatialStore.open(directory)) {
                store.count(EntryQuery.intersecting(0, 0, 1000, 1000));
              }
            })
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining(file)
        .hasMessageContaining("newer");
    if (file.equals("store.meta")) {
      assertThatThrownBy(() -> ClosedStore.upgrade(directory))
          .isInstanceOf(UnsupportedFormatException.class);
      assertThatThrownBy(() -> SpatialStore.openReadOnly(directory))
          .isInstanceOf(UnsupportedFormatException.class);
      Path to = directory.resolve("rescued");
      assertThatThrownBy(() -> Salvage.run(directory, to, SalvageHints.NONE))
          .isInstanceOf(UnsupportedFormatException.class);
    }
    if (!file.equals("nodes.pages")) { // the newer page is met when pages are written already
      assertThat(newer).hasBinaryContent(bytes);
    }
  }

  private static int crc(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  private void copy(String name) throws IOException {
    for (String file : FILES) {
      try (InputStream golden = getClass().getResourceAsStream("/golden-v1/" + name + "/" + file)) {
        Files.copy(golden, directory.resolve(file));
      }
    }
  }

  private void requireEntries() {
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.recovery().operations()).isPositive();
      assertThat(store.size()).isEqualTo(ENTRIES - ENTRIES / 10);
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
      for (int i = 0; i < ENTRIES; i++) {
        long id = i + 1;
        boolean[] found = {false};
        store.forEach(
            EntryQuery.intersecting(x(i), y(i)),
            (foundId, minX, minY, maxX, maxY) -> {
              found[0] |= foundId == id;
            });
        assertThat(found[0]).as("entry %d", id).isEqualTo(i % 10 != 3);
      }
    }
  }

  private static double x(int i) {
    return i * 7919 % 1000 / 8.0;
  }

  private static double y(int i) {
    return i * 104729 % 1000 / 8.0;
  }

  /** Run with {@code -Dflashgrove.golden=DIR} to write the stores; else it is left out. */
  @Test
  void writeGoldenStores() {
    String target = System.getProperty("flashgrove.golden");
    assumeTrue(target != null, "golden stores are written on demand only");
    write(Path.of(target, "plain"), "none:frames=8");
    write(Path.of(target, "efind"), "efind:buffer=16K");
  }

  private static void write(Path where, String flash) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree:split=quadratic")
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(where, options)) {
      for (int i = 0; i < ENTRIES; i++) {
        store.insert(i + 1, x(i), y(i), x(i), y(i));
      }
      for (int i = 3; i < ENTRIES; i += 10) {
        store.delete(i + 1, x(i), y(i), x(i), y(i));
      }
    }
  }
}
