package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.join.JoinQuery;
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
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.StateSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * An LSM R-tree as secondary index of a table, changed with each record (eager) or added to alone
 * (lazy): both answer as a map of the records does.
 */
class LazyIndexTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final String LAZY = "lsm:memory=64K,block=4K,k=2,maintenance=lazy";
  private static final int SITES = 60;
  private static final int SPACE = 100;

  @TempDir private Path directory;

  private final Random random = Seeds.random();
  private final List<Geometry> sites = new ArrayList<>();
  private Map<Long, Geometry> model = new TreeMap<>();

  private static TableOptions options(String index) {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withPageSize(1024)
        .withCache(16 << 10)
        .withFlash("none:frames=8,log=256K")
        .withIndex("geom", index)
        .withIndex("key", "bplus:unique=off");
  }

  /** Records come back to places where they were, and several are at one. */
  private Geometry site() {
    while (sites.size() < SITES) {
      double x = random.nextInt(SPACE);
      double y = random.nextInt(SPACE);
      sites.add(
          random.nextBoolean()
              ? GEOMETRIES.createPoint(new Coordinate(x, y))
              : GEOMETRIES.toGeometry(new Envelope(x, x + 1 + random.nextInt(9), y, y + 3)));
    }
    return random.nextInt(15) == 0 ? null : sites.get(random.nextInt(SITES));
  }

  private void change(Table table, int most) {
    Map<Long, Geometry> after = new TreeMap<>(model);
    try (TableBatch batch = table.begin()) {
      for (int i = random.nextInt(6); i >= 0; i--) {
        List<Long> rids = new ArrayList<>(after.keySet());
        int what = random.nextInt(10);
        Geometry geometry = site();
        if (rids.isEmpty() || what < (rids.size() < most ? 4 : 1)) {
          after.put(batch.insert(i, geometry, ByteBuffer.allocate(random.nextInt(40))), geometry);
        } else if (what < 8) {
          long rid = rids.get(random.nextInt(rids.size()));
          assertThat(batch.byRid().updateGeometry(rid, geometry)).isTrue();
          after.put(rid, geometry);
        } else {
          long rid = rids.get(random.nextInt(rids.size()));
          assertThat(batch.byRid().delete(rid)).isTrue();
          after.remove(rid);
        }
      }
      if (random.nextInt(6) > 0) {
        batch.commit();
        model = after;
      }
    }
  }

  private long withGeometry() {
    return model.values().stream().filter(geometry -> geometry != null).count();
  }

  private TreeSet<Long> matching(Envelope window) {
    TreeSet<Long> rids = new TreeSet<>();
    model.forEach(
        (rid, geometry) -> {
          if (geometry != null && geometry.getEnvelopeInternal().intersects(window)) {
            rids.add(rid);
          }
        });
    return rids;
  }

  private Envelope window() {
    double x = random.nextInt(SPACE);
    double y = random.nextInt(SPACE);
    return new Envelope(x, x + random.nextInt(40), y, y + random.nextInt(40));
  }

  /** Asks a snapshot everything, and compares it with a map. */
  private void compare(TableSnapshot snapshot) {
    for (int i = 0; i < 4; i++) {
      assertWindow(snapshot, window());
    }
    Geometry from = GEOMETRIES.createPoint(new Coordinate(random.nextInt(SPACE), 50));
    List<Long> expected = new ArrayList<>();
    model.forEach((rid, geometry) -> expected.add(geometry == null ? null : rid));
    expected.removeIf(rid -> rid == null);
    expected.sort(
        Comparator.<Long>comparingDouble(r -> model.get(r).distance(from)).thenComparing(r -> r));
    int limit = 1 + random.nextInt(20);
    List<Long> near = new ArrayList<>();
    TableQuery.of(snapshot).nearest(limit, from).forEach(record -> near.add(record.rid()));
    assertThat(near).isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
    assertIndex(snapshot, expected, from);
    List<String> pairs = new ArrayList<>();
    JoinQuery.of(snapshot).with(snapshot).forEach((a, b) -> pairs.add(a + " " + b));
    pairs.sort(null);
    List<String> allPairs = new ArrayList<>();
    for (long a : expected) {
      for (long b : expected) {
        if (model.get(a).intersects(model.get(b))) {
          allPairs.add(a + " " + b);
        }
      }
    }
    allPairs.sort(null);
    assertThat(pairs).isEqualTo(allPairs);
  }

  private void assertWindow(TableSnapshot snapshot, Envelope window) {
    ScanQuery query =
        ScanQuery.where(
            new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, GEOMETRIES.toGeometry(window)));
    for (AccessPath path : new AccessPath[] {AccessPath.IDX, AccessPath.SIDX}) {
      List<Long> found = new ArrayList<>();
      try (RecordCursor records = TableScan.open(snapshot, query, ScanConfig.of(path))) {
        while (records.next()) {
          found.add(records.rid());
        }
      }
      found.sort(null);
      assertThat(found).isEqualTo(new ArrayList<>(matching(window)));
    }
    List<Long> found = new ArrayList<>();
    try (EntryCursor entries =
        snapshot
            .indices()
            .ofGeometry()
            .at(snapshot, false, pages -> {})
            .cursor(EntryQuery.intersecting(window))) {
      while (entries.next()) {
        found.add(entries.id());
      }
    }
    found.sort(null);
    assertThat(found).isEqualTo(new ArrayList<>(matching(window)));
  }

  /** The index itself: its size, and all entries by the distance of their objects. */
  private void assertIndex(TableSnapshot snapshot, List<Long> byDistance, Geometry from) {
    var entries = snapshot.indices().ofGeometry().at(snapshot, false, pages -> {});
    assertThat(entries.size()).isEqualTo(byDistance.size());
    List<Long> found = new ArrayList<>();
    Envelope box = from.getEnvelopeInternal();
    try (EntryCursor neighbours =
        entries.cursor(
            EntryQuery.nearest(
                    Long.MAX_VALUE, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY())
                .byDistance(rid -> model.get(rid).distance(from)))) {
      while (neighbours.next()) {
        assertThat(neighbours.distance()).isEqualTo(model.get(neighbours.id()).distance(from));
        found.add(neighbours.id());
      }
    }
    assertThat(found).isEqualTo(byDistance);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lsm:memory=64K,block=4K,k=2", LAZY})
  void answersAreThoseOfTheRecords(String index) {
    answersAsTheModel(index, 60, 40);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lsm:memory=64K,block=4K,k=2", LAZY})
  @Tag("long")
  void answersAreThoseOfTheRecordsForLong(String index) {
    answersAsTheModel(index, 3_000, 400);
  }

  private void answersAsTheModel(String index, int batches, int most) {
    Table table = Table.create(directory, options(index));
    boolean lazy = index.equals(LAZY);
    long stale = 0;
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < batches; i++) {
        change(table, most);
        if (i % 30 == 10) {
          assertWindow(table);
        }
      }
      try (TableSnapshot before = table.snapshot()) {
        Map<Long, Geometry> then = model;
        change(table, most);
        Map<Long, Geometry> now = model;
        model = then;
        compare(before);
        model = now;
      }
      if (round == 1) {
        table.flush();
      }
      stale = table.geometryIndex().size() - withGeometry();
      assertThat(stale > 0).isEqualTo(lazy);
      assertThat(table.check().problems()).isEmpty();
      table.close();
      table = Table.open(directory);
      try (TableSnapshot snapshot = table.snapshot()) {
        compare(snapshot);
      }
    }
    assertThat(table.clean("geom")).isEqualTo(stale);
    assertThat(table.clean("geom")).isZero();
    assertThat(table.clean("key")).isZero();
    assertThat(table.geometryIndex().size()).isEqualTo(withGeometry());
    try (TableSnapshot snapshot = table.snapshot()) {
      compare(snapshot);
    }
    assertThat(table.check().problems()).isEmpty();
    table.close();
  }

  private void assertWindow(Table table) {
    try (TableSnapshot snapshot = table.snapshot()) {
      assertWindow(snapshot, window());
    }
  }

  /** What a check has to find: a record whose entry is not there. */
  @Test
  void aCheckMissesEntriesOfRecords() {
    try (Table table = Table.create(directory, options(LAZY))) {
      Geometry point = GEOMETRIES.createPoint(new Coordinate(1, 1));
      long rid = table.insert(1, point, ByteBuffer.allocate(4));
      assertThat(table.check().ok()).isTrue();
      table.geometryIndex().entries().delete(rid, 1, 1, 1, 1);
      assertThat(table.check().problems()).singleElement().asString().contains("index geom");
    }
  }

  @Test
  void onlyIndicesOfTablesAreLazy() {
    assertThatThrownBy(() -> StoreOptions.defaults().withIndex("lsm:maintenance=lazy").design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("maintenance=lazy: is not an index of a table");
    assertThatThrownBy(() -> options("lsm:maintenance=never").design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("eager");
  }

  @Test
  void crashesLeaveRecordsAndIndexTogether() {
    explore(80, 60);
  }

  @Test
  @Tag("long")
  void manyCrashesLeaveRecordsAndIndexTogether() {
    for (int round = 0; round < 10; round++) {
      explore(2_000, 150);
    }
  }

  private void explore(int states, int steps) {
    for (String sync : List.of("op", "close")) {
      StructuresScenario scenario =
          new StructuresScenario(random.nextInt(), steps, "none:frames=8,log=64K", sync, LAZY);
      CrashPlan plan =
          new CrashPlan(random.nextInt(), CrashPlan.Cuts.POWER, 2, 60, 23, Long.MAX_VALUE);
      CrashReport report = CrashExplorer.explore(scenario, plan.upTo(states), new StateSet());
      System.out.println("LazyIndexTest: " + report);
      assertThat(report.violations()).isEmpty();
    }
  }
}
