package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.flashgrove.access.Backup;
import org.flashgrove.access.GoldenZip;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Tables with attributes as the builds wrote them that described them in the formats 4 and 5: later
 * versions must open them, change them, and open what they have changed. Some were closed, some are
 * what a killed process left. They were made by {@link #writeGoldenTables()}, which shall not be
 * run again by a version that describes them in another format.
 */
class GoldenTablesTest {
  private static final int ROWS = 70;
  private static final LongConsumer QUIET = records -> {};

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"v4-closed", "v4-killed", "v5-closed", "v5-killed"})
  void aTableOpensChangesAndOpensAgain(String name) throws IOException {
    GoldenZip.copy("golden-tables/" + name, directory);
    assertThat(Files.readString(directory.resolve("store.meta")))
        .contains("format=" + name.charAt(1));
    boolean has5 = name.startsWith("v5");
    Map<Long, Map<String, Object>> rows = rows();
    try (Table table = Table.openReadOnly(directory)) {
      requireRows(table, rows);
      assertThat(table.options().indices().keySet())
          .containsExactlyInAnyOrder("key", has5 ? "later" : "geom", "s");
      assertThat(table.schema().attributes())
          .extracting(Attribute::name)
          .contains("late")
          .doesNotContain("early");
    }
    GoldenZip.requireUnchanged("golden-tables/" + name, directory);
    try (Table table = Table.open(directory)) {
      for (int key = 200; key < 230; key++) {
        put(table, rows, key, 1);
      }
      table.addAttribute(Attribute.nullable("further", AttributeType.LONG));
      table.addIndex("d=bplus:attribute=double", QUIET);
      requireRows(table, rows);
      table.dropIndex("s");
      table.backup(directory.resolve("copy"), Backup.Progress.NONE);
    }
    Salvage.run(directory, directory.resolve("rescued"), SalvageHints.NONE);
    for (String each : new String[] {".", "copy", "rescued"}) {
      try (Table table = Table.open(directory.resolve(each))) {
        requireRows(table, rows);
        assertThat(table.options().indices()).containsKey("d").doesNotContainKey("s");
      }
    }
  }

  private static Map<String, Object> values(int key, int change) {
    Random random = new Random(31L * key + change);
    Map<String, Object> values = new HashMap<>();
    for (AttributeType type : AttributeType.values()) {
      if (type == AttributeType.INT || random.nextInt(3) > 0) {
        values.put(type.toString(), AttributeValues.of(random, type, random.nextBoolean()));
      }
    }
    return values;
  }

  private static void put(Table table, Map<Long, Map<String, Object>> rows, int key, int change) {
    Map<String, Object> values = values(key, change);
    table.upsert(
        key,
        new GeometryFactory().createPoint(new Coordinate(key % 9, key % 11)),
        row -> {
          row.clear();
          values.forEach((name, value) -> row.set(row.schema().require(name), value));
        });
    rows.put((long) key, values);
  }

  /** What the golden tables hold. */
  private static Map<Long, Map<String, Object>> rows() {
    Map<Long, Map<String, Object>> rows = new TreeMap<>();
    for (int key = 0; key < ROWS; key++) {
      if (key % 8 != 5) {
        rows.put((long) key, values(key, key % 6 == 1 ? 1 : 0));
      }
    }
    return rows;
  }

  private static void requireRows(Table table, Map<Long, Map<String, Object>> rows) {
    assertThat(table.check().problems()).isEmpty();
    assertThat(table.size()).isEqualTo(rows.size());
    HeapRecord record = new HeapRecord();
    Row row = new Row(table.schema());
    rows.forEach(
        (key, values) -> {
          assertThat(table.byRid().get(table.lookup().find(key), record))
              .as("row %d", key)
              .isTrue();
          row.showBody(record.body());
          for (Attribute each : table.schema().attributes()) {
            assertThat(row.value(each.name())).isEqualTo(values.get(each.name()));
          }
        });
  }

  /** Run with {@code -Dflashgrove.golden=DIR} to write the tables; else it is left out. */
  @Test
  void writeGoldenTables() {
    String target = System.getProperty("flashgrove.golden");
    assumeTrue(target != null, "golden tables are written on demand only");
    for (String name : new String[] {"v4-closed", "v4-killed", "v5-closed", "v5-killed"}) {
      Path made = directory.resolve(name);
      Path where = Path.of(target, name + ".zip");
      boolean isKilled = name.endsWith("killed");
      try (Table table = written(made, isKilled)) {
        if (name.startsWith("v5")) {
          table.addIndex("later=rtree:split=quadratic", QUIET);
          table.dropIndex("geom");
        }
        if (isKilled) {
          GoldenZip.keep(made, where);
        }
      }
      if (!isKilled) {
        GoldenZip.keep(made, where);
      }
    }
  }

  private static Table written(Path made, boolean isKilled) {
    Schema.Builder schema = Schema.builder().nullable("early", AttributeType.STRING);
    for (AttributeType type : AttributeType.values()) {
      schema.add(new Attribute(type.toString(), type, type != AttributeType.INT));
    }
    Table table =
        Table.create(
            made,
            TableOptions.defaults()
                .withDevice("buffered")
                .withPageSize(512)
                .withCache(8 * 512)
                .withSync(SyncMode.OP)
                .withFlash(isKilled ? "efind:buffer=16K,log=64K" : "none:frames=8,log=64K")
                .withAttributes(schema.build())
                .withIndex("geom", "rstar")
                .withIndex("key", "bplus:unique=on")
                .withIndex("s", "bplus:attribute=string,keys=words"));
    Map<Long, Map<String, Object>> rows = new TreeMap<>();
    for (int key = 0; key < ROWS; key++) {
      put(table, rows, key, 0);
      if (key == ROWS / 3) {
        table.addAttribute(Attribute.nullable("late", AttributeType.DATE));
      }
      if (key == ROWS / 2) {
        table.dropAttribute("early");
      }
    }
    for (int key = 0; key < ROWS; key++) {
      if (key % 8 == 5) {
        table.byRid().delete(table.lookup().find(key));
      } else if (key % 6 == 1) {
        put(table, rows, key, 1);
      }
    }
    return table;
  }
}
