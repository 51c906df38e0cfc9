package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.UnknownAttributeException;
import org.flashgrove.storage.heap.page.Rid;
import org.flashgrove.storage.log.SyncMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests updates of records whose pages are not in memory. They wait until the pages are read. */
class WaitingUpdatesTest {
  private static final int RECORDS = 20_000;
  private static final Schema SCHEMA =
      Schema.builder()
          .required("name", AttributeType.STRING)
          .nullable("height", AttributeType.DOUBLE)
          .nullable("mark", AttributeType.UUID)
          .required("number", AttributeType.LONG)
          .build();

  @TempDir private Path directory;
  private long cacheBytes = 8 << 20;
  private boolean hasGeometries;

  private Table create(String... indices) {
    TableOptions options =
        TableOptions.defaults()
            .withAttributes(SCHEMA)
            .withSync(SyncMode.CLOSE)
            .withCache(cacheBytes)
            .withIndex("key", "bplus:unique=on");
    if (hasGeometries) {
      options = options.withIndex("geom", "grove:memory=96K");
    }
    for (String index : indices) {
      options = options.withIndex(index.split(",", 2)[0], "bplus:attribute=" + index);
    }
    return Table.create(directory.resolve("table"), options);
  }

  private static String name(long key) {
    return "a name that fills some of the page: " + key;
  }

  /** Returns a geometry that a record with a key may have; null for two of three keys. */
  private static @Nullable Geometry geometry(long key) {
    return key % 3 > 0
        ? null
        : new GeometryFactory().toGeometry(new Envelope(key, key + 2, -key, 5 - key));
  }

  /** Creates a table with {@link #RECORDS} records, and closes it. */
  private void fill(String... indices) {
    try (Table table = create(indices);
        TableBatch batch = table.begin()) {
      for (long key = 0; key < RECORDS; key++) {
        long own = key;
        Geometry geometry = hasGeometries ? geometry(key) : null;
        batch.insert(key, geometry, row -> row.set("name", name(own)).set("number", own));
      }
      batch.commit();
    }
  }

  private Table open() {
    return Table.open(directory.resolve("table"));
  }

  private static String text(TableRecord record) {
    return record.row().getString("name")
        + " "
        + record.row().value("height")
        + " "
        + record.row().value("mark")
        + " "
        + record.row().getLong("number");
  }

  private static String text(Table table, long key) {
    return text(Objects.requireNonNull(table.get(key)));
  }

  @Test
  void pagesOfSixtyFourRecordsAreReadTogether() {
    fill();
    List<Long> keys = new ArrayList<>();
    try (Table table = open()) {
      long page = -1;
      try (TableBatch batch = table.begin()) {
        for (long key = 0; keys.size() < 64; key++) {
          long now = Rid.page(batch.find(key));
          if (now != page) {
            keys.add(key);
          }
          page = now;
        }
      }
    }
    try (Table table = open();
        TableBatch batch = table.begin()) {
      for (long key : keys.subList(0, 63)) {
        batch.find(key); // reads the index
      }
      long pages = table.records().io().pageReads();
      for (long key : keys.subList(0, 63)) {
        assertThat(batch.update(key, row -> row.set("height", 0.5 * key))).isTrue();
      }
      assertThat(table.records().io().pageReads()).isEqualTo(pages);
      batch.update(keys.get(63), row -> row.set("height", 1.5));
      assertThat(table.records().io().pageReads()).isEqualTo(pages + 64);
      batch.update(keys.get(0), row -> row.set("height", 2.5));
      batch.commit();
      assertThat(text(table, keys.get(0))).isEqualTo(name(keys.get(0)) + " 2.5 null 0");
      assertThat(text(table, keys.get(9)))
          .isEqualTo(name(keys.get(9)) + " " + 0.5 * keys.get(9) + " null " + keys.get(9));
      assertThat(table.records().io().pageReads()).isEqualTo(pages + 64);
    }
  }

  @Test
  void updatesOfARecordAreMadeInOrder() {
    fill();
    UUID mark = new UUID(5, 6);
    try (Table table = open()) {
      try (TableBatch batch = table.begin()) {
        batch.update(7, row -> row.set("height", 1.5).set("name", "Ann"));
        batch.update(9_000, row -> row.set("mark", mark));
        batch.update(7, row -> row.clear().set("name", "Bea").set("number", 70));
        batch.update(7, row -> row.set("height", 4.5).setNull("mark"));
        batch.commit();
      }
      assertThat(text(table, 7)).isEqualTo("Bea 4.5 null 70");
      assertThat(text(table, 9_000)).isEqualTo(name(9_000) + " null " + mark + " 9000");
    }
  }

