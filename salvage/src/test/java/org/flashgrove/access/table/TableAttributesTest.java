package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.Store;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.core.Seeds;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tables with attributes: changes of records and of the schema, reopening, indices in step. */
class TableAttributesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  @TempDir Path directory;

  private static TableOptions options(Schema schema) {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withSync(SyncMode.CLOSE)
        .withPageSize(1024)
        .withAttributes(schema)
        .withIndex("geom", "rstar")
        .withIndex("key", "bplus:unique=off");
  }

  private static Geometry at(double x, double y) {
    return GEOMETRIES.createPoint(new Coordinate(x, y));
  }

  @Test
  void valuesAreWrittenAndReadByName() {
    Schema schema =
        Schema.builder()
            .required("owner", AttributeType.STRING)
            .nullable("height", AttributeType.DOUBLE)
            .build();
    HeapRecord record = new HeapRecord();
    long rid;
    try (Table table =
        Table.create(directory, options(schema).withIndex("o", "bplus:attribute=owner"))) {
      rid = table.insert(7, at(1, 2), row -> row.set("owner", "Ann").set("height", 3.5));
      assertThatThrownBy(() -> table.insert(8, at(1, 2), row -> row.set("height", 1.0)))
          .hasMessageContaining("'owner' is null");
      assertThatThrownBy(() -> table.insert(8, at(1, 2), ByteBuffer.allocate(3)))
          .hasMessageContaining("owner: string; height: double, or null");
      assertThat(table.byRid().updateAttributes(rid, row -> row.set("owner", "Bea"))).isTrue();
      assertThatThrownBy(() -> table.dropAttribute("owner")).hasMessageContaining("not nullable");
      assertThatThrownBy(() -> table.dropAttribute("none")).hasMessageContaining("owner, height");
      table.addAttribute(Attribute.nullable("floors", AttributeType.INT));
      assertThat(table.size()).isEqualTo(1);
    }
    try (Table table = Table.open(directory, OpenOptions.defaults().withMemory(192 << 10))) {
      Row row = new Row(table.schema());
      assertThat(table.byRid().get(rid, record)).isTrue();
      row.showBody(record.body());
      assertThat(row.getString("owner")).isEqualTo("Bea");
      assertThat(row.getDouble("height")).isEqualTo(3.5);
      assertThat(row.isNull("floors")).isTrue();
      table.dropAttribute("height");
      assertThat(table.byRid().update(rid, 7, null, r -> r.set("owner", "C").set("floors", 2)))
          .isTrue();
      assertThat(table.index("geom").size()).isZero();
      assertThat(table.check().ok()).isTrue();
    }
    assertThat(Table.optionsOf(directory).schema().toString())
        .isEqualTo("owner:string/height:double?!2/floors:int?@1");
    assertThat(Table.optionsOf(directory).cacheBytes()).isEqualTo(StoreMemory.usualOfTable());
  }

  @Test
  void whatAnIndexNeedsStays() {
    Schema schema = Schema.parse("a:int?/b:int?");
    assertThatThrownBy(() -> options(schema).withIndex("c", "bplus:attribute=c").design())
        .hasMessageContaining("allowed: a, b");
    try (Table table =
        Table.create(directory, options(schema).withIndex("a", "bplus:attribute=a"))) {
      assertThatThrownBy(() -> table.dropAttribute("a"))
          .hasMessage("attribute 'a' has the index 'a'; drop the index first");
      table.dropAttribute("b");
      try (TableBatch batch = table.begin()) {
        assertThatThrownBy(() -> table.dropAttribute("a"))
            .isInstanceOf(IllegalStateException.class);
        batch.insert(1, null, row -> row.set("a", 5));
        batch.commit();
      }
    }
    try (Table table = Table.openReadOnly(directory)) {
      assertThat(table.index("a").size()).isEqualTo(1);
      assertThatThrownBy(() -> table.addAttribute(Attribute.nullable("d", AttributeType.INT)))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  /** Rows of every version of the schema come through a salvage, and indices are made anew. */
  @Test
  void attributesAreRescued() {
    Path from = directory.resolve("from");
    Schema schema = Schema.parse("s:string/n:int?");
    try (Table table = Table.create(from, options(schema).withIndex("s", "bplus:attribute=s"))) {
      for (int i = 0; i < 300; i++) {
        int n = i;
        table.insert(i, at(i, 1), row -> row.set("s", "text " + n % 7).set("n", n));
        if (i == 100) {
          table.addAttribute(Attribute.nullable("d", AttributeType.DOUBLE));
        } else if (i == 200) {
          table.dropAttribute("n");
          table.addAttribute(Attribute.nullable("n", AttributeType.INT));
        }
      }
    }
    Path to = directory.resolve("to");
    Salvage.run(from, to, SalvageHints.NONE);
    try (Table table = Table.openReadOnly(to)) {
      assertThat(table.check().problems()).isEmpty();
      assertThat(table.size()).isEqualTo(300);
      assertThat(table.index("s").size()).isEqualTo(300);
      Row row = new Row(table.schema());
      HeapRecord record = new HeapRecord();
      for (int i = 0; i < 300; i++) {
        assertThat(table.byRid().get(table.lookup().find(i), record)).isTrue();
        row.showBody(record.body());
        assertThat(row.getString("s")).isEqualTo("text " + i % 7);
        assertThat(row.isNull("n")).isEqualTo(i <= 200);
      }
    }
  }

  /** Unique keys, and records put by their keys, against a map. */
  @Test
  void keysAreUnique() {
    Random random = Seeds.random();
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withPageSize(512)
            .withAttributes(Schema.parse("n:int"))
            .withIndex("key", "bplus:unique=on")
            .withIndex("n", "bplus:attribute=n");
    Map<Long, Integer> model = new HashMap<>();
    Table table = Table.create(directory, options);
    try {
      for (int round = 0; round < 40; round++) {
        Map<Long, Integer> staged = new HashMap<>(model);
        boolean commits = random.nextInt(4) > 0;
        try (TableBatch batch = table.begin()) {
          for (int i = random.nextInt(30); i > 0; i--) {
            long key = random.nextInt(60);
            int n = random.nextInt();
            long rid = batch.find(key);
            assertThat(rid != RecordLookup.NONE).isEqualTo(staged.containsKey(key));
            if (random.nextInt(3) == 0 && rid != RecordLookup.NONE) {
              assertThat(batch.byRid().delete(rid)).isTrue();
              staged.remove(key);
            } else if (random.nextBoolean()) {
              batch.upsert(key, null, row -> row.set("n", n));
              staged.put(key, n);
            } else if (rid == RecordLookup.NONE) {
              batch.insert(key, null, row -> row.set("n", n));
              staged.put(key, n);
            } else {
              assertThatThrownBy(() -> batch.insert(key, null, row -> row.set("n", n)))
                  .hasMessageContaining("key " + key + " already exists");
              long other = staged.keySet().iterator().next();
              assertThat(other != key)
                  .isEqualTo(
                      refuses(
                          () -> batch.byRid().update(rid, other, null, row -> row.set("n", 0))));
              staged.computeIfPresent(key, (k, v) -> other == key ? Integer.valueOf(0) : v);
            }
          }
          assertThat(batch.size()).isEqualTo(staged.size());
          if (commits) {
            batch.commit();
            model = staged;
          }
        }
        if (round % 10 == 9) {
          table.close();
          table = Table.open(directory);
        }
        assertThat(table.size()).isEqualTo(model.size());
        HeapRecord record = new HeapRecord();
        Row row = new Row(table.schema());
        for (Map.Entry<Long, Integer> each : model.entrySet()) {
          assertThat(table.byRid().get(table.lookup().find(each.getKey()), record)).isTrue();
          assertThat(row.showBody(record.body()).getInt("n")).isEqualTo(each.getValue());
        }
      }
      assertThat(table.check().ok()).isTrue();
    } finally {
      table.close();
    }
  }

  private static boolean refuses(Runnable change) {
    try {
      change.run();
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /** A table of each type with an index on each, against a map, through schemas and reopening. */
  @Test
  void changesOfRecordsAndSchemas() {
    Random random = Seeds.random();
    Schema.Builder builder = Schema.builder();
    for (AttributeType type : AttributeType.values()) {
      builder.add(new Attribute(type.toString(), type, type.ordinal() % 2 == 0));
    }
    TableOptions options = options(builder.build());
    for (AttributeType type : AttributeType.values()) {
      options = options.withAttributeIndex(type.toString(), type.toString());
    }
    Map<Long, Map<String, Object>> model = new HashMap<>();
    Table table = Table.create(directory, options);
    try {
      for (int round = 0; round < 12; round++) {
        for (int i = 0; i < 25; i++) {
          change(table, random, model);
        }
        if (round % 3 == 1) {
          table.addAttribute(Attribute.nullable("n" + round, AttributeType.values()[round % 10]));
        } else if (round % 3 == 2) {
          String dropped = "n" + (round - 1);
          table.dropAttribute(dropped);
          model.values().forEach(row -> row.remove(dropped));
        }
        if (round % 4 == 3) {
          table.close();
          table = Table.open(directory);
        }
        compare(table, model);
      }
      Path copy = directory.resolve("copy");
      table.backup(copy, (done, total) -> {});
      try (Table copied = Table.openReadOnly(copy)) {
        compare(copied, model);
      }
    } finally {
      table.close();
    }
    assertThat(Store.designOf(directory).structures()).hasSize(13);
  }

  private static void change(Table table, Random random, Map<Long, Map<String, Object>> model) {
    Map<String, Object> values = new HashMap<>();
    for (Attribute each : table.schema().attributes()) {
      if (!each.isNullable() || random.nextInt(3) > 0) {
        values.put(each.name(), AttributeValues.of(random, each.type(), random.nextBoolean()));
      }
    }
    List<Long> rids = new ArrayList<>(model.keySet());
    long rid = rids.isEmpty() ? -1 : rids.get(random.nextInt(rids.size()));
    Geometry geometry = random.nextInt(5) == 0 ? null : at(random.nextInt(9), random.nextInt(9));
    int what = random.nextInt(10);
    if (what < 5 || rid < 0) {
      model.put(table.insert(random.nextInt(50), geometry, row -> set(row, values)), values);
    } else if (what < 6) {
      assertThat(table.byRid().delete(rid)).isTrue();
      model.remove(rid);
    } else if (what < 7) {
      assertThat(table.byRid().updateGeometry(rid, geometry)).isTrue();
    } else if (what < 9) {
      assertThat(table.byRid().update(rid, random.nextInt(50), geometry, row -> set(row, values)))
          .isTrue();
      model.put(rid, values);
    } else {
      values.keySet().removeIf(name -> random.nextBoolean());
      assertThat(table.byRid().updateAttributes(rid, row -> set(row, values))).isTrue();
      model.get(rid).putAll(values);
    }
  }

  private static void set(RowWriter row, Map<String, Object> values) {
    values.forEach((name, value) -> row.set(row.schema().require(name), value));
  }

  private static void compare(Table table, Map<Long, Map<String, Object>> model) {
    assertThat(table.check().problems()).isEmpty();
    assertThat(table.size()).isEqualTo(model.size());
    HeapRecord record = new HeapRecord();
    Row row = new Row(table.schema());
    model.forEach(
        (rid, values) -> {
          assertThat(table.byRid().get(rid, record)).isTrue();
          row.showBody(record.body());
          for (Attribute each : table.schema().attributes()) {
            Object value = row.value(each.name());
            Object expected = values.get(each.name());
            assertThat(value).as(each.name()).isEqualTo(expected);
          }
        });
    for (TableIndex index : table.indices()) {
      if (index instanceof AttributeIndex of) {
        long entries =
            model.values().stream().filter(r -> r.get(of.attribute().name()) != null).count();
        assertThat(index.size()).isEqualTo(entries);
      }
    }
  }
}
