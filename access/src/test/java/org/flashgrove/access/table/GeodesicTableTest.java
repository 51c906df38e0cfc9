package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.sf.geographiclib.Geodesic;
import org.flashgrove.access.geodesic.EarthBoxes;
import org.flashgrove.access.geodesic.GeodesicMetric;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableJoin;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tables of metric geodesic. */
class GeodesicTableTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int RECORDS = 300;

  private static TableOptions options(String index) {
    return TableOptions.defaults()
        .withDevice("buffered")
        .withFlash("none:frames=64")
        .withPageSize(1024)
        .withIndex("geom", index)
        .withIndex("key", "bplus")
        .withMetric("geodesic");
  }

  private static Geometry geometry(double[] b) {
    return GEOMETRIES.toGeometry(new Envelope(b[0], b[2], b[1], b[3]));
  }

  private static Geometry point(double x, double y) {
    return GEOMETRIES.createPoint(new Coordinate(x, y));
  }

  private static List<Long> keys(Table table, GeometryTest question, AccessPath path) {
    List<Long> keys = new ArrayList<>();
    try (RecordCursor cursor =
        TableScan.open(table, ScanQuery.where(question), ScanConfig.of(path))) {
      while (cursor.next()) {
        keys.add(cursor.key());
      }
    }
    keys.sort(null);
    return keys;
  }

  @KindTest
  @KindSource({
    "rstar",
    "grove:memory=64K,block=16K,domain=-180/-90/180/90",
    "lsm:memory=64K,block=16K"
  })
  void recordsAreFoundByDistancesAndWindowsOnTheEarth(String index) {
    Random random = Seeds.random();
    EarthBoxes boxes = new EarthBoxes(random);
    List<double[]> objects = new ArrayList<>();
    try (Table table = Table.create(new MemoryDirectory(), options(index))) {
      for (int key = 0; key < RECORDS; key++) {
        double[] box = key % 3 == 0 ? boxes.box() : boxes.point();
        objects.add(box);
        table.insert(key, geometry(box), ByteBuffer.allocate(0));
      }
      for (int i = 0; i < 15; i++) {
        double[] q = boxes.point();
        List<Double> distances = new ArrayList<>();
        objects.forEach(o -> distances.add(distance(q, o)));
        List<Double> sorted = new ArrayList<>(distances);
        sorted.sort(null);
        List<Double> found = new ArrayList<>();
        TableQuery.of(table)
            .nearest(10, point(q[0], q[1]))
            .forEach(record -> found.add(record.distance()));
        assertThat(found).isEqualTo(sorted.subList(0, 10));
        double radius = sorted.get(random.nextInt(RECORDS));
        List<Long> near = new ArrayList<>();
        for (int key = 0; key < RECORDS; key++) {
          if (distances.get(key) <= radius) {
            near.add((long) key);
          }
        }
        GeometryTest within = new DistanceQuery(point(q[0], q[1]), radius);
        assertThat(keys(table, within, AccessPath.SIDX)).isEqualTo(near);
        assertThat(keys(table, within, AccessPath.FTS)).isEqualTo(near);
        compareWindow(table, boxes);
      }
    }
  }

  private static double distance(double[] q, double[] o) {
    return o[0] == o[2] && o[1] == o[3]
        ? Geodesic.WGS84.Inverse(q[1], q[0], o[1], o[0]).s12
        : GeodesicMetric.WGS84.from(q[0], q[1], q[2], q[3]).to(o[0], o[1], o[2], o[3]);
  }

  /** The index and a look at all records say the same, and it is what the parts of a window say. */
  private static void compareWindow(Table table, EarthBoxes boxes) {
    double x = Math.max(100, boxes.x());
    double y = Math.max(-80, Math.min(70, boxes.y()));
    double[] window = {x, y, x + 100, y + 15};
    GeometryTest asked =
        new GeometryQuery(Predicate.INTERSECTS, Semantics.EXCLUSIVE, geometry(window));
    List<Long> found = keys(table, asked, AccessPath.SIDX);
    assertThat(keys(table, asked, AccessPath.FTS)).isEqualTo(found);
    assertThat(keys(table, asked.filterOnly(), AccessPath.IDX)).isEqualTo(found); // of rectangles
    List<Long> parts = new ArrayList<>();
    double[][] halves = {{x, y, 180, y + 15}, {-180, y, x - 260, y + 15}};
    for (double[] half : halves) {
      keys(
              table,
              new GeometryQuery(Predicate.INTERSECTS, Semantics.EXCLUSIVE, geometry(half)),
              AccessPath.SIDX)
          .stream()
          .filter(key -> !parts.contains(key))
          .forEach(parts::add);
    }
    parts.sort(null);
    assertThat(parts).isEqualTo(found);
  }

  @Test
  void whatHasNoExactDistanceIsSkippedAndNoQuery() {
    Geometry line =
        GEOMETRIES.createLineString(new Coordinate[] {new Coordinate(0, 0), new Coordinate(3, 4)});
    try (Table table = Table.create(new MemoryDirectory(), options("rstar"))) {
      assertThat(table.metric()).isSameAs(GeodesicMetric.WGS84);
      table.insert(1, line, ByteBuffer.allocate(0));
      try (TableCursor records = TableQuery.of(table).nearest(1, point(0, 0)).cursor()) {
        assertThat(records.next()).isFalse();
        assertThat(records.figures().skipped().count()).isOne();
      }
      assertThatThrownBy(() -> TableQuery.of(table).nearest(1, line).cursor())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the distance in metres of a LineString (allowed by metric geodesic: points, and"
                  + " rectangles or lines along meridians and parallels)");
      assertThatThrownBy(() -> table.insert(2, point(181, 0), ByteBuffer.allocate(0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not on the earth");
      assertThat(table.size()).isOne();
      GeometryTest across =
          new GeometryQuery(
              Predicate.CONTAINS, Semantics.OGC, geometry(new double[] {170, 0, 190, 1}));
      assertThatThrownBy(() -> keys(table, across, AccessPath.FTS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("(allowed: a window, with predicate intersects)");
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThatThrownBy(() -> TableJoin.visitWithin(snapshot, snapshot, 5, null))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("a join by distance of indices of metric geodesic");
      }
    }
    assertThatThrownBy(() -> options("rstar").withIndex("other", "rstar:metric=planar").design())
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll("geodesic", "rstar:metric=planar");
    assertThatThrownBy(() -> TableOptions.defaults().withMetric("geodesic").design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("without a spatial index");
  }
}
