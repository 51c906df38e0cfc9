package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Compares readers that follow the writer of a table by refreshes with readers that open the table
 * anew.
 */
class TableRefreshTest {
  private static final int ROUNDS = 60;
  private static final int KEYS = 400;

  @TempDir Path directory;

  private final Random random = Seeds.random();
  private final Map<Long, String> rows = new TreeMap<>();
  private int keys = KEYS;

  private static TableOptions options(String flash) {
    return TableOptions.defaults()
        .withPageSize(512)
        .withFlash(flash)
        .withCache(flash.contains("4096") || flash.contains("1M") ? 1 << 20 : 8 << 10)
        .withAttributes("name:string")
        .withIndex("geom", flash.contains("buffer") ? "rstar" : "grove:memory=64K,block=4K")
        .withIndex("key", "bplus")
        .withIndex("name", "bplus:attribute=name");
  }

  private void change(Table table) {
    try (TableBatch batch = table.begin()) {
      for (int i = random.nextInt(40); i >= 0; i--) {
        long key = random.nextInt(keys);
        if (rows.containsKey(key) && random.nextInt(3) == 0) {
          batch.delete(key);
          rows.remove(key);
        } else {
          String name = "row " + random.nextInt(100) + "x".repeat(random.nextInt(60));
          Coordinate place = new Coordinate(random.nextInt(100), random.nextInt(100));
          batch.upsert(key, new GeometryFactory().createPoint(place), row -> row.set(0, name));
          rows.put(key, name);
        }
      }
      batch.commit();
    }
  }

  /** Pages of a dropped index have moves in the log until the next checkpoint. */
  private static void addOrDropIndex(Table table) {
    if (table.indices().stream().anyMatch(index -> index.name().equals("name"))) {
      table.dropIndex("name");
    } else {
      table.addIndex("name=bplus:attribute=name");
    }
  }

  private static Map<Long, String> read(Table table) {
    assertThat(table.check().problems()).isEmpty();
    Map<Long, String> read = new TreeMap<>();
    try (TableCursor records = TableQuery.of(table).cursor()) {
      while (records.next()) {
        read.put(records.record().key(), (String) records.record().row().value("name"));
      }
    }
    assertThat(read).hasSize((int) table.size());
    return read;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none:frames=8,log=64K",
        "none:frames=16,log=2M",
        "none:frames=4096,log=512K",
        "none:frames=4096,log=64M",
        "efind:buffer=16K,log=256K"
      })
  void readersAgreeWithFreshOnes(String flash) {
    Table table = Table.create(directory.resolve("table"), options(flash));
    change(table);
    table.sync();
    Table reader = Table.openReadOnly(directory.resolve("table"));
    for (int round = 0; round < ROUNDS; round++) {
      final Map<Long, String> before = read(reader);
      change(table);
      switch (random.nextInt(12)) {
        case 0:
          table.flush();
          break;
        case 1:
          table.compact();
          break;
        case 2:
          table.close();
          table = Table.open(directory.resolve("table"));
          break;
        case 3, 4:
          addOrDropIndex(table);
          break;
        default:
          break;
      }
      table.sync();
      try (Table fresh = Table.openReadOnly(directory.resolve("table"))) {
        assertThat(read(fresh)).isEqualTo(rows);
      }
      Table now = reader.refresh();
      assertThat(read(now)).as("round %d", round).isEqualTo(rows);
      if (now != reader) {
        assertThat(read(reader)).isEqualTo(before);
        reader.close();
      }
      reader = now;
    }
    reader.close();
    table.close();
  }

  /** A reader and the rows of its commit. */
  private record Expected(Table reader, Map<Long, String> rows) {}

  /**
   * Readers share pages in memory with the readers that they replace. A refreshed reader changes
   * and evicts these pages, and the older readers must not notice. With the smallest memory, the
   * reader evicts pages from the first round; with more memory, it does so in later rounds.
   */
  @ParameterizedTest
  @ValueSource(ints = {64, 256, 512, 4096})
  void olderReadersStayAtTheirCommits(int kibibytes) {
    Path path = directory.resolve("table");
    OpenOptions settings = OpenOptions.defaults().readOnly().withMemory(kibibytes << 10);
    Deque<Expected> open = new ArrayDeque<>();
    try (Table table = Table.create(path, options("none:buffer=1M,log=64M"))) {
      table.sync();
      open.add(new Expected(Table.open(path, settings), new TreeMap<>(rows)));
      for (int round = 0; round < ROUNDS; round++) {
        keys = KEYS + 20 * round;
        change(table);
        table.sync();
        Table now = open.getLast().reader.refresh();
        open.add(new Expected(now, new TreeMap<>(rows)));
        open.forEach(each -> assertThat(read(each.reader)).isEqualTo(each.rows));
        if (open.size() > 4) {
          open.removeFirst().reader.close();
        }
      }
    } finally {
      open.forEach(each -> each.reader.close());
    }
  }
}
