package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.flashgrove.access.Store;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.failure.UnknownAttributeException;
import org.flashgrove.storage.heap.page.Rid;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests that records are read, changed and deleted by their keys. */
class TableByKeyTest {
  private static final Schema SCHEMA =
      Schema.builder()
          .required("owner", AttributeType.STRING)
          .nullable("height", AttributeType.DOUBLE)
          .build();

  @TempDir private Path directory;

  private static Geometry point(double x, double y) {
    return new GeometryFactory().createPoint(new Coordinate(x, y));
  }

  private Table create(String... indices) {
    TableOptions options = TableOptions.defaults().withAttributes(SCHEMA).withSync(SyncMode.CLOSE);
    for (String index : indices) {
      options = options.withIndex(index.split("=", 2)[0], index.split("=", 2)[1]);
    }
    return Table.create(directory.resolve("table"), options);
  }

  private static String text(Table table, long key) {
    TableRecord record = Objects.requireNonNull(table.get(key));
    return record.key()
        + " "
        + record.row().getString("owner")
        + " "
        + record.row().value("height")
        + " "
        + record.geometry();
  }

  @Test
  void aRecordIsReadUpdatedAndDeletedByItsKey() {
    try (Table table = create("key=bplus", "geom=rstar")) {
      assertThat(table.get(7)).isNull();
      assertThat(table.update(7, row -> row.set("owner", "Ann"))).isFalse();
      table.insert(7, point(1, 2), row -> row.set("owner", "Ann").set("height", 3.5));
      assertThat(text(table, 7)).isEqualTo("7 Ann 3.5 POINT (1 2)");
      assertThat(table.update(7, row -> row.set("owner", "Bea"))).isTrue();
      assertThat(text(table, 7)).isEqualTo("7 Bea 3.5 POINT (1 2)");
      assertThat(table.update(7, point(3, 4), row -> {})).isTrue();
      assertThat(text(table, 7)).isEqualTo("7 Bea 3.5 POINT (3 4)");
      assertThat(table.delete(7)).isTrue();
      assertThat(table.delete(7)).isFalse();
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @Test
  void anUpsertChangesOnlyTheAttributesGiven() {
    try (Table table = create("key=bplus", "geom=rstar")) {
      assertThat(table.upsert(7, point(1, 2), r -> r.set("owner", "Ann").set("height", 3.5)))
          .isTrue();
      assertThat(table.upsert(7, point(5, 5), row -> row.set("owner", "Bea"))).isFalse();
      assertThat(text(table, 7)).isEqualTo("7 Bea 3.5 POINT (5 5)");
      assertThat(table.upsert(7, null, row -> row.clear().set("owner", "Cid"))).isFalse();
      assertThat(text(table, 7)).isEqualTo("7 Cid null null");
      assertThat(table.size()).isEqualTo(1);
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @Test
  void aBatchHasTheSameVerbsAndSeesItsOwnChanges() {
    try (Table table = create("key=bplus", "geom=rstar")) {
      try (TableBatch batch = table.begin()) {
        batch.upsert(1, point(1, 1), row -> row.set("owner", "Ann"));
        batch.upsert(2, point(2, 2), row -> row.set("owner", "Bea"));
        batch.update(1, row -> row.set("height", 2.0));
        TableRecord first = Objects.requireNonNull(batch.get(1));
        batch.update(2, row -> row.set("height", first.row().getDouble("height") + 1));
        assertThat(batch.delete(1)).isTrue();
        assertThat(batch.get(1)).isNull();
        assertThat(first.row().getString("owner")).isEqualTo("Ann");
        batch.commit();
      }
      assertThat(table.get(1)).isNull();
      assertThat(text(table, 2)).isEqualTo("2 Bea 3.0 POINT (2 2)");
    }
  }

  @Test
  void whatIsRefusedLeavesRecordAndBatchAsTheyAre() {
    try (Table table = create("key=bplus", "geom=rstar")) {
      table.insert(7, point(1, 2), row -> row.set("owner", "Ann"));
      try (TableBatch batch = table.begin()) {
        assertThatThrownBy(() -> batch.update(7, row -> row.set("colour", 1)))
            .isInstanceOfSatisfying(
                UnknownAttributeException.class, e -> assertThat(e.attribute()).isEqualTo("colour"))
            .hasMessage("unknown attribute 'colour' (allowed: owner, height)");
        assertThatThrownBy(() -> batch.upsert(7, null, row -> row.setNull("owner")))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> batch.upsert(8, null, row -> {}))
            .isInstanceOf(IllegalArgumentException.class);
        batch.update(7, row -> row.set("height", 1.0));
        batch.commit();
      }
      assertThat(text(table, 7)).isEqualTo("7 Ann 1.0 POINT (1 2)");
    }
  }

  @Test
  void keysAreUniqueUnlessTheIndexSaysOtherwise() {
    try (Table table = create("key=bplus")) {
      assertThat(table.options().indices()).containsEntry("key", "bplus:unique=on");
      table.insert(7, null, row -> row.set("owner", "Ann"));
      assertThatThrownBy(() -> table.insert(7, null, row -> row.set("owner", "Bea")))
          .isInstanceOfSatisfying(
              DuplicateKeyException.class, e -> assertThat(e.key()).isEqualTo(7))
          .hasMessage("key 7 already exists; use another key, or upsert()");
      assertThat(table.size()).isEqualTo(1);
    }
  }

  @Test
  void aKeyOfSeveralRecordsIsRefusedByTheVerbs() {
    try (Table table = create("key=bplus:unique=off")) {
      table.insert(7, null, row -> row.set("owner", "Ann"));
      table.insert(7, null, row -> row.set("owner", "Bea"));
      assertThatThrownBy(() -> table.get(7)).isInstanceOf(DuplicateKeyException.class);
      assertThatThrownBy(() -> table.delete(7)).isInstanceOf(DuplicateKeyException.class);
      assertThatThrownBy(() -> table.upsert(7, null, row -> {}))
          .isInstanceOf(DuplicateKeyException.class)
          .hasMessage("key 7 has several records; query for them, and use byRid()");
      assertThat(table.size()).isEqualTo(2);
    }
  }

  @Test
  void aTableWithoutAnIndexOnTheKeySaysWhichToAdd() {
    try (Table table = create("geom=rstar")) {
      assertThatThrownBy(() -> table.get(7))
          .isInstanceOf(MissingIndexException.class)
          .hasMessageContaining("key=bplus");
      assertThatThrownBy(() -> table.delete(7)).isInstanceOf(MissingIndexException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"geom=rstar", "geom=grove:memory=64K,block=32K"})
  void aLoadChecksKeysWhileItSorts(String index) {
    try (Table table = create(index, "key=bplus")) {
      assertThatThrownBy(() -> load(table, 3_000, 1_234))
          .isInstanceOfSatisfying(
              DuplicateKeyException.class, e -> assertThat(e.key()).isEqualTo(1_234));
      assertThat(table.size()).isZero();
      load(table, 3_000, -1);
      assertThat(table.size()).isEqualTo(3_001);
      assertThatThrownBy(() -> table.insert(17, null, row -> row.set("owner", "Bea")))
          .isInstanceOf(DuplicateKeyException.class);
      assertThat(table.check().problems()).isEmpty();
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      assertThat(table.size()).isEqualTo(3_001);
      assertThat(text(table, 17)).isEqualTo("17 Ann null POINT (17 0)");
    }
  }

  private void load(Table table, int records, long oneMore) {
    try (TableLoader loader = table.loader(256 << 10, directory)) {
      for (int key = records - 1; key >= 0; key--) {
        loader.append(key, point(key, 0), row -> row.set("owner", "Ann"));
      }
      loader.append(oneMore, point(0, 0), row -> row.set("owner", "Bea"));
      loader.commit();
    }
  }

  @Test
  void anIndexOnKeysThatRepeatIsAddedOnlyWithUniqueOff() {
    try (Table table = create("geom=rstar")) {
      table.insert(7, point(0, 0), row -> row.set("owner", "Ann"));
      table.insert(7, point(1, 1), row -> row.set("owner", "Bea"));
      assertThatThrownBy(() -> table.addIndex("key=bplus", taken -> {}))
          .isInstanceOf(DuplicateKeyException.class)
          .hasMessageContaining("unique=off");
      table.addIndex("key=bplus:unique=off", taken -> {});
      assertThat(table.options().indices()).containsEntry("key", "bplus:unique=off");
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @Test
  void anIndexAddedToTheTableOfAStoreHasUniqueKeys() {
    TableOptions options = TableOptions.defaults().withAttributes(SCHEMA);
    Table.create(directory.resolve("table"), options).close();
    try (Store store = Store.open(directory.resolve("table"))) {
      store.add(Map.of("table.key", "bplus"));
      assertThat(store.design().specs()).containsEntry("table.key", "bplus:unique=on");
    }
    try (Table table = Table.open(directory.resolve("table"))) {
      table.insert(7, null, row -> row.set("owner", "Ann"));
      assertThatThrownBy(() -> table.insert(7, null, row -> row.set("owner", "Bea")))
          .isInstanceOf(DuplicateKeyException.class);
    }
  }

  private static void fillForUpdates(Table table) {
    try (TableBatch batch = table.begin()) {
      for (long key = 0; key < 5_000; key++) {
        String owner = "owner of record " + key;
        batch.insert(key, null, row -> row.set("owner", owner));
      }
      batch.commit();
    }
    table.flush();
  }

  /**
   * The test updates 100 records of a table that was just opened, so none of their pages is in
   * memory.
   */
  @Test
  void updatesOfPrefetchedRecordsReadNoPage() {
    long[] keys = Seeds.random().longs(100, 0, 5_000).toArray();
    keys[7] = 5_001; // no record has it
    try (Table table = create("key=bplus")) {
      fillForUpdates(table);
    }
    try (Table table = Table.open(directory.resolve("table"));
        TableBatch batch = table.begin()) {
      long before = table.records().io().pageReads();
      batch.prefetch(keys);
      long pages =
          LongStream.of(keys)
              .map(batch::find)
              .filter(rid -> rid >= 0)
              .map(Rid::page)
              .distinct()
              .count();
      assertThat(table.records().io().pageReads() - before).isBetween(1L, pages);
      long prefetched = table.records().io().pageReads();
      for (long key : keys) {
        assertThat(batch.update(key, row -> row.set("height", 2.5))).isEqualTo(key < 5_000);
      }
      batch.commit();
      assertThat(table.records().io().pageReads()).isEqualTo(prefetched);
      assertThat(text(table, keys[0])).contains("owner of record " + keys[0] + " 2.5");
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @Test
  void recordsThatTheBatchInsertedNeedNoPrefetch() {
    try (Table table = create("key=bplus");
        TableBatch batch = table.begin()) {
      batch.insert(1, null, row -> row.set("owner", "Ann"));
      batch.prefetch(1, 2);
      assertThat(batch.update(1, row -> row.set("owner", "Bob"))).isTrue();
      batch.commit();
      assertThat(text(table, 1)).contains("Bob");
    }
  }

  @Test
  void prefetchNeedsAnIndexOnTheKey() {
    try (Table table = create("geom=rstar");
        TableBatch batch = table.begin()) {
      assertThatThrownBy(() -> batch.prefetch(1)).isInstanceOf(MissingIndexException.class);
    }
  }
}
