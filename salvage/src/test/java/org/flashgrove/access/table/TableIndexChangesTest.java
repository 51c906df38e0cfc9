package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.access.Backup;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.Store;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.ScanQueries;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.salvage.Salvage;
import org.flashgrove.salvage.SalvageHints;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Indices that a table gets or loses when it has records, and tables that a store does. */
class TableIndexChangesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int RECORDS = 1_500;
  private static final ScanQuery BOX =
      ScanQuery.where(
          new GeometryQuery(
              Predicate.INTERSECTS,
              Semantics.OGC,
              GEOMETRIES.toGeometry(new Envelope(100, 400, 100, 500))));
  private static final ScanQuery LOW = ScanQuery.where(Filter.parse("n < 20 and s like 'x%'"));

  @TempDir private Path directory;
  private Random random;

  @BeforeEach
  void draw() {
    random = Seeds.random();
  }

  private static TableOptions options(String flash) {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withSync(SyncMode.CLOSE)
        .withPageSize(1024)
        .withFlash(flash)
        .withAttributes(Schema.parse("n:int?/s:string"))
        .withIndex("key", "bplus:unique=off");
  }

  private void insert(Table table, int from, int to) {
    try (TableBatch batch = table.begin()) {
      for (int key = from; key < to; key++) {
        Coordinate at = new Coordinate(random.nextInt(1000), random.nextInt(1000));
        Geometry point = random.nextInt(20) == 0 ? null : GEOMETRIES.createPoint(at);
        int n = random.nextInt(100);
        String s = random.nextBoolean() ? "x" + n : "y";
        batch.insert(key, point, row -> row.set("n", n).set("s", s));
      }
      batch.commit();
    }
  }

  private static List<Long> keys(Table table, ScanQuery query, ScanConfig config) {
    List<Long> keys = new ArrayList<>();
    try (RecordCursor cursor = TableScan.open(table, query, config)) {
      while (cursor.next()) {
        keys.add(cursor.key());
      }
    }
    keys.sort(null);
    return keys;
  }

  private static void requireSame(Table table, ScanQuery query, String index) {
    assertThat(keys(table, query, ScanConfig.of(AccessPath.SIDX).withIndex(index)))
        .isNotEmpty()
        .isEqualTo(keys(table, query, ScanConfig.of(AccessPath.FTS)));
  }

  @KindTest
  @KindSource({
    "none:buffer=32K,log=64K",
    "efind:buffer=32K,log=64K",
    "rftl:buffer=16K",
    "efind:buffer=32K,log=0"
  })
  void indicesComeAndGo(String flash) {
    boolean holdsBlocks = flash.startsWith("none");
    try (Table table = Table.create(directory, options(flash))) {
      insert(table, 0, RECORDS);
      List<Long> taken = new ArrayList<>();
      table.addIndex("geom=rstar", taken::add);
      assertThat(taken).endsWith((long) RECORDS);
      requireSame(table, BOX, "geom");
      table.addIndex("low=bplus:attribute=n", records -> {});
      if (holdsBlocks) {
        table.addIndex("more=grove:domain=0/0/1000/1000,memory=64K,block=8K", records -> {});
        requireSame(table, BOX, "more");
      }
      insert(table, RECORDS, RECORDS + 300); // into them, too
      requireSame(table, BOX, "geom");
      requireSame(table, LOW, "low");
      assertThat(table.check().problems()).isEmpty();
      table.dropIndex("geom");
      assertThat(table.geometryIndex() == null).isEqualTo(!holdsBlocks);
      insert(table, RECORDS + 300, RECORDS + 400);
      table.addIndex("geom=rtree:split=quadratic", records -> {});
      insert(table, RECORDS + 400, RECORDS + 500);
    }
    try (Table table = Table.open(directory, OpenOptions.defaults().withCache(64 << 10))) {
      assertThat(table.options().indices().get("geom")).startsWith("rtree");
      requireSame(table, BOX, "geom");
      requireSame(table, LOW, "low");
      assertThat(table.check().problems()).isEmpty();
      table.dropIndex("geom");
      table.dropIndex("low");
      if (holdsBlocks) {
        table.dropIndex("more");
      }
      table.store().flush();
    }
    try (Table table = Table.open(directory)) {
      assertThat(table.options().indices()).containsOnlyKeys("key");
      assertThat(table.size()).isEqualTo(RECORDS + 500);
      assertThat(table.check().problems()).isEmpty();
      long before = table.store().compact().pagesBefore();
      assertThat(table.store().compact().pagesAfter()).isLessThan(before); // theirs are given back
      insert(table, RECORDS + 500, RECORDS + 600);
      table.addIndex("geom=rstar", records -> {});
      requireSame(table, BOX, "geom");
      assertThat(table.check().problems()).isEmpty();
    }
    assertThat(directory.toFile().list()).noneMatch(name -> name.startsWith("blocks"));
  }

  @Test
  void snapshotsKeepTheIndicesTheyHave() {
    try (Table table = Table.create(directory, options("none:buffer=32K").withIndex("n", "bplus"));
        Table other = Table.of(table.store(), Table.NAME)) {
      insert(table, 0, RECORDS);
      try (TableSnapshot before = table.snapshot()) {
        table.addIndex("geom=rstar", records -> {});
        try (TableSnapshot with = other.snapshot()) {
          long found = ScanQueries.of(with, BOX).count();
          assertThat(ScanQueries.of(before, BOX).count()).isEqualTo(found);
          insert(other, RECORDS, RECORDS + 200);
          table.dropIndex("geom");
          insert(table, RECORDS + 200, RECORDS + 400);
          assertThat(with.indices().ofGeometry()).isNotNull();
          assertThat(before.indices().ofGeometry()).isNull();
          assertThat(other.geometryIndex()).isNull();
          assertThat(ScanQueries.of(with, BOX).count()).isEqualTo(found);
          assertThat(ScanQueries.of(before, BOX).count()).isEqualTo(found);
        }
      }
      assertThat(other.check().problems()).isEmpty();
    }
  }

  @KindTest
  @KindSource({"p=xbr:domain=0/0/1000/1000", "p=kdb:domain=0/0/1000/1000"})
  void whatIsRefusedChangesNothing(String ofPoints) {
    try (Table table = Table.create(directory, options("none:buffer=32K"))) {
      insert(table, 0, 200);
      table.insert(
          900, GEOMETRIES.toGeometry(new Envelope(1, 3, 1, 3)), row -> row.set("s", "not a point"));
      assertThatThrownBy(() -> table.addIndex(ofPoints, records -> {}))
          .hasMessageContaining("point");
      insert(table, 199, 200);
      assertThatThrownBy(() -> table.addIndex("k=bplus:unique=on", records -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("key 199 has several records");
      assertThatThrownBy(() -> table.addIndex("key=bplus", records -> {}))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("already exists; choose another name");
      assertThatThrownBy(() -> table.addIndex("a=bplus:attribute=none", records -> {}))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed: n, s");
      assertThatThrownBy(() -> table.addIndex("records", records -> {}))
          .isInstanceOf(SpecException.class);
      assertThatThrownBy(() -> table.dropIndex("none"))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed: key");
      try (TableBatch batch = table.begin()) {
        assertThatThrownBy(() -> table.dropIndex("key")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> table.addIndex("geom=rstar", records -> {}))
            .isInstanceOf(IllegalStateException.class);
      }
      assertThat(table.options().indices()).containsOnlyKeys("key");
      insert(table, 200, 300);
      table.byRid().delete(table.lookup().find(900));
      table.addIndex(ofPoints, records -> {});
      requireSame(table, BOX, "p");
      assertThat(table.check().problems()).isEmpty();
    }
    try (Table table = Table.openReadOnly(directory)) {
      assertThat(table.size()).isEqualTo(301);
      assertThatThrownBy(() -> table.dropIndex("key")).isInstanceOf(IllegalStateException.class);
      assertThat(table.check().problems()).isEmpty();
    }
  }

  private static Map<String, String> table(String name) {
    Map<String, String> specs = new LinkedHashMap<>();
    specs.put(name + ".geom", "rstar");
    specs.put(name + ".key", "bplus");
    specs.put(name, "records:cache=64K,attributes=n:int?/s:string");
    return specs;
  }

  @Test
  void tablesComeAndGoInAnOpenStore() throws Exception {
    Path path = directory.resolve("store");
    try (Store store =
        Store.create(
            path,
            StoreDesign.of(
                "buffered", 1024, "close", "none:buffer=64K", Map.of("first", "rstar")))) {
      store.add(table("lakes"));
      store.add(table("roads"));
      insert(Table.of(store, "lakes"), 0, 300);
      Table roads = Table.of(store, "roads");
      insert(roads, 0, 400);
      assertThatThrownBy(() -> store.drop(List.of("lakes")))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("without records 'lakes'");
      try (TableSnapshot held = roads.snapshot()) {
        store.drop(table("roads").keySet());
        assertThat(TableQuery.of(held).count()).isEqualTo(400);
      }
      assertThatThrownBy(roads::begin)
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("'roads' was dropped");
      store.add(table("roads"));
      insert(Table.of(store, "roads"), 0, 50);
      assertThat(TableCheck.of(store).problems()).isEmpty();
      store.backup(directory.resolve("copy"), Backup.Progress.NONE);
    }
    for (String each : List.of("store", "copy")) {
      try (Store store = Store.open(directory.resolve(each))) {
        assertThat(store.records("lakes").size()).isEqualTo(300);
        assertThat(store.records("roads").size()).isEqualTo(50);
        assertThat(TableCheck.of(store).problems()).isEmpty();
        store.compact();
      }
    }
    assertThat(Files.readString(path.resolve("store.meta"))).contains("format=5", "numbers=");
    Salvage.run(path, directory.resolve("rescued"), SalvageHints.NONE);
    try (Store store = Store.openReadOnly(directory.resolve("rescued"))) {
      assertThat(store.records("lakes").size()).isEqualTo(300);
      assertThat(store.records("roads").size()).isEqualTo(50);
      assertThat(TableCheck.of(store).problems()).isEmpty();
    }
  }
}