  @Test
  void theRowOfAnUpdateHasAllValues() {
    fill();
    List<String> seen = new ArrayList<>();
    try (Table table = open();
        TableBatch batch = table.begin()) {
      Row row = new Row(SCHEMA);
      for (double height : new double[] {1.5, 2.5}) {
        batch.update(
            RECORDS / 2,
            writer -> {
              writer.set("height", height).set("number", 8 * Math.round(height));
              row.show(writer.row());
              seen.add(row.getString("name") + " " + row.value("height"));
              writer.setNull("height");
            });
        batch.update(RECORDS / 2, writer -> writer.set("name", "Bea"));
      }
      batch.commit();
      assertThat(seen).containsExactly(name(RECORDS / 2) + " 1.5", "Bea 2.5");
      assertThat(text(table, RECORDS / 2)).isEqualTo("Bea null null 24");
    }
  }

  @Test
  void textBytesMayChangeAfterAnUpdate() {
    fill();
    byte[] text = "before".getBytes(StandardCharsets.UTF_8);
    try (Table table = open();
        TableBatch batch = table.begin()) {
      batch.update(RECORDS / 2, row -> row.setUtf8(SCHEMA.require("name"), text));
      Arrays.fill(text, (byte) 'x');
      batch.commit();
      assertThat(text(table, RECORDS / 2)).startsWith("before ");
    }
  }

