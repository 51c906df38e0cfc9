package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.structure.IndexStructure;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Compares tables, which are closed and reopened, with a model of rows. Also tests what tables
 * reject.
 */
class TableTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int STEPS = 400;

  @TempDir private Path directory;

  private record Row(long key, Geometry geometry, byte[] attributes) {}

  private static Row row(Random random) {
    Geometry geometry = null;
    double x = random.nextInt(1000);
    double y = random.nextInt(1000);
    switch (random.nextInt(8)) {
      case 0:
        break;
      case 1:
        geometry = GEOMETRIES.createPolygon();
        break;
      case 2:
        geometry = GEOMETRIES.createPoint(new Coordinate(x, y));
        break;
      default:
        geometry =
            GEOMETRIES.toGeometry(
                new Envelope(x, x + 1 + random.nextInt(30), y, y + 1 + random.nextInt(30)));
    }
    byte[] attributes = new byte[random.nextInt(random.nextInt(12) == 0 ? 3000 : 60)];
    random.nextBytes(attributes);
    return new Row(random.nextInt(200) - 100, geometry, attributes);
  }

  private static ByteBuffer bytes(Row row) {
    return ByteBuffer.wrap(row.attributes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none:frames=8,log=64K | 512",
        "none:log=256K | 1024",
        "efind:buffer=32K,log=128K | 1024",
        "efind:auto,buffer=32K,log=128K | 1024",
        "fast:buffer=32K,log=128K | 1024",
      })
  void aTableAnswersAsAMapOfRows(String flash, int pageSize) {
    Random random = Seeds.random();
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(pageSize)
            .withCache(8L * pageSize)
            .withFlash(flash)
            .withIndex("geom", "rtree:capacity=6")
            .withIndex("second", "hilbert:domain=0/0/1100/1100")
            .withIndex("key", "bplus:capacity=6,unique=off");
    Map<Long, Row> model = new TreeMap<>();
    Table table = Table.create(directory, options);
    for (int round = 0; round < 4; round++) {
      for (int step = 0; step < STEPS / 4; step++) {
        change(table, model, random, round < 2 ? 60 : 25);
      }
      if (random.nextBoolean()) {
        table.flush();
      }
      compare(table, model);
      table.close();
      table = Table.open(directory);
      compare(table, model);
    }
    table.close();
    try (Table reader = Table.openReadOnly(directory)) {
      compare(reader, model);
      assertThatThrownBy(reader::begin).isInstanceOf(IllegalStateException.class);
    }
  }

  /** Makes some changes in a batch, with or without a commit. */
  private static void change(Table table, Map<Long, Row> model, Random random, int insertions) {
    Map<Long, Row> after = new HashMap<>(model);
    try (TableBatch batch = table.begin()) {
      HeapRecord record = new HeapRecord();
      for (int i = random.nextInt(5); i >= 0; i--) {
        Row row = row(random);
        List<Long> rids = new ArrayList<>(after.keySet());
        if (rids.isEmpty() || random.nextInt(100) < insertions) {
          long rid = batch.insert(row.key, row.geometry, bytes(row));
          assertThat(after.put(rid, row)).isNull();
        } else {
          long rid = rids.get(random.nextInt(rids.size()));
          if (random.nextBoolean()) {
            assertThat(batch.byRid().delete(rid)).isTrue();
            assertThat(batch.byRid().delete(rid)).isFalse();
            assertThat(batch.byRid().get(rid, record)).isFalse();
            after.remove(rid);
          } else {
            assertThat(batch.byRid().update(rid, row.key, row.geometry, bytes(row))).isTrue();
            after.put(rid, row);
          }
        }
        assertThat(batch.size()).isEqualTo(after.size());
      }
      if (random.nextInt(6) > 0) {
        batch.commit();
        model.clear();
        model.putAll(after);
      }
    }
  }

  private static void compare(Table table, Map<Long, Row> model) {
    assertThat(table.check().problems()).isEmpty();
    assertThat(table.size()).isEqualTo(model.size());
    assertThat(table.index("key").size()).isEqualTo(model.size());
    RecordGeometries geometries = new RecordGeometries();
    HeapRecord record = new HeapRecord();
    model.forEach(
        (rid, row) -> {
          assertThat(table.byRid().get(rid, record)).isTrue();
          assertThat(record.id()).isEqualTo(row.key);
          assertThat(record.attributes()).isEqualTo(bytes(row));
          assertThat(geometries.stored(rid, record.wkb()))
              .satisfies(
                  found ->
                      assertThat(found == null ? row.geometry == null : found.equals(row.geometry))
                          .isTrue());
        });
    long scanned = 0;
    try (HeapScan scan = table.heap().scan(4)) {
      while (scan.next()) {
        scanned++;
      }
    }
    assertThat(scanned).isEqualTo(model.size());
  }

  @KindTest
  @KindSource({"rtree", "lsm:memory=64K,block=8K,merges=worker"})
  void aLoadedTableIsAsOneFilledByBatches(String stack) {
    Random random = Seeds.random();
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(512)
            .withCache(8 * 512)
            .withFlash("none:frames=64,log=64K")
            .withIndex("geom", "rstar")
            .withIndex("curve", "hilbert:domain=0/0/1100/1100")
            .withIndex("stack", stack)
            .withIndex("tiles", "grove:memory=64K,block=8K")
            .withIndex("key", "bplus:unique=off");
    Map<Long, Row> model = new TreeMap<>();
    Table table = Table.create(directory, options);
    load(table, model, random, 3000, false);
    assertThat(model).hasSize(3000);
    compare(table, new TreeMap<>());
    model.clear();
    load(table, model, random, 3000, true);
    compare(table, model);
    assertThatThrownBy(() -> load(table, new TreeMap<>(), random, 1, true))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("empty");
    assertThatThrownBy(() -> new LoadOptions(1 << 18, directory).withOrder("spiral", null))
        .hasMessageContaining("bulk order 'spiral' (allowed: str, hilbert");
    table.close();
    try (Table again = Table.open(directory)) {
      compare(again, model);
      for (int step = 0; step < 60; step++) {
        change(again, model, random, 30);
      }
      again.flush();
      compare(again, model);
    }
    try (Table again = Table.open(directory)) {
      compare(again, model);
      try (TableBatch batch = again.begin()) {
        model.keySet().forEach(batch.byRid()::delete);
        batch.commit();
      }
      model.clear();
      compare(again, model);
      load(again, model, random, 500, true); // pages that were used before are left alone
      compare(again, model);
    }
    try (Table again = Table.open(directory)) {
      compare(again, model);
    }
  }

  private static void load(
      Table table, Map<Long, Row> model, Random random, int count, boolean commit) {
    Path spill = Path.of(System.getProperty("java.io.tmpdir"));
    try (TableLoader loader =
        commit
            ? table.loader(new LoadOptions(1 << 18, spill).withOrder("hilbert", null))
            : table.loader(1 << 18, spill)) {
      for (int i = 0; i < count; i++) {
        Row row = row(random);
        assertThat(model.put(loader.append(row.key, row.geometry, bytes(row)), row)).isNull();
      }
      if (commit) {
        loader.commit();
      }
    }
  }

  private Table small(String... indices) {
    TableOptions options = TableOptions.defaults().withDevice("buffered");
    for (String index : indices) {
      options = options.withIndex(index.split("=", 2)[0], index.split("=", 2)[1]);
    }
    return Table.create(directory, options);
  }

  @Test
  void aSnapshotSeesAllIndicesAtOneCommit() {
    try (Table table = small("geom=rstar", "key=bplus")) {
      Geometry square = GEOMETRIES.toGeometry(new Envelope(0, 1, 0, 1));
      long first = table.insert(1, square, ByteBuffer.allocate(4));
      try (TableSnapshot before = table.snapshot()) {
        table.insert(2, square, ByteBuffer.allocate(4));
        assertThat(table.byRid().delete(first)).isTrue();
        assertThat(before.size()).isEqualTo(1);
        assertThat(before.nodes((IndexStructure) table.index("geom").structure()).entries())
            .isEqualTo(1);
        assertThat(before.nodes(table.keyIndex().structure()).entries()).isEqualTo(1);
        assertThat(before.get(first, new HeapRecord())).isTrue();
      }
      assertThat(table.byRid().get(first, new HeapRecord())).isFalse();
      assertThat(table.byRid().delete(first)).isFalse();
      assertThat(table.byRid().update(first, 3, square, ByteBuffer.allocate(0))).isFalse();
      assertThat(table.check().ok()).isTrue();
    }
  }

  @Test
  void aFailedChangeTakesItsBatchBack() {
    try (Table table = small("geom=xbr:domain=0/0/10/10", "key=bplus")) {
      Geometry point = GEOMETRIES.createPoint(new Coordinate(3, 4));
      long rid = table.insert(7, point, ByteBuffer.allocate(1));
      Geometry outside = GEOMETRIES.createPoint(new Coordinate(30, 4));
      try (TableBatch batch = table.begin()) {
        assertThat(batch.byRid().delete(rid)).isTrue();
        assertThatThrownBy(() -> batch.insert(8, outside, ByteBuffer.allocate(1)))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(batch.size()).isZero(); // that has changed nothing
        ByteBuffer tooLong = ByteBuffer.allocate(HeapOperation.MAX_RECORD_BYTES + 1);
        assertThatThrownBy(() -> batch.insert(8, null, tooLong))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(batch::commit).isInstanceOf(IllegalStateException.class);
      }
      assertThat(table.size()).isEqualTo(1);
      assertThat(table.check().ok()).isTrue();
      try (TableBatch batch = table.begin()) {
        assertThatThrownBy(
                () -> batch.insertWkb(8, ByteBuffer.wrap(new byte[] {1, 2}), bytesOf("x")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("WKB");
        batch.insertWkb(8, ByteBuffer.allocate(0), bytesOf("x"));
        batch.commit();
      }
      assertThat(table.size()).isEqualTo(2);
      assertThat(table.index("geom").size()).isEqualTo(1);
    }
  }

  private static ByteBuffer bytesOf(String text) {
    return ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  @Test
  void aClosedTableRefusesWork() {
    Table table = small("key=bplus");
    table.insert(1, null, bytesOf("a"));
    table.close();
    table.close();
    assertThatThrownBy(table::size).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(table::begin).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(table::snapshot).isInstanceOf(StoreClosedException.class);
    try (Table again = Table.open(directory)) {
      assertThat(again.size()).isEqualTo(1);
    }
  }

  @Test
  void tablesAndIndicesAreNotTakenForEachOther() {
    small("key=bplus").close();
    assertThat(Table.isTable(directory)).isTrue();
    assertThatThrownBy(() -> SpatialStore.open(directory))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("is a table, not a spatial store; open it with Table.open");
    Path other = directory.resolve("index");
    SpatialStore.create(other, StoreOptions.defaults().withDevice("buffered")).close();
    assertThatThrownBy(() -> Table.open(other))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("not a table");
  }

  @Test
  void mistakesAreRefused() {
    TableOptions options = TableOptions.defaults();
    assertThatThrownBy(() -> options.withIndex("Geom", "rstar")).isInstanceOf(SpecException.class);
    assertThatThrownBy(() -> options.withIndex("a", "rstar").withIndex("a", "rtree"))
        .hasMessageContaining("already exists; choose another name");
    assertThatThrownBy(() -> options.withIndex("a", "bplus:key=double"))
        .hasMessageContaining("key=long");
    assertThatThrownBy(() -> options.withIndex("a", "cube")).hasMessageContaining("rstar");
    assertThatThrownBy(() -> options.withDevice("buffered:placement=home").design())
        .hasMessageContaining("placement=free");
    assertThatThrownBy(() -> options.withCache(4096).design())
        .hasMessageContainingAll("cache of 4096", "pages of 4096", "at least 32768");
    try (Table table = small("key=bplus", "geom=rstar")) {
      assertThatThrownBy(() -> table.index("b")).hasMessageContaining("geom, key");
      assertThatThrownBy(() -> Table.create(directory, options))
          .isInstanceOf(StoreIoException.class);
    }
    assertThat(Files.exists(directory.resolve("store.log"))).isTrue();
  }
}
