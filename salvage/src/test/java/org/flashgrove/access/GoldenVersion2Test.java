package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Stores and tables of format version 2 as the build of commit 374e643 wrote them: later versions
 * must open them, change them, and open what they have changed. Some were closed, some are what a
 * killed process left. They were made by {@link #writeGoldenStores()}, which shall not be run again
 * by a later version: it would write that version's format.
 */
class GoldenVersion2Test {
  /** Entries inserted; each tenth is deleted, each seventh moved. */
  private static final int ENTRIES = 260;

  /** Entries inserted behind a sync: a store without commits in its log loses them when killed. */
  private static final int UNSYNCED = 20;

  private static final int ROWS = 90;

  /** How the process that wrote a store ended. */
  private enum End {
    CLOSED,
    KILLED,
    SYNCED_THEN_KILLED
  }

  private record Golden(String name, String index, String flash, String device, End end) {
    @Override
    public String toString() {
      return name;
    }

    StoreOptions options() {
      boolean each = end == End.KILLED;
      return StoreOptions.defaults()
          .withIndex(index)
          .withFlash(flash)
          .withDevice(device)
          .withPageSize(512)
          .withSync(SyncMode.parse(each ? "op" : "close"));
    }
  }

  private static final String HOME = "buffered:placement=home";
  private static final String FREE = "buffered:placement=free";
  private static final String RTREE = "rtree:split=quadratic";

  static List<Golden> stores() {
    return KindsUnderTest.of(allStores(), golden -> golden.index() + " " + golden.flash());
  }

  private static List<Golden> allStores() {
    return List.of(
        new Golden("plain-home", RTREE, "none:frames=8,log=64K", HOME, End.KILLED),
        new Golden("plain-free", "rstar", "none:frames=8,log=64K", FREE, End.KILLED),
        new Golden("efind-home", RTREE, "efind:buffer=16K,log=64K", HOME, End.KILLED),
        new Golden("efind-free", "rstar", "efind:buffer=16K,log=64K", FREE, End.KILLED),
        new Golden(
            "efind-packed",
            "hilbert:domain=0/0/1000/1000",
            "efind:buffer=16K,log=64K,logform=packed",
            FREE,
            End.CLOSED),
        new Golden("fast-free", RTREE, "fast:buffer=8K,unit=5,log=64K", FREE, End.KILLED),
        new Golden("fast-home", RTREE, "fast:buffer=4K,unit=3,log=64K", HOME, End.CLOSED),
        new Golden("for", "fortree", "for:buffer=4K,log=64K", FREE, End.KILLED),
        new Golden("rftl", RTREE, "rftl:buffer=4K", FREE, End.SYNCED_THEN_KILLED),
        new Golden("lcr", RTREE, "lcr:buffer=4K", FREE, End.CLOSED),
        new Golden("gffm", RTREE, "gffm:buffer=4K", HOME, End.CLOSED));
  }

  /** Those that salvage knows how to read. */
  static List<Golden> withNodesOnPages() {
    return stores().stream()
        .filter(store -> !List.of("rftl", "lcr").contains(store.name()))
        .toList();
  }

  static List<String> tables() {
    return List.of("table-killed", "table-closed");
  }

  @TempDir private Path directory;

  @KindTest
  @MethodSource("stores")
  void aStoreOpensChangesAndOpensAgain(Golden golden) throws IOException {
    copy(golden.name());
    Map<Long, double[]> entries = entries();
    try (SpatialStore store = SpatialStore.openReadOnly(directory)) {
      requireEntries(store, entries);
    }
    requireUnchanged(golden.name());
    try (SpatialStore store = SpatialStore.open(directory)) {
      requireEntries(store, entries);
      for (int i = 300; i < 340; i++) {
        insert(store, entries, i);
      }
      for (int i = 1; i < ENTRIES; i += 6) {
        delete(store, entries, i);
      }
      requireEntries(store, entries);
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      requireEntries(store, entries);
      store.flush();
      for (int i = 340; i < 480; i++) {
        insert(store, entries, i);
      }
      requireEntries(store, entries);
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      requireEntries(store, entries);
    }
  }

  @KindTest
  @MethodSource("stores")
  void aStoreIsBackedUpAndCompacted(Golden golden) throws IOException {
    copy(golden.name());
    Map<Long, double[]> entries = entries();
    Path copy = directory.resolve("copy");
    try (SpatialStore store = SpatialStore.open(directory)) {
      store.backup(copy, Backup.Progress.NONE);
      store.compact();
      requireEntries(store, entries);
    }
    for (Path each : List.of(copy, directory)) {
      try (SpatialStore store = SpatialStore.open(each)) {
        requireEntries(store, entries);
      }
    }
  }

  @KindTest
  @MethodSource("withNodesOnPages")
  void aStoreIsSalvaged(Golden golden) throws IOException {
    copy(golden.name());
    Path to = directory.resolve("rescued");
    SalvageReport report = Salvage.run(directory, to, SalvageHints.NONE);
    assertThat(report.uncertainEntries()).isZero();
    try (SpatialStore store = SpatialStore.open(to)) {
      requireEntries(store, entries());
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aTableOpensChangesAndOpensAgain(String name) throws IOException {
    copy(name);
    Map<Long, double[]> rows = rows();
    try (Table table = Table.openReadOnly(directory)) {
      requireRows(table, rows);
    }
    requireUnchanged(name);
    try (Table table = Table.open(directory)) {
      requireRows(table, rows);
      for (int i = 100; i < 130; i++) {
        insert(table, rows, i);
      }
      delete(table, rows, 9);
      requireRows(table, rows);
    }
    try (Table table = Table.open(directory)) {
      requireRows(table, rows);
      table.flush();
      for (int i = 130; i < 200; i++) {
        insert(table, rows, i);
      }
    }
    try (Table table = Table.open(directory)) {
      requireRows(table, rows);
    }
  }

  private void requireUnchanged(String name) throws IOException {
    GoldenZip.requireUnchanged("golden-v2/" + name, directory);
  }

  private void copy(String name) throws IOException {
    GoldenZip.copy("golden-v2/" + name, directory);
  }

  private static void requireEntries(SpatialStore store, Map<Long, double[]> expected) {
    assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    assertThat(store.size()).isEqualTo(expected.size());
    Map<Long, double[]> found = new TreeMap<>();
    EntryVisitor visitor =
        (id, minX, minY, maxX, maxY) -> found.put(id, new double[] {minX, minY, maxX, maxY});
    store.search(-1, -1, 2000, 2000, visitor);
    assertThat(found).hasSameSizeAs(expected);
    expected.forEach((id, box) -> assertThat(found.get(id)).as("entry %d", id).isEqualTo(box));
  }

  private static double[] box(int i, int moved) {
    double x = (i * 7919 + moved * 333) % 1000 / 8.0;
    double y = (i * 104729 + moved * 77) % 1000 / 8.0;
    return new double[] {x, y, x + i % 3, y + i % 5};
  }

  private static void insert(SpatialStore store, Map<Long, double[]> entries, int i) {
    double[] box = box(i, 0);
    store.insert(i + 1, box[0], box[1], box[2], box[3]);
    entries.put(i + 1L, box);
  }

  private static void delete(SpatialStore store, Map<Long, double[]> entries, int i) {
    double[] box = entries.remove(i + 1L);
    if (box != null) {
      assertThat(store.delete(i + 1, box[0], box[1], box[2], box[3])).isTrue();
    }
  }

  /** What the golden stores hold. */
  private static Map<Long, double[]> entries() {
    Map<Long, double[]> entries = new TreeMap<>();
    for (int i = 0; i < ENTRIES; i++) {
      entries.put(i + 1L, box(i, 0));
    }
    for (int i = 0; i < ENTRIES; i++) {
      if (i % 10 == 3) {
        entries.remove(i + 1L);
      } else if (i % 7 == 2) {
        entries.put(i + 1L, box(i, 1));
      }
    }
    return entries;
  }

  private static void insert(Table table, Map<Long, double[]> rows, int key) {
    double[] box = box(key, 0);
    table.insert(key, point(box), attributes(key));
    rows.put((long) key, box);
  }

  private static void delete(Table table, Map<Long, double[]> rows, int key) {
    assertThat(table.byRid().delete(ridOf(table, key))).isTrue();
    rows.remove((long) key);
  }

  private static long ridOf(Table table, long key) {
    return table.lookup().find(key);
  }

  private static Geometry point(double[] box) {
    return new GeometryFactory().createPoint(new Coordinate(box[0], box[1]));
  }

  private static ByteBuffer attributes(int key) {
    byte[] bytes = new byte[key % 40];
    Arrays.fill(bytes, (byte) key);
    return ByteBuffer.wrap(bytes);
  }

  private static Map<Long, double[]> rows() {
    Map<Long, double[]> rows = new TreeMap<>();
    for (int key = 0; key < ROWS; key++) {
      if (key % 8 != 5) {
        rows.put((long) key, box(key, key % 6 == 1 ? 1 : 0));
      }
    }
    return rows;
  }

  private static void requireRows(Table table, Map<Long, double[]> rows) {
    assertThat(table.check().problems()).isEmpty();
    assertThat(table.size()).isEqualTo(rows.size());
    assertThat(table.index("geom").size()).isEqualTo(rows.size());
    assertThat(table.index("key").size()).isEqualTo(rows.size());
    RecordGeometries geometries = new RecordGeometries();
    HeapRecord record = new HeapRecord();
    rows.forEach(
        (key, box) -> {
          long rid = ridOf(table, key);
          assertThat(table.byRid().get(rid, record)).as("row %d", key).isTrue();
          assertThat(record.attributes()).isEqualTo(attributes(key.intValue()));
          assertThat(geometries.stored(rid, record.wkb())).isEqualTo(point(box));
        });
  }

  /** Run with {@code -Dflashgrove.golden=DIR} to write the stores; else it is left out. */
  @Test
  void writeGoldenStores() {
    String target = System.getProperty("flashgrove.golden");
    assumeTrue(target != null, "golden stores are written on demand only");
    for (Golden golden : allStores()) {
      write(Path.of(target, golden.name() + ".zip"), golden);
    }
    writeTable(Path.of(target, "table-killed.zip"), "efind:buffer=16K,log=64K", true);
    writeTable(Path.of(target, "table-closed.zip"), "none:frames=8,log=64K", false);
  }

  private void write(Path where, Golden golden) {
    Path made = directory.resolve(golden.name());
    try (SpatialStore store = SpatialStore.create(made, golden.options())) {
      Map<Long, double[]> entries = new TreeMap<>();
      for (int i = 0; i < ENTRIES; i++) {
        insert(store, entries, i);
      }
      for (int i = 0; i < ENTRIES; i++) {
        if (i % 10 == 3) {
          delete(store, entries, i);
        } else if (i % 7 == 2) {
          delete(store, entries, i);
          double[] box = box(i, 1);
          store.insert(i + 1, box[0], box[1], box[2], box[3]);
        }
      }
      if (golden.end() == End.SYNCED_THEN_KILLED) {
        store.sync();
        for (int i = ENTRIES; i < ENTRIES + UNSYNCED; i++) {
          insert(store, entries, i);
        }
      }
      if (golden.end() != End.CLOSED) {
        GoldenZip.keep(made, where);
      }
    }
    if (golden.end() == End.CLOSED) {
      GoldenZip.keep(made, where);
    }
  }

  private void writeTable(Path where, String flash, boolean killed) {
    Path made = directory.resolve(where.getFileName());
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(512)
            .withCache(8 * 512)
            .withSync(SyncMode.OP)
            .withFlash(flash)
            .withIndex("geom", "rstar")
            .withIndex("key", "bplus");
    try (Table table = Table.create(made, options)) {
      Map<Long, double[]> rows = new TreeMap<>();
      for (int key = 0; key < ROWS; key++) {
        insert(table, rows, key);
      }
      for (int key = 0; key < ROWS; key++) {
        if (key % 8 == 5) {
          delete(table, rows, key);
        } else if (key % 6 == 1) {
          table.byRid().updateGeometry(ridOf(table, key), point(box(key, 1)));
        }
      }
      if (killed) {
        GoldenZip.keep(made, where);
      }
    }
    if (!killed) {
      GoldenZip.keep(made, where);
    }
  }
}
