package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.access.Backup;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.access.metrics.CompactionStats;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests backups of a table that is changed meanwhile, and its compaction. */
class TableFilesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int PAGE = 512;

  /**
   * Maximum number of unused page slots in compacted files. They are the earlier positions of the
   * page maps.
   */
  private static final int MOST_FREE = 16;

  @TempDir private Path directory;

  private Table create(String flash, String device) {
    TableOptions options =
        TableOptions.defaults()
            .withDevice(device)
            .withFlash(flash)
            .withPageSize(PAGE)
            .withCache(16 * PAGE)
            .withSync(SyncMode.CLOSE)
            .withIndex("geom", "rstar")
            .withIndex("key", "bplus:unique=off");
    return Table.create(directory.resolve("table"), options);
  }

  /** Inserts rows whose attributes contain their keys. Some rows extend over many pages. */
  private static void insert(Table table, Random random, int from, int count) {
    try (TableBatch batch = table.begin()) {
      for (int key = from; key < from + count; key++) {
        byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 2000 : 30)];
        java.util.Arrays.fill(bytes, (byte) key);
        Coordinate at = new Coordinate(key % 100, random.nextInt(100));
        batch.insert(key, GEOMETRIES.createPoint(at), ByteBuffer.wrap(bytes));
      }
      batch.commit();
    }
  }

  private static List<Long> keys(Table table) {
    List<Long> keys = new ArrayList<>();
    try (HeapScan scan = table.heap().scan(8)) {
      while (scan.next()) {
        HeapRecord record = scan.record();
        keys.add(record.id());
        for (int i = record.attributes().position(); i < record.attributes().limit(); i++) {
          assertThat(record.attributes().get(i)).isEqualTo((byte) record.id());
        }
      }
    }
    keys.sort(null);
    return keys;
  }

  /**
   * A writer inserts ten rows in each commit. A backup must contain all rows of a commit or none,
   * and be a table of its own.
   */
  @ParameterizedTest
  @CsvSource({
    "'none:frames=16,log=64K', 'buffered'",
    "'efind:buffer=64K,log=128K', 'buffered'",
    "'efind:buffer=64K,log=128K', 'memory'",
  })
  void aCopyIsTheTableAtACommit(String flash, String device) throws Exception {
    Random random = Seeds.random();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (Table table = create(flash, device)) {
      insert(table, random, 0, 1000);
      Thread writer =
          new Thread(
              () -> {
                try {
                  for (int key = 1000; !stop.get() && key < 200_000; key += 10) {
                    insert(table, random, key, 10);
                  }
                } catch (RuntimeException | AssertionError e) {
                  failure.set(e);
                }
              });
      writer.start();
      for (int round = 0; round < 3; round++) {
        Path target = directory.resolve("copy" + round);
        Backup backup = table.backup(target, Backup.Progress.NONE);
        assertThat(backup.pages()).isPositive();
        assertThat(backup.pageBytes()).isEqualTo(backup.pages() * PAGE);
        try (Table copy = Table.open(target)) {
          List<Long> keys = keys(copy);
          assertThat(keys.size() % 10).isZero();
          assertThat(keys.size()).isGreaterThanOrEqualTo(1000);
          assertThat(keys.get(keys.size() - 1)).isEqualTo(keys.size() - 1);
          assertThat(copy.check().problems()).isEmpty();
          insert(copy, new Random(round), 1_000_000, 50);
          assertThat(copy.size()).isEqualTo(keys.size() + 50);
          assertThat(copy.check().problems()).isEmpty();
        }
      }
      stop.set(true);
      writer.join();
      assertThat(failure.get()).isNull();
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @Test
  void aTargetThatIsNotEmptyIsLeftAsItIs() throws IOException {
    Path target = Files.createDirectory(directory.resolve("full"));
    Files.writeString(target.resolve("something"), "else");
    try (Table table = create("efind", "buffered")) {
      insert(table, new Random(1), 0, 10);
      assertThatThrownBy(() -> table.backup(target, Backup.Progress.NONE))
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining("is not empty");
      assertThat(keys(table)).hasSize(10);
    }
    assertThat(Files.readString(target.resolve("something"))).isEqualTo("else");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:frames=16", "efind:buffer=64K", "fast:buffer=64K"})
  void freeSlotsGoAndRecordsKeepTheirRids(String flash) throws IOException {
    Random random = Seeds.random();
    List<Long> left;
    try (Table table = create(flash, "buffered")) {
      insert(table, random, 0, 4000);
      table.flush();
      List<Long> rids = new ArrayList<>();
      try (HeapScan scan = table.heap().scan(8)) {
        while (scan.next()) {
          rids.add(scan.record().rid());
        }
      }
      long kept = rids.get(3999);
      HeapRecord record = new HeapRecord();
      assertThat(table.byRid().get(kept, record)).isTrue();
      long key = record.id();
      try (TableBatch batch = table.begin()) {
        for (int i = 0; i < 3500; i++) {
          batch.byRid().delete(rids.get(i));
        }
        batch.commit();
      }
      CompactionStats figures = table.compact();
      assertThat(figures.pagesMoved()).isPositive();
      assertThat(figures.pagesAfter()).isLessThan(figures.pagesBefore() / 2);
      assertThat(figures.logBytesAfter()).isLessThan(16 << 10);
      assertThat(figures.pagesAfter())
          .isLessThanOrEqualTo(table.stats().placement().liveSlots() + MOST_FREE);
      assertThat(Files.size(directory.resolve("table").resolve("nodes.pages")))
          .isEqualTo(figures.pagesAfter() * PAGE);
      assertThat(table.byRid().get(kept, record)).isTrue();
      assertThat(record.id()).isEqualTo(key);
      left = keys(table);
      assertThat(left).hasSize(500);
      assertThat(table.check().problems()).isEmpty();
      insert(table, random, 10_000, 100);
      table.compact();
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(keys(table)).hasSize(600).containsAll(left);
      assertThat(table.check().problems()).isEmpty();
    }
  }

  /**
   * Moved pages may fill all free slots. The page map then goes to the end of the file, and must
   * return from there.
   */
  @Test
  void aFileIsCompactedAtOnce() {
    Random random = Seeds.random();
    try (Table table = create("efind:buffer=2M,log=16M", "memory")) {
      List<Long> rids = new ArrayList<>();
      try (TableLoader loader = table.loader(1 << 18, directory)) {
        for (int key = 0; key < 3000; key++) {
          rids.add(loader.append(key, at(random), ByteBuffer.allocate(20)));
        }
        loader.commit();
      }
      for (int round = 0; round < 12; round++) {
        for (int flushes = random.nextInt(3); flushes >= 0; flushes--) {
          change(table, rids, random, 1 + random.nextInt(200));
          if (flushes > 0) {
            table.flush(); // leaves free slots one by one
          }
        }
        CompactionStats figures = table.compact();
        assertThat(figures.pagesAfter())
            .isLessThanOrEqualTo(table.stats().placement().liveSlots() + MOST_FREE);
      }
      assertThat(table.check().problems()).isEmpty();
    }
  }

  private static void change(Table table, List<Long> rids, Random random, int count) {
    for (int i = 0; i < count; i++) {
      int at = random.nextInt(rids.size());
      if (random.nextInt(3) > 0) {
        table.byRid().updateGeometry(rids.get(at), at(random));
      } else {
        table.byRid().delete(rids.get(at));
        rids.set(at, table.insert(i, at(random), ByteBuffer.allocate(random.nextInt(40))));
      }
    }
  }

  private static Geometry at(Random random) {
    return GEOMETRIES.createPoint(new Coordinate(random.nextInt(1000), random.nextInt(1000)));
  }

  @Test
  void theFormatIsThePresentOne() {
    create("efind", "buffered").close();
    assertThat(ClosedStore.upgrade(directory.resolve("table")).from())
        .isEqualTo(ClosedStore.upgrade(directory.resolve("table")).to());
    assertThatThrownBy(() -> ClosedStore.upgrade(directory)).isInstanceOf(StoreIoException.class);
  }
}
