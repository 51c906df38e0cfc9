package org.flashgrove.access.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Compares every access path with a test of all records. Compares page counts with small cases
 * computed by hand.
 */
class TableScanTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int PAGE = 1024;
  private static final String GROVE = "grove:domain=0/0/16/16,memory=64K,block=8K";

  @TempDir private Path directory;

  private record Row(long key, Geometry geometry, int fill) {}

  private static TableOptions options() {
    return options("rstar");
  }

  private static TableOptions options(String index) {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withPageSize(PAGE)
        .withCache(8 * PAGE)
        .withFlash("none")
        .withIndex("key", "bplus:capacity=20,unique=off")
        .withIndex("geom", index);
  }

  private static ScanConfig config(AccessPath path) {
    return ScanConfig.of(path)
        .withSpill(
            () ->
                FileDevice.over(new MemoryDirectory(), RawFile.Caching.BUFFERED)
                    .createPages("spill", 512));
  }

  private static Geometry square(double x, double y, double side) {
    return GEOMETRIES.toGeometry(new Envelope(x, x + side, y, y + side));
  }

  /**
   * Returns a square on a grid of whole numbers, so that every predicate holds for some squares.
   */
  private static Geometry geometry(Random random) {
    double x = random.nextInt(12);
    double y = random.nextInt(12);
    switch (random.nextInt(10)) {
      case 0:
        return null;
      case 1:
        return GEOMETRIES.createPoint(new Coordinate(x, y));
      case 2:
        return GEOMETRIES.createLineString(
            new Coordinate[] {new Coordinate(x, y), new Coordinate(x + 2, y + 1)});
      case 3:
        return GEOMETRIES.createPolygon();
      case 4:
        return square(x, y, 4).buffer(0.5); // many vertices: a long record
      default:
        return square(x, y, 1 + random.nextInt(4));
    }
  }

  private static Map<Long, Row> fill(Table table, Random random, int count) {
    Map<Long, Row> rows = new HashMap<>();
    while (rows.size() < count) {
      try (TableBatch batch = table.begin()) {
        for (int i = 0; i < 50; i++) {
          Row row = new Row(random.nextInt(400) - 200, geometry(random), random.nextInt(80));
          rows.put(batch.insert(row.key, row.geometry, ByteBuffer.allocate(row.fill)), row);
        }
        batch.commit();
      }
    }
    List<Long> rids = new ArrayList<>(new TreeSet<>(rows.keySet()));
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < count / 5; i++) { // grown, moved and shrunk records
        long rid = rids.get(random.nextInt(rids.size()));
        Row row = new Row(random.nextInt(400) - 200, geometry(random), random.nextInt(400));
        assertThat(batch.byRid().update(rid, row.key, row.geometry, ByteBuffer.allocate(row.fill)))
            .isTrue();
        rows.put(rid, row);
      }
      batch.commit();
    }
    return rows;
  }

  private static TreeSet<Long> expected(Map<Long, Row> rows, ScanQuery query) {
    TreeSet<Long> rids = new TreeSet<>();
    rows.forEach(
        (rid, row) -> {
          boolean holds =
              query.geometry() == null
                  || row.geometry != null
                      && !row.geometry.isEmpty()
                      && query.geometry().matches(row.geometry);
          if (holds && row.key >= query.fromKey() && row.key <= query.toKey()) {
            rids.add(rid);
          }
        });
    return rids;
  }

  private static List<Long> run(RecordCursor cursor, Map<Long, Row> rows) {
    List<Long> rids = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        Row row = rows.get(cursor.rid());
        assertThat(cursor.key()).isEqualTo(row.key);
        ByteBuffer body = cursor.record();
        int wkb = body.getInt(body.position());
        assertThat(body.remaining()).isEqualTo(Integer.BYTES + wkb + row.fill);
        rids.add(cursor.rid());
      }
      assertThat(cursor.next()).isFalse();
    }
    assertThat(cursor.figures().records()).isEqualTo(rids.size());
    return rids;
  }

  private static ScanQuery query(Random random, Predicate predicate, Semantics semantics) {
    double x = random.nextInt(10);
    double y = random.nextInt(10);
    Geometry asked = square(x, y, random.nextInt(5));
    if (random.nextInt(4) == 0) {
      asked = square(x, y, 2).buffer(1);
    }
    return ScanQuery.where(new GeometryQuery(predicate, semantics, asked));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", GROVE, GROVE + ",blind=on,columns=joined"})
  void allPathsGiveWhatAllRecordsOneByOneGive(String index) {
    Random random = Seeds.random();
    try (Table table = Table.create(directory, options(index))) {
      Map<Long, Row> rows = fill(table, random, 1500);
      List<ScanQuery> queries = new ArrayList<>(List.of(ScanQuery.ALL, ScanQuery.keys(5, 4)));
      for (Predicate predicate : Predicate.values()) {
        for (Semantics semantics : Semantics.values()) {
          ScanQuery spatial = query(random, predicate, semantics);
          long from = random.nextInt(400) - 200;
          long to = from + random.nextInt(200);
          queries.add(spatial);
          queries.add(ScanQuery.keys(from, to));
          queries.add(new ScanQuery(from, to, spatial.geometry()));
          queries.add(ScanQuery.where(spatial.geometry().filterOnly()));
          Geometry near = square(random.nextInt(10), random.nextInt(10), 1).buffer(1);
          queries.add(ScanQuery.where(new DistanceQuery(near, random.nextInt(3) / 2.0)));
        }
      }
      for (ScanQuery query : queries) {
        List<Long> answer = new ArrayList<>(expected(rows, query));
        for (AccessPath path : AccessPath.values()) {
          ScanConfig config =
              config(path)
                  .withRidMemory(random.nextBoolean() ? 4 << 10 : 1 << 20)
                  .withWindow(1 + random.nextInt(9));
          if (query.geometry() != null && random.nextInt(3) == 0) {
            config = config.withIndex("key");
          }
          List<Long> found = run(TableScan.open(table, query, config), rows);
          if (path == AccessPath.IDX) {
            found.sort(null);
          }
          assertThat(found).as("%s of %s", path, query).isEqualTo(answer);
        }
      }
    }
  }

  /** An index scan by key returns records in the order of keys. */
  @Test
  void anIndexScanKeepsTheOrderOfKeys() {
    Random random = Seeds.random();
    try (Table table = Table.create(directory, options())) {
      fill(table, random, 500);
      long last = Long.MIN_VALUE;
      try (RecordCursor cursor =
          TableScan.open(table, ScanQuery.keys(-100, 150), config(AccessPath.IDX))) {
        while (cursor.next()) {
          assertThat(cursor.key()).isBetween(Math.max(last, -100), 150L);
          last = cursor.key();
        }
      }
      assertThat(last).isGreaterThan(0);
    }
  }

  /**
   * Inserts 80 records of 117 bytes, eight on each of ten pages. Consecutive keys are on different
   * pages, in turn. An LRU cache of eight pages holds no page until its next use.
   */
  private void roundRobin() {
    try (Table table = Table.create(directory, options())) {
      try (TableBatch batch = table.begin()) {
        for (int i = 0; i < 80; i++) {
          batch.insert(i % 8 * 10 + i / 8, null, ByteBuffer.allocate(100));
        }
        batch.commit();
      }
      assertThat(table.pageCount()).isEqualTo(10);
      table.flush();
    }
  }

  /** Returns the cost of a scan with an empty cache. */
  private ScanStats cold(ScanQuery query, AccessPath path) {
    try (Table table = Table.open(directory, OpenOptions.defaults().withFixedMemory());
        RecordCursor cursor = TableScan.open(table, query, config(path).withWindow(4))) {
      long before = table.records().io().pageReads();
      while (cursor.next()) {
        // counted
      }
      long read = table.records().io().pageReads() - before;
      assertThat(cursor.figures().pagesRead()).isEqualTo(read);
      return cursor.figures();
    }
  }

  @Test
  void pagesAreCountedAsByHand() {
    roundRobin();
    ScanQuery some = ScanQuery.keys(0, 7); // a record on each of eight pages
    assertThat(cold(some, AccessPath.IDX)).isEqualTo(new ScanStats(8, 8, 8, 8, 0, 2, 0));
    assertThat(cold(some, AccessPath.SIDX)).isEqualTo(new ScanStats(8, 8, 8, 8, 0, 2, 0));
    assertThat(cold(some, AccessPath.FTS)).isEqualTo(new ScanStats(8, 80, 10, 10, 0, 0, 0));
    ScanQuery more = ScanQuery.keys(0, 15); // all pages once, six of them again
    assertThat(cold(more, AccessPath.IDX).pagesRead()).isEqualTo(16);
    assertThat(cold(more, AccessPath.IDX).rereads()).isEqualTo(6);
    assertThat(cold(more, AccessPath.IDX).distinctPages()).isEqualTo(10);
    assertThat(cold(more, AccessPath.SIDX).pagesRead()).isEqualTo(10);
    ScanStats all = cold(ScanQuery.ALL, AccessPath.IDX);
    assertThat(all.pagesRead()).isEqualTo(80);
    assertThat(all.rereads()).isEqualTo(70);
    all = cold(ScanQuery.ALL, AccessPath.SIDX);
    assertThat(all.pagesRead()).isEqualTo(10);
    assertThat(all.distinctPages()).isEqualTo(10);
    assertThat(all.rereads()).isZero();
  }

  /** The cache has room for eight of ten pages, and a full scan evicts no page. */
  @Test
  void pagesInTheCacheAreNotReadAgain() {
    roundRobin();
    try (Table table = Table.open(directory)) {
      run(table, ScanQuery.keys(0, 9), AccessPath.IDX); // pages 1 to 10
      ScanStats again = run(table, ScanQuery.keys(2, 9), AccessPath.IDX);
      assertThat(again.pagesRead()).isZero();
      assertThat(again.distinctPages()).isEqualTo(8);
      ScanStats sorted = run(table, ScanQuery.ALL, AccessPath.SIDX);
      assertThat(sorted.pagesRead()).isEqualTo(3); // the second page read evicts one of the eight
      assertThat(sorted.distinctPages()).isEqualTo(10);
      for (int i = 0; i < 3; i++) {
        assertThat(run(table, ScanQuery.ALL, AccessPath.FTS).pagesRead()).isEqualTo(2);
      }
    }
  }

  @Test
  void pagesOfEveryPathStayInACacheThatHoldsThem() {
    roundRobin();
    for (AccessPath path : AccessPath.values()) {
      for (int window : new int[] {1, 3, 64}) {
        ScanConfig config = config(path).withWindow(window);
        try (Table table = Table.open(directory, OpenOptions.defaults().withCache(20L * PAGE))) {
          assertThat(run(table, ScanQuery.ALL, config).pagesRead()).isEqualTo(10);
          assertThat(run(table, ScanQuery.ALL, config).pagesRead()).isZero();
        }
      }
    }
  }

  private static ScanStats run(Table table, ScanQuery query, AccessPath path) {
    return run(table, query, config(path));
  }

  private static ScanStats run(Table table, ScanQuery query, ScanConfig config) {
    try (RecordCursor cursor = TableScan.open(table, query, config)) {
      while (cursor.next()) {
        // counted
      }
      return cursor.figures();
    }
  }

  /** A sort that spills RIDs also reads each record page once. */
  @Test
  void spillingChangesNoPageCount() {
    Random random = Seeds.random();
    try (Table table = Table.create(directory, options())) {
      try (TableBatch batch = table.begin()) {
        for (int i = 0; i < 4000; i++) {
          batch.insert(random.nextInt(1 << 20), null, ByteBuffer.allocate(30));
        }
        batch.commit();
      }
      table.flush();
    }
    ScanStats spilled;
    long pages;
    try (Table table = Table.open(directory)) {
      pages = table.pageCount();
      spilled = figures(table, config(AccessPath.SIDX).withRidMemory(4 << 10));
      assertThat(figures(table, config(AccessPath.SIDX)).spilledBytes()).isZero();
    }
    assertThat(spilled.records()).isEqualTo(4000);
    assertThat(spilled.spilledBytes()).isGreaterThanOrEqualTo(4000 * Long.BYTES);
    assertThat(spilled.pagesRead()).isEqualTo(pages);
    assertThat(spilled.rereads()).isZero();
  }

  private static ScanStats figures(Table table, ScanConfig config) {
    try (RecordCursor cursor = TableScan.open(table, ScanQuery.ALL, config)) {
      while (cursor.next()) {
        // counted
      }
      return cursor.figures();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", GROVE})
  void aScanStaysAtItsCommit(String index) {
    Random random = Seeds.random();
    try (Table table = Table.create(directory, options(index))) {
      Map<Long, Row> rows = fill(table, random, 400);
      try (TableSnapshot before = table.snapshot()) {
        Map<Long, Row> copy = new HashMap<>(rows);
        for (long rid : List.copyOf(copy.keySet())) {
          if (random.nextInt(3) == 0) {
            assertThat(table.byRid().delete(rid)).isTrue();
          }
        }
        for (AccessPath path : AccessPath.values()) {
          List<Long> found = run(TableScan.open(before, ScanQuery.ALL, config(path)), copy);
          assertThat(new TreeSet<>(found)).isEqualTo(new TreeSet<>(copy.keySet()));
        }
      }
    }
  }

  /**
   * Several queries run while a writer commits. Each query must see all rows of a commit or none.
   */
  @Test
  void queriesRunBesideEachOtherAndAWriter() throws Exception {
    Random seeds = Seeds.random();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (Table table = Table.create(directory, options())) {
      int pairs = 300;
      for (int i = 0; i < pairs; i++) {
        insertPair(table, i);
      }
      List<Future<Long>> readers = new ArrayList<>();
      for (int reader = 0; reader < 3; reader++) {
        long seed = seeds.nextLong();
        readers.add(threads.submit(() -> read(table, new Random(seed))));
      }
      Random random = new Random(seeds.nextLong());
      for (int i = 0; i < 150; i++) {
        insertPair(table, random.nextInt(pairs));
      }
      long scans = 0;
      for (Future<Long> reader : readers) {
        scans += reader.get(60, TimeUnit.SECONDS);
      }
      assertThat(scans).isEqualTo(3 * 60);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Inserts a pair of records in one commit: a key and its negative, with the same square. */
  private static void insertPair(Table table, int key) {
    try (TableBatch batch = table.begin()) {
      for (int sign = -1; sign <= 1; sign += 2) {
        Geometry box = square(key % 20, key / 20, 0.5);
        batch.insert(sign * (key + 1), box, ByteBuffer.allocate(40));
      }
      batch.commit();
    }
  }

  private static long read(Table table, Random random) {
    long scans = 0;
    for (; scans < 60; scans++) {
      AccessPath path = AccessPath.values()[random.nextInt(3)];
      boolean spatial = random.nextBoolean();
      long key = 1 + random.nextInt(200);
      ScanQuery query =
          spatial
              ? ScanQuery.where(
                  new GeometryQuery(
                      Predicate.INTERSECTS, Semantics.EXCLUSIVE, square(3, 3, random.nextInt(9))))
              : ScanQuery.keys(-key, key);
      long sum = 0;
      long count = 0;
      try (RecordCursor cursor = TableScan.open(table, query, config(path))) {
        while (cursor.next()) {
          sum += cursor.key();
          count++;
        }
      }
      assertThat(sum).as("%s of %s", path, query).isZero();
      assertThat(count).isPositive();
      assertThat(count % 2).isZero();
    }
    return scans;
  }

  @Test
  void impossibleScansAreRefused() {
    TableOptions bare = TableOptions.defaults().withDevice("memory").withFlash("none");
    try (Table table = Table.create(directory, bare)) {
      assertThatThrownBy(() -> TableScan.open(table, ScanQuery.ALL, config(AccessPath.IDX)))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("no index")
          .hasMessageContaining("fts");
    }
    try (Table table = Table.create(directory, bare.withIndex("geom", "rstar"))) {
      assertThatThrownBy(
              () ->
                  TableScan.open(
                      table, ScanQuery.keys(1, 2), config(AccessPath.SIDX).withIndex("geom")))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("without a geometry");
      RecordCursor open = TableScan.open(table, ScanQuery.ALL, config(AccessPath.FTS));
      assertThatThrownBy(open::rid).isInstanceOf(IllegalStateException.class);
      open.close();
      open.close();
      assertThatThrownBy(open::next).isInstanceOf(IllegalStateException.class);
      RecordCursor cut = TableScan.open(table, ScanQuery.ALL, config(AccessPath.FTS));
      table.close();
      assertThatThrownBy(cut::next).isInstanceOf(StoreClosedException.class);
      cut.close();
    }
    assertThatThrownBy(() -> AccessPath.named("auto")).hasMessageContaining("fts, idx, sidx");
    assertThat(LongStream.of(0, 1, 1025).filter(TableScanTest::isWindow)).containsExactly(1L);
  }

  private static boolean isWindow(long pages) {
    try {
      return config(AccessPath.FTS).withWindow((int) pages).windowPages() == pages;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
