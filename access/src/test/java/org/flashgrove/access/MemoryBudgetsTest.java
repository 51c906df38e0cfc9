package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.memory.MemoryBudget;
import org.flashgrove.core.spec.SpecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Tests that memory moves between the structures of a table, and between stores of one JVM, to
 * where it is used.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MemoryBudgetsTest {
  private static final int ROWS = 12_000;
  private static final int SIDE = 1_000;
  private static final long MIB = 1 << 20;
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  @TempDir private Path directory;

  private final Map<Long, double[]> rows = new HashMap<>();

  private TableOptions options(String geometryIndex) {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withAttributes("name:string")
        .withIndex("geom", geometryIndex)
        .withKeyIndex("key")
        .withMemory(3 * MIB);
  }

  private void fill(Table table, Random random) {
    for (long from = 0; from < ROWS; from += 1_000) {
      try (TableBatch batch = table.begin()) {
        for (long key = from; key < from + 1_000; key++) {
          double[] at = {random.nextInt(SIDE), random.nextInt(SIDE)};
          rows.put(key, at);
          String name = "name of record " + key + " ".repeat(60);
          batch.insert(
              key,
              GEOMETRIES.createPoint(new Coordinate(at[0], at[1])),
              row -> row.set("name", name));
        }
        batch.commit();
      }
    }
  }

  /** Reads records by keys. */
  private void readByKey(Table table, Random random, int times) {
    for (int i = 0; i < times; i++) {
      long key = random.nextInt(ROWS);
      double[] at = rows.get(key);
      long found =
          TableQuery.of(table)
              .keys(key, key)
              .forEach(
                  record ->
                      assertThat(record.geometry().getCoordinate())
                          .isEqualTo(new Coordinate(at[0], at[1])));
      assertThat(found).isOne();
    }
  }

  private void readWindows(Table table, Random random, int times) {
    for (int i = 0; i < times; i++) {
      int x = random.nextInt(SIDE);
      int y = random.nextInt(SIDE);
      Envelope window = new Envelope(x, x + 30, y, y + 30);
      long expected = rows.values().stream().filter(at -> window.contains(at[0], at[1])).count();
      long found = TableQuery.of(table).intersecting(GEOMETRIES.toGeometry(window)).count();
      assertThat(found).isEqualTo(expected);
    }
  }

  /**
   * Repeats work until one repetition reads no page. The time limit of the test ends the loop
   * otherwise.
   */
  private static void repeatUntilNothingIsRead(Table table, Runnable work) {
    long before;
    do {
      before = table.store().stats().io().pageReads();
      work.run();
    } while (table.store().stats().io().pageReads() > before);
  }

  /**
   * Fails unless the records get more memory than their initial third, which cannot hold all
   * records.
   */
  private void requireRecordsGetMemory(TableOptions options) {
    Random random = Seeds.random();
    try (Table table = Table.create(directory, options)) {
      fill(table, random);
    }
    try (Table table = Table.open(directory)) {
      repeatUntilNothingIsRead(table, () -> readByKey(table, random, 2_000));
      long pages = table.records().heap().figures().bufferedPages();
      assertThat(pages * table.store().design().pageSize()).isGreaterThan(MIB);
      readWindows(table, random, 100);
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @Test
  void recordsGetTheMemoryThatAGroveDoesNotUse() {
    requireRecordsGetMemory(options("grove"));
  }

  /**
   * Reads records of a table that is larger than its memory. Six of its seven indices are not used,
   * so the records must get more memory than three quarters.
   */
  @Test
  void unusedIndicesGiveNearlyAllMemoryBack() {
    Random random = Seeds.random();
    TableOptions options =
        options("rstar").withAttributes("name:string/text:string").withMemory(6 * MIB);
    for (String name : List.of("first", "second", "third", "fourth", "fifth")) {
      options = options.withAttributeIndex(name, "name");
    }
    String text = "text ".repeat(160);
    try (Table table = Table.create(directory, options);
        TableBatch batch = table.begin()) {
      for (long key = 0; key < ROWS; key++) {
        batch.insert(key, null, row -> row.set("name", "same").set("text", text));
      }
      batch.commit();
    }
    try (Table table = Table.open(directory)) {
      int pageSize = table.store().design().pageSize();
      for (int i = 0; i < 150_000; i++) {
        assertThat(table.get(random.nextInt(ROWS))).isNotNull();
      }
      long bytes = table.records().heap().figures().bufferedPages() * pageSize;
      assertThat(bytes).isGreaterThan(6 * MIB * 4 / 5);
    }
  }

  @Test
  void recordsGetTheMemoryThatATreeDoesNotUse() {
    requireRecordsGetMemory(options("rstar"));
  }

  private static long sizeOf(StoreDesign design) {
    return design.memory().onHeap() + design.memory().poolBytes();
  }

  /**
   * This includes trees. The description of the store states one memory size for all trees
   * together.
   */
  @Test
  void anExistingTableOpensWithAnyMemory() {
    Random random = Seeds.random();
    try (Table table = Table.create(directory, options("rstar").withGeometryIndex("place"))) {
      fill(table, random);
    }
    for (long memory : new long[] {MIB, 16 * MIB, 3 * MIB}) {
      OpenOptions options = OpenOptions.defaults().withMemory(memory);
      try (Table table = Table.open(directory, options)) {
        assertThat(sizeOf(table.store().design())).isBetween(memory - 8, memory);
        long index =
            table.store().stats().structures().stream()
                .filter(each -> each.name().equals("table.key"))
                .mapToLong(each -> each.buffer().budgetBytes())
                .sum();
        assertThat(index).isBetween(memory / 8, memory / 4);
        readByKey(table, random, 100);
        readWindows(table, random, 20);
        table.insert(
            ROWS + memory,
            GEOMETRIES.createPoint(new Coordinate(-5, -5)),
            row -> row.set("name", "x"));
      }
    }
    assertThat(sizeOf(Store.designOf(directory))).isBetween(3 * MIB - 8, 3 * MIB);
  }

  @Test
  void aRefusedMemoryIsNamedWithTheStructureThatNeedsMore() {
    Table.create(directory, options("grove")).close();
    assertThatThrownBy(() -> Table.open(directory, OpenOptions.defaults().withMemory(9_000)))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("memory 9000 is too small for its structure 'table.geom': grove")
        .hasMessageEndingWith("open the store with more");
  }

  /** Stores take the memory that they need from the budget, and return it when they are closed. */
  @Test
  void storesOfAJvmShareABudget() {
    Random random = Seeds.random();
    MemoryBudget budget = new MemoryBudget(4 * MIB);
    List<SpatialStore> stores = new ArrayList<>();
    List<List<double[]>> entries = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      stores.add(
          SpatialStore.create(
              directory.resolve("store" + i),
              StoreOptions.defaults()
                  .withDevice("buffered")
                  .withIndex(i % 2 == 0 ? "grove" : "rstar")
                  .withMemory(3 * MIB)
                  .withBudget(budget)));
      entries.add(new ArrayList<>());
    }
    for (int i = 0; i < stores.size(); i++) {
      for (int id = 0; id < 20_000; id++) {
        double[] at = {random.nextInt(SIDE), random.nextInt(SIDE)};
        entries.get(i).add(at);
        stores.get(i).insert(id, at[0], at[1], at[0], at[1]);
      }
      assertThat(budget.usedBytes()).isBetween(MIB, budget.bytes());
    }
    for (int i = 0; i < 600; i++) {
      int store = random.nextInt(stores.size());
      int x = random.nextInt(SIDE);
      int y = random.nextInt(SIDE);
      long expected =
          entries.get(store).stream()
              .filter(at -> at[0] >= x && at[0] <= x + 50 && at[1] >= y && at[1] <= y + 50)
              .count();
      long found = stores.get(store).count(EntryQuery.intersecting(x, y, x + 50, y + 50));
      assertThat(found).isEqualTo(expected);
    }
    assertThat(budget.usedBytes()).isLessThanOrEqualTo(budget.bytes());
    for (SpatialStore store : stores) {
      assertThat(store.store().check().problems()).isEmpty();
      store.close();
    }
    assertThat(budget.usedBytes()).isZero();
  }
}