  @Test
  void bytesOfATableWithoutASchemaMayBeRemoved() {
    Path bytes = directory.resolve("bytes");
    TableOptions options = TableOptions.defaults().withIndex("key", "bplus:unique=on");
    try (Table table = Table.create(bytes, options)) {
      table.insert(7, null, ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }
    try (Table table = Table.open(bytes);
        TableBatch batch = table.begin()) {
      assertThat(batch.update(7, row -> row.setNull("bytes"))).isTrue();
      batch.commit();
      assertThat(Objects.requireNonNull(table.get(7)).attributes().remaining()).isZero();
    }
  }

  private static void assertUnchangedBy(
      Table table, Class<? extends Exception> failure, Consumer<RowWriter> values) {
    try (TableBatch batch = table.begin()) {
      assertThatThrownBy(() -> batch.update(7, values)).isInstanceOf(failure);
      batch.update(9_000, row -> row.set("height", 3.5));
      batch.commit();
    }
    assertThat(text(table, 7)).isEqualTo(name(7) + " null null 7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "type", "null", "clear", "thrown"})
  void invalidValuesFailAtOnce(String kind) {
    fill();
    try (Table table = open()) {
      switch (kind) {
        case "unknown" ->
            assertUnchangedBy(table, UnknownAttributeException.class, row -> row.set("x", 1));
        case "type" ->
            assertUnchangedBy(
                table, IllegalArgumentException.class, row -> row.set("height", "high"));
        case "null" ->
            assertUnchangedBy(
                table, IllegalArgumentException.class, row -> row.setNull("name").set("number", 2));
        case "clear" ->
            assertUnchangedBy(
                table, IllegalArgumentException.class, row -> row.clear().set("number", 2));
        default ->
            assertUnchangedBy(
                table,
                ArithmeticException.class,
                row -> row.set("number", 2).set("height", Math.floorDiv(1, 0)));
      }
    }
  }

  @Test
  void uniqueValuesAreCheckedAtOnce() {
    fill("number,unique=on");
    try (Table table = open();
        TableBatch batch = table.begin()) {
      assertThatThrownBy(() -> batch.update(7, row -> row.set("number", 8)))
          .isInstanceOf(DuplicateKeyException.class);
      batch.commit();
    }
  }

  @Test
  void aRecordThatWouldBecomeTooLongFailsAtOnce() {
    fill();
    String half = "x".repeat(33 << 20);
    try (Table table = open();
        TableBatch batch = table.begin()) {
      batch.update(7, row -> row.set("name", half));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> batch.update(7, row -> row.set("name", half + half)));
      batch.commit();
      assertThat(text(table, 7)).hasSizeGreaterThan(33 << 20);
    }
  }

  @Test
  void aClosedBatchForgetsItsUpdates() {
    fill("number");
    try (Table table = open()) {
      try (TableBatch batch = table.begin()) {
        batch.update(7, row -> row.set("number", -1));
      }
      assertThat(text(table, 7)).isEqualTo(name(7) + " null null 7");
      assertThat(TableQuery.of(table).where("number = ?", -1L).count()).isZero();
    }
  }

  @Test
  void aDamagedPageFailsWhenItIsReadAndNothingCommits() throws IOException {
    fill();
    Path pages = directory.resolve("table").resolve("nodes.pages");
    byte[] bytes = Files.readAllBytes(pages);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(name(7));
    bytes[at] ^= 1;
    Files.write(pages, bytes);
    try (Table table = open()) {
      try (TableBatch batch = table.begin()) {
        assertThat(batch.update(7, row -> row.set("height", 1.5))).isTrue();
        assertThatThrownBy(
                () -> {
                  for (long key = 300; key < RECORDS; key += 300) {
                    batch.update(key, row -> row.set("height", 1.5));
                  }
                })
            .isInstanceOf(DamagedStoreException.class);
        assertThatThrownBy(() -> batch.update(300, row -> row.set("height", 2.5)))
            .isInstanceOf(BatchStateException.class);
        assertThatThrownBy(batch::commit).isInstanceOf(BatchStateException.class);
      }
      assertThat(text(table, 300)).isEqualTo(name(300) + " null null 300");
    }
  }

  /** Compares a table, reopened again and again, with a map of its records. */
  @ParameterizedTest
  @ValueSource(longs = {1 << 16, 8 << 20})
  void randomBatchesEqualAMap(long cache) {
    cacheBytes = cache;
    hasGeometries = true;
    fill("number");
    Random random = Seeds.random();
    Map<Long, String> committed = new HashMap<>();
    for (long key = 0; key < RECORDS; key++) {
      committed.put(key, name(key) + " null null " + key);
    }
    for (int round = 0; round < 12; round++) {
      try (Table table = open()) {
        for (int i = 0; i < 4; i++) {
          Map<Long, String> changed = new HashMap<>(committed);
          try (TableBatch batch = table.begin()) {
            int changes = random.nextInt(200);
            for (int j = 0; j < changes; j++) {
              change(batch, random, changed);
            }
            if (random.nextInt(4) > 0) {
              batch.commit();
              committed = changed;
            }
          }
        }
        Map<Long, String> found = new HashMap<>();
        TableQuery.of(table).forEach(record -> found.put(record.key(), text(record)));
        assertThat(found).isEqualTo(committed);
        assertThat(table.check().problems()).isEmpty();
      }
    }
  }

  private static void change(TableBatch batch, Random random, Map<Long, String> records) {
    long key = random.nextInt(RECORDS + 100);
    String before = records.get(key);
    long number = random.nextInt(1_000);
    switch (random.nextInt(15)) {
      case 0 -> {
        assertThat(batch.delete(key)).isEqualTo(before != null);
        records.remove(key);
      }
      case 1 -> {
        TableRecord record = batch.get(key);
        assertThat(record == null ? null : text(record)).isEqualTo(before);
      }
      case 2 -> {
        batch.upsert(key, null, row -> row.clear().set("name", "n").set("number", number));
        records.put(key, "n null null " + number);
      }
      case 3 -> {
        long rid = batch.find(key);
        assertThat(rid >= 0).isEqualTo(before != null);
        if (before != null) {
          batch.byRid().updateAttributes(rid, row -> row.set("number", number));
          records.put(key, before.substring(0, before.lastIndexOf(' ') + 1) + number);
        }
      }
      case 4 -> {
        String text = "long ".repeat(random.nextInt(20)) + "end";
        boolean exists = batch.update(key, row -> row.set("name", text).set("number", number));
        assertThat(exists).isEqualTo(before != null);
        if (before != null) {
          String[] parts = before.split(" ");
          String marks = parts[parts.length - 3] + " " + parts[parts.length - 2];
          records.put(key, text + " " + marks + " " + number);
        }
      }
      case 5 -> assertThat(batch.size()).isEqualTo(records.size());
      case 6 -> batch.prefetch(key, key + 1);
      case 7 -> {
        Geometry moved = geometry(random.nextInt(9));
        boolean exists = batch.update(key, moved, row -> row.set("number", number));
        assertThat(exists).isEqualTo(before != null);
        if (before != null) {
          records.put(key, before.substring(0, before.lastIndexOf(' ') + 1) + number);
        }
      }
      default -> {
        assertThat(batch.update(key, row -> row.set("number", number))).isEqualTo(before != null);
        if (before != null) {
          records.put(key, before.substring(0, before.lastIndexOf(' ') + 1) + number);
        }
      }
    }
  }
}
