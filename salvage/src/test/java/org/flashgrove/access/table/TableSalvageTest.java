package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.salvage.SalvageReport;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Tables rescued from damaged files. */
class TableSalvageTest {
  private static final int PAGE = 512;

  @TempDir Path path;
  private final Random random = Seeds.random();
  private final GeometryFactory factory = new GeometryFactory();

  /** Returns the index of the geometries. */
  String index() {
    return "rstar";
  }

  private TableOptions options() {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withPageSize(PAGE)
        .withIndex("key", "bplus")
        .withIndex("geom", index());
  }

  private TreeMap<Long, Integer> fill(Path directory) {
    TreeMap<Long, Integer> records = new TreeMap<>();
    try (Table table = Table.create(directory, options())) {
      for (long key = 0; key < 400; key++) {
        int length = random.nextInt(20) == 0 ? 2_000 : random.nextInt(80);
        records.put(key, length);
        Coordinate place = new Coordinate(random.nextDouble(), random.nextDouble());
        table.insert(key, factory.createPoint(place), ByteBuffer.allocate(length));
        if (key == 200) {
          table.flush();
        }
      }
    }
    return records;
  }

  private static TreeMap<Long, Integer> records(Table table) {
    TreeMap<Long, Integer> found = new TreeMap<>();
    try (HeapScan scan = table.heap().scan(8)) {
      while (scan.next()) {
        HeapRecord record = scan.record();
        assertThat(found.put(record.id(), record.attributes().remaining())).isNull();
      }
    }
    return found;
  }

  @Test
  void anUndamagedTableIsRescuedWhole() {
    TreeMap<Long, Integer> records = fill(path.resolve("from"));
    SalvageReport report = Salvage.run(path.resolve("from"), path.resolve("to"), SalvageHints.NONE);
    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(report.entries()).isEqualTo(400);
    assertThat(report.structures().get(0).expected()).isEqualTo(400);
    try (Table table = Table.open(path.resolve("to"))) {
      assertThat(records(table)).isEqualTo(records);
      assertThat(table.check().ok()).isTrue();
      assertThat(table.options().sync()).hasToString("group:5ms");
      assertThat(table.options().indices().keySet()).containsExactly("geom", "key");
    }
  }

  @Test
  void brokenPagesLoseTheirRecordsAndNoOthers() throws IOException {
    TreeMap<Long, Integer> records = fill(path.resolve("from"));
    try (RandomAccessFile pages =
        new RandomAccessFile(path.resolve("from/nodes.pages").toFile(), "rw")) {
      for (int i = 0; i < 5; i++) {
        pages.seek(2 * PAGE + random.nextInt((int) pages.length() - 3 * PAGE));
        pages.write(random.nextInt());
      }
    }
    SalvageReport report = Salvage.run(path.resolve("from"), path.resolve("to"), SalvageHints.NONE);
    assertThat(report.entries()).isGreaterThan(250);
    try (Table table = Table.open(path.resolve("to"))) {
      TreeMap<Long, Integer> found = records(table);
      assertThat(records).containsAllEntriesOf(found);
      assertThat(table.check().ok()).isTrue();
      if (found.size() < records.size()) {
        assertThat(report.losses()).isNotEmpty();
      }
    }
  }

  /** The lines that can be read are believed if the pages agree; without them the caller helps. */
  @Test
  void aDamagedDescriptionIsMadeUpFor() throws IOException {
    TreeMap<Long, Integer> records = fill(path.resolve("from"));
    Path meta = path.resolve("from/store.meta");
    String text = Files.readString(meta);
    Files.writeString(meta, text.replace("crc32c=", "crc32c=1").replace("cache=", "cache=x"));
    SalvageReport report = Salvage.run(path.resolve("from"), path.resolve("to"), SalvageHints.NONE);
    assertThat(report.losses()).anyMatch(loss -> loss.startsWith("description: taken to be"));
    try (Table table = Table.open(path.resolve("to"))) {
      assertThat(records(table)).isEqualTo(records);
      assertThat(table.check().ok()).isTrue();
    }
    Files.writeString(meta, "flashgrove store\nformat=3\n");
    Path second = path.resolve("second");
    assertThatThrownBy(() -> Salvage.run(path.resolve("from"), second, SalvageHints.NONE))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("name all structures of the store");
    assertThat(second).doesNotExist();
    Map<String, String> named = new LinkedHashMap<>();
    named.put("table.key", "bplus");
    named.put("table.geom", "rstar");
    named.put("table", "records");
    Salvage.run(path.resolve("from"), second, new SalvageHints(null, null, 0, named));
    try (Table table = Table.open(second)) {
      assertThat(records(table)).isEqualTo(records);
    }
  }

