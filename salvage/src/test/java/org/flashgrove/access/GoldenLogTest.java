package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stores whose logs have an earlier format, as the builds of that format wrote them: an image of
 * the write buffer, and commits behind it. Later versions must open them, change them, salvage
 * them, and open what they have changed.
 *
 * <p>{@link #writeGoldenStores()} writes the stores of the newest format. A later version must not
 * write those of an earlier format again.
 */
class GoldenLogTest {
  /** Insertions behind the image of the write buffer. */
  private static final int BEHIND = 180;

  private static final int AT_FORMAT = 4;
  private static final int NEWEST_FORMAT = 6;

  /**
   * A store.
   *
   * @param first insertions before its first close: enough for an image of the write buffer, if the
   *     index writes one
   */
  private record Golden(
      int format, String name, String index, String flash, int first, boolean isKilled) {
    int last() {
      return first + BEHIND;
    }

    @Override
    public String toString() {
      return "v" + format + "-" + name;
    }

    String resource() {
      return "golden-logs/" + this;
    }
  }

  private static final String GROVE = "grove:memory=16M,domain=0/0/512/512";

  static List<Golden> stores() {
    return Stream.of(4, 5, NEWEST_FORMAT).flatMap(format -> ofFormat(format).stream()).toList();
  }

  private static List<Golden> ofFormat(int format) {
    return List.of(
        new Golden(format, "grove-closed", GROVE, "none", 8_000, false),
        new Golden(format, "grove-killed", GROVE, "none", 8_000, true),
        new Golden(format, "rstar-killed", "rstar", "none:frames=8,log=64K", 240, true));
  }

  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("stores")
  void aStoreOpensChangesAndOpensAgain(Golden golden) throws IOException {
    copy(golden);
    int last = golden.last();
    Map<Long, double[]> entries = entries(last);
    try (SpatialStore store = SpatialStore.openReadOnly(directory)) {
      requireEntries(store, entries);
    }
    GoldenZip.requireUnchanged(golden.resource(), directory);
    try (SpatialStore store = SpatialStore.open(directory)) {
      requireEntries(store, entries);
      change(store, last, last + 100);
      store.sync();
      if (golden.index().equals(GROVE)) { // the tree's small log is rewritten
        requireFormat(golden.format());
      }
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      requireEntries(store, entries(last + 100));
      store.compact();
      requireFormat(NEWEST_FORMAT);
      change(store, last + 100, last + 200);
    }
    try (SpatialStore store = SpatialStore.openReadOnly(directory)) {
      requireEntries(store, entries(last + 200));
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void aStoreIsUpgradedAndBackedUp(Golden golden) throws IOException {
    copy(golden);
    ClosedStore.upgrade(directory);
    Path copy = directory.resolve("copy");
    try (SpatialStore store = SpatialStore.open(directory)) {
      requireEntries(store, entries(golden.last()));
      store.backup(copy, Backup.Progress.NONE);
    }
    try (SpatialStore store = SpatialStore.open(copy)) {
      requireEntries(store, entries(golden.last()));
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void aStoreIsSalvaged(Golden golden) throws IOException {
    copy(golden);
    Path to = directory.resolve("rescued");
    SalvageReport report = Salvage.run(directory, to, SalvageHints.NONE);
    assertThat(report.uncertainEntries()).isZero();
    try (SpatialStore store = SpatialStore.open(to)) {
      requireEntries(store, entries(golden.last()));
    }
  }

  private void copy(Golden golden) throws IOException {
    GoldenZip.copy(golden.resource(), directory);
    requireFormat(golden.format());
  }

  private void requireFormat(int format) throws IOException {
    ByteBuffer log = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("store.log")));
    assertThat(log.order(ByteOrder.LITTLE_ENDIAN).getInt(AT_FORMAT)).isEqualTo(format);
  }

  private static void requireEntries(SpatialStore store, Map<Long, double[]> expected) {
    assertThat(store.store().check().problems()).isEmpty();
    Map<Long, double[]> found = new TreeMap<>();
    store.search(
        -10,
        -10,
        1000,
        1000,
        (id, minX, minY, maxX, maxY) -> found.put(id, new double[] {minX, minY, maxX, maxY}));
    assertThat(found).hasSameSizeAs(expected).hasSize((int) store.size());
    expected.forEach((id, box) -> assertThat(found.get(id)).as("entry %d", id).isEqualTo(box));
  }

  private static double[] box(int i) {
    double x = i * 7919L % 512;
    double y = i * 104729L % 509;
    boolean isPoint = i % 3 != 0;
    return isPoint ? new double[] {x, y, x, y} : new double[] {x, y, x + i % 5, y + 0.3};
  }

  /** Returns the entries after the insertion of the first ones: each seventh was deleted later. */
  private static Map<Long, double[]> entries(int count) {
    Map<Long, double[]> entries = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      if (i % 7 != 0 || i >= count - 40) {
        entries.put(i + 1L, box(i));
      }
    }
    return entries;
  }

  /** Inserts entries, in batches also, and deletes each seventh of those that are older. */
  private static void change(SpatialStore store, int from, int to) {
    for (int i = from; i < to; i++) {
      double[] box = box(i);
      store.insert(i + 1, box[0], box[1], box[2], box[3]);
    }
    for (int i = Math.max(0, from - 40); i < to - 40; i++) {
      if (i % 7 == 0) {
        double[] box = box(i);
        assertThat(store.delete(i + 1, box[0], box[1], box[2], box[3])).isTrue();
      }
    }
  }

  /** Run with {@code -Dflashgrove.golden=DIR} to write the stores; else it is left out. */
  @Test
  void writeGoldenStores() throws IOException {
    String target = System.getProperty("flashgrove.golden");
    assumeTrue(target != null, "golden stores are written on demand only");
    for (Golden golden : ofFormat(NEWEST_FORMAT)) {
      write(Path.of(target, golden + ".zip"), golden);
    }
  }

  private void write(Path where, Golden golden) {
    Path made = directory.resolve(golden.name());
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(golden.index())
            .withFlash(golden.flash())
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(made, options)) {
      change(store, 0, golden.first());
    }
    int half = golden.first() + BEHIND / 2;
    try (SpatialStore store = SpatialStore.open(made)) {
      change(store, golden.first(), half);
    }
    try (SpatialStore store = SpatialStore.open(made)) {
      change(store, half, golden.last());
      if (golden.isKilled()) {
        store.sync();
        GoldenZip.keep(made, where);
      }
    }
    if (!golden.isKilled()) {
      GoldenZip.keep(made, where);
    }
  }
}
