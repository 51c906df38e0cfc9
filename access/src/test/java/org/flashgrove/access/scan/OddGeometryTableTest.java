package org.flashgrove.access.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.query.ScanQueries;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.OddGeometries;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateXYZM;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests that every query answers on every access path, whatever geometries the table accepted. */
class OddGeometryTableTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);
  private static final int RECORDS = 60;

  @TempDir private Path directory;

  private Table create(String metric, String index) {
    return Table.create(
        directory,
        TableOptions.defaults()
            .withDevice("memory")
            .withSync(SyncMode.CLOSE)
            .withIndex("geom", index)
            .withMetric(metric));
  }

  private static List<Long> keys(Table table, GeometryTest question, AccessPath path) {
    List<Long> keys = new ArrayList<>();
    ScanQuery query = ScanQuery.where(question);
    try (RecordCursor cursor = TableScan.open(table, query, ScanConfig.of(path))) {
      while (cursor.next()) {
        keys.add(cursor.key());
      }
      assertThat(cursor.figures().skipped()).isEqualTo(SkippedRecords.NONE);
    }
    keys.sort(null);
    return keys;
  }

  private static void assertSameByAllPaths(Table table, GeometryTest question) {
    List<Long> keys = keys(table, question, AccessPath.FTS);
    assertThat(keys(table, question, AccessPath.IDX)).isEqualTo(keys);
    assertThat(keys(table, question, AccessPath.SIDX)).isEqualTo(keys);
    assertThat(TableQuery.of(table).matching(question).count()).isEqualTo(keys.size());
  }

  @Test
  void everyQueryOfOddRecordsWithOddGeometriesEndsWithAnAnswer() {
    OddGeometries odd = new OddGeometries(Seeds.random());
    TreeMap<Long, Geometry> records = new TreeMap<>();
    try (Table table = create("planar", "rstar")) {
      for (long key = 0; key < RECORDS; key++) {
        Geometry geometry = odd.next();
        table.insert(key, geometry, NONE);
        if (!geometry.isEmpty()) {
          records.put(key, geometry);
        }
      }
      for (int query = 0; query < 2; query++) {
        Geometry asked = odd.nextWithPoints();
        for (Semantics semantics : Semantics.values()) {
          for (Predicate predicate : Predicate.values()) {
            assertSameByAllPaths(table, new GeometryQuery(predicate, semantics, asked));
          }
        }
        assertSameByAllPaths(table, new DistanceQuery(asked, 1));
        List<Double> distances = new ArrayList<>();
        TableQuery queries = TableQuery.of(table);
        queries.nearest(1_000, asked).forEach(record -> distances.add(record.distance()));
        assertThat(distances).hasSize(records.size()).isSorted();
        assertThat(skipped(queries.nearest(1_000, asked)).count()).isZero();
        double least = Double.POSITIVE_INFINITY;
        for (Geometry each : records.values()) {
          least = Math.min(least, PlanarDistance.between(asked, each));
        }
        assertThat(distances.get(0)).isGreaterThanOrEqualTo(least);
      }
      assertThat(table.check().problems()).isEmpty();
    }
  }

  @Test
  void everyJoinOfOddRecordsEndsWithAnAnswer() {
    OddGeometries odd = new OddGeometries(Seeds.random());
    try (Table table = create("planar", "rstar")) {
      for (long key = 0; key < RECORDS / 2; key++) {
        table.insert(key, odd.next(), NONE);
      }
      JoinQuery parallel = JoinQuery.of(table).with(table).threads(2);
      try (TableSnapshot snapshot = table.snapshot()) {
        for (Semantics semantics : Semantics.values()) {
          for (Predicate predicate : Predicate.values()) {
            if (predicate != Predicate.DISJOINT) {
              long pairs =
                  JoinQuery.of(snapshot).with(snapshot).matching(predicate, semantics).count();
              assertThat(parallel.matching(predicate, semantics).count()).isEqualTo(pairs);
            }
          }
        }
        assertThat(parallel.within(1).count())
            .isEqualTo(JoinQuery.of(snapshot).with(snapshot).within(1).count());
        long neighbours = parallel.nearest(3).count();
        assertThat(neighbours).isEqualTo(3 * ScanQueries.of(table, withGeometry()).count());
        assertThat(skipped(parallel.intersecting()).count()).isZero();
      }
    }
  }

  private static ScanQuery withGeometry() {
    Geometry all = GEOMETRIES.toGeometry(new Envelope(-100, 100, -100, 100));
    return ScanQuery.where(new GeometryQuery(Predicate.CONTAINS, Semantics.OGC, all));
  }

  private static Geometry triangle(double x, double y) {
    return GEOMETRIES.createPolygon(
        new Coordinate[] {
          new Coordinate(x, y),
          new Coordinate(x + 1, y),
          new Coordinate(x, y + 1),
          new Coordinate(x, y)
        });
  }

  private static SkippedRecords skipped(JoinQuery join) {
    try (JoinCursor pairs = join.cursor()) {
      while (pairs.next()) {
        assertThat(pairs.distance()).isNotNegative();
      }
      return pairs.figures().skipped();
    }
  }

  private static SkippedRecords skipped(TableQuery query) {
    try (TableCursor records = query.cursor()) {
      while (records.next()) {
        assertThat(records.record().distance()).isNotNegative();
      }
      return records.figures().skipped();
    }
  }

  @Test
  void areasAreMeasuredInMetresAndNotSkipped() {
    try (Table table = create("geodesic", "rstar")) {
      table.insert(1, GEOMETRIES.createPoint(new Coordinate(0, 0)), NONE);
      table.insert(2, triangle(1, 1), NONE);
      table.insert(3, GEOMETRIES.createPoint(new Coordinate(5, 5)), NONE);
      Geometry from = GEOMETRIES.createPoint(new Coordinate(1, 0));
      List<Long> keys = new ArrayList<>();
      TableQuery queries = TableQuery.of(table);
      queries.nearest(3, from).forEach(record -> keys.add(record.key()));
      assertThat(keys).containsExactly(2L, 1L, 3L);
      keys.clear();
      queries.matching(new DistanceQuery(from, 111_000)).forEach(record -> keys.add(record.key()));
      assertThat(keys).containsExactly(2L);
      assertThat(skipped(queries.nearest(2, from)).count()).isZero();
      JoinQuery join = JoinQuery.of(table).with(table).threads(1);
      assertThat(join.nearest(5).count()).isEqualTo(9);
      assertThat(skipped(join.nearest(5)).count()).isZero();
    }
  }

  @Test
  void nestedPartsAreMeasuredInMetresOneByOne() {
    try (Table table = create("geodesic", "rstar")) {
      Geometry two =
          GEOMETRIES.createMultiPointFromCoords(
              new Coordinate[] {new Coordinate(0, 0), new Coordinate(10, 0)});
      table.insert(1, GEOMETRIES.createGeometryCollection(new Geometry[] {two}), NONE);
      double[] distance = new double[1];
      Geometry between = GEOMETRIES.createPoint(new Coordinate(5, 0));
      TableQuery.of(table).nearest(1, between).forEach(record -> distance[0] = record.distance());
      assertThat(distance[0]).isBetween(556_000.0, 557_000.0); // five degrees of the equator
    }
  }

  private static Geometry line(double... ordinates) {
    Coordinate[] path = new Coordinate[ordinates.length / 2];
    for (int i = 0; i < path.length; i++) {
      path[i] = new Coordinate(ordinates[2 * i], ordinates[2 * i + 1]);
    }
    return GEOMETRIES.createLineString(path);
  }

  private static ByteBuffer wkb(double... ordinates) {
    ByteBuffer bytes = ByteBuffer.allocate(9 + 8 * ordinates.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 1).putInt(2).putInt(ordinates.length / 2);
    for (double each : ordinates) {
      bytes.putDouble(each);
    }
    return bytes.flip();
  }

  @Test
  void aVertexThatIsNotFiniteIsRefusedAndNothingIsChanged() {
    try (Table table = create("planar", "rstar")) {
      for (double odd :
          new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
        Geometry within = line(0, 0, 1, odd, 2, 2);
        assertThatThrownBy(() -> table.insert(1, within, NONE))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("NaN or infinite");
        assertThatThrownBy(() -> table.requireHoldable(within))
            .isInstanceOf(IllegalArgumentException.class);
        try (TableBatch batch = table.begin()) {
          assertThatThrownBy(() -> batch.insertWkb(1, wkb(0, 0, odd, 1, 2, 2), NONE))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("NaN or infinite");
          batch.commit();
        }
        try (TableLoader loader = table.loader(1 << 20, directory)) {
          assertThatThrownBy(() -> loader.append(1, within, NONE))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> loader.appendWkb(1, wkb(0, 0, odd, 1, 2, 2), NONE))
              .isInstanceOf(IllegalArgumentException.class);
        }
      }
      Geometry measured = GEOMETRIES.createPoint(new CoordinateXYZM(1, 2, Double.NaN, Double.NaN));
      table.insert(1, measured, NONE);
      assertThat(table.size()).isEqualTo(1);
      assertThat(table.check().notFinite()).isZero();
    }
  }

  @Test
  void recordsThatOlderVersionsStoredAreCountedAndBreakNoQuery() {
    try (Table table = create("planar", "rstar")) {
      try (TableBatch batch = table.begin()) {
        batch.rescue(1, wkb(0, 0, Double.NaN, 1, 2, 2), NONE);
        batch.rescue(2, wkb(0, 0, 1, 1, 2, 2), NONE);
        batch.commit();
      }
      assertThat(table.check().ok()).isTrue();
      assertThat(table.check().notFinite()).isEqualTo(1);
      OddGeometries odd = new OddGeometries(Seeds.random());
      for (int query = 0; query < 5; query++) {
        Geometry asked = odd.nextWithPoints();
        for (Predicate predicate : Predicate.values()) {
          for (Semantics semantics : Semantics.values()) {
            TableQuery.of(table).matching(new GeometryQuery(predicate, semantics, asked)).count();
          }
        }
        TableQuery.of(table).nearest(2, asked).forEach(record -> {});
      }
      JoinQuery join = JoinQuery.of(table).with(table).threads(1);
      assertThat(join.count()).isPositive();
      assertThat(skipped(join).count()).isPositive();
    }
  }

  @Test
  void aGeometryNestedTooDeepIsRefusedByEveryWay() {
    Geometry deep = GEOMETRIES.createPoint(new Coordinate(1, 2));
    for (int i = 0; i < 100_000; i++) {
      deep = GEOMETRIES.createGeometryCollection(new Geometry[] {deep});
    }
    Geometry tooDeep = deep;
    try (Table table = create("planar", "rstar")) {
      long rid = table.insert(1, GEOMETRIES.createPoint(new Coordinate(1, 2)), NONE);
      assertThatThrownBy(() -> table.insert(2, tooDeep, NONE)).hasMessageContaining("too deep");
      assertThatThrownBy(() -> table.byRid().update(rid, 1, tooDeep, NONE))
          .hasMessageContaining("too deep");
      try (TableBatch batch = table.begin()) {
        assertThatThrownBy(() -> batch.byRid().updateGeometry(rid, tooDeep))
            .hasMessageContaining("too deep");
      }
      TableQuery queries = TableQuery.of(table);
      assertThatThrownBy(() -> queries.nearest(1, tooDeep).forEach(record -> {}))
          .hasMessageContaining("too deep");
      assertThat(table.check().problems()).isEmpty();
    }
  }
}