  /** The map of free space and the log state the number, however the changes were made. */
  @RepeatedTest(5)
  void theNumberOfRecordsIsKnownAlthoughSomeAreLost() throws IOException {
    Path from = path.resolve("from");
    long size = changed(from);
    SalvageReport whole = Salvage.run(from, path.resolve("whole"), SalvageHints.NONE);
    assertThat(whole.structures().get(0).expected()).isEqualTo(size);
    assertThat(whole.structures().get(0).entries()).isEqualTo(size);
    try (RandomAccessFile pages =
        new RandomAccessFile(from.resolve("nodes.pages").toFile(), "rw")) {
      for (int i = 0; i < 5; i++) {
        pages.seek(2 * PAGE + random.nextInt((int) pages.length() - 3 * PAGE));
        pages.write(random.nextInt());
      }
    }
    SalvageReport part = Salvage.run(from, path.resolve("part"), SalvageHints.NONE);
    assertThat(part.structures().get(0).expected()).isIn(-1L, size);
  }

  @Test
  void theNumberOfRecordsIsUnknownIfChangesAreMissingFromTheLog() throws IOException {
    Path from = path.resolve("from");
    long size;
    try (Table table = Table.create(from, options())) {
      for (long key = 0; key < 400; key++) {
        Coordinate place = new Coordinate(random.nextDouble(), random.nextDouble());
        table.insert(key, factory.createPoint(place), ByteBuffer.allocate(100));
      }
      size = table.size();
      table.sync();
      Path copy = Files.createDirectory(path.resolve("killed"));
      try (Stream<Path> files = Files.list(from)) {
        for (Path file : files.toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
      from = copy;
    }
    try (RandomAccessFile log = new RandomAccessFile(from.resolve("store.log").toFile(), "rw")) {
      log.seek(10_000 + random.nextInt(20_000));
      log.write(0xA5 ^ random.nextInt(16));
    }
    SalvageReport report = Salvage.run(from, path.resolve("to"), SalvageHints.NONE);
    assertThat(report.structures().get(0).entries()).isLessThan(size);
    assertThat(report.structures().get(0).expected()).as("%s", report).isEqualTo(-1);
  }

  /** Makes a table by random changes. Returns the number of its records. */
  private long changed(Path directory) {
    if (random.nextBoolean()) {
      fill(directory);
    } else {
      load(directory);
    }
    for (int opening = 0; opening < 3; opening++) {
      try (Table table = Table.open(directory)) {
        for (int i = 0; i < 100; i++) {
          long key = random.nextInt(400);
          Coordinate place = new Coordinate(random.nextDouble(), random.nextDouble());
          boolean isThere = table.delete(key);
          if (!isThere || random.nextBoolean()) {
            ByteBuffer attributes = ByteBuffer.allocate(random.nextInt(600));
            table.insert(key, factory.createPoint(place), attributes);
          }
          if (random.nextInt(60) == 0) {
            table.flush();
          }
        }
        if (opening == 2) {
          return table.size();
        }
      }
    }
    throw new IllegalStateException();
  }

  private void load(Path directory) {
    try (Table table = Table.create(directory, options());
        TableLoader loader = table.loader()) {
      for (long key = 0; key < 600; key++) {
        loader.append(key, factory.createPoint(new Coordinate(key, 0)), ByteBuffer.allocate(9));
      }
      loader.commit();
    }
  }
}
