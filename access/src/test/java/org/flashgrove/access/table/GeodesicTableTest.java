package org.flashgrove.access.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicData;
import org.flashgrove.access.geodesic.EarthBoxes;
import org.flashgrove.access.geodesic.GeodesicMetric;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests tables with the metric {@code geodesic}. */
class GeodesicTableTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int RECORDS = 300;

  /** Bound of the difference between two solutions for one distance, in metres. */
  private static final double ROUNDING = 1e-6;

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
        assertThat(found).hasSize(10);
        for (int rank = 0; rank < 10; rank++) {
          assertThat(found.get(rank)).isCloseTo(sorted.get(rank), within(ROUNDING));
        }
        double radius = sorted.get(random.nextInt(RECORDS)) + ROUNDING;
        List<Long> near = new ArrayList<>();
        for (int key = 0; key < RECORDS; key++) {
          if (distances.get(key) <= radius) {
            near.add((long) key);
          }
        }
        GeometryTest inRadius = new DistanceQuery(point(q[0], q[1]), radius);
        assertThat(keys(table, inRadius, AccessPath.SIDX)).isEqualTo(near);
        assertThat(keys(table, inRadius, AccessPath.FTS)).isEqualTo(near);
        compareWindow(table, boxes);
      }
    }
  }

  /**
   * Returns the distance from a point to a box. A box without width is stored as a line, and a
   * table measures lines in another way, so the two results may differ by some nanometres.
   */
  private static double distance(double[] q, double[] o) {
    return o[0] == o[2] && o[1] == o[3]
        ? Geodesic.WGS84.Inverse(q[1], q[0], o[1], o[0]).s12
        : GeodesicMetric.WGS84.from(q[0], q[1], q[2], q[3]).to(o[0], o[1], o[2], o[3]);
  }

  /**
   * Compares the results of a window query by the index with a test of all records, and with the
   * results of queries for the parts of the window.
   */
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

  /** Returns a random point, line or area at any place including the poles, up to 3,000 km wide. */
  private static Geometry drawn(Random random, EarthBoxes boxes) {
    Coordinate at = new Coordinate(boxes.x(), boxes.y());
    double size = 3_000_000 * Math.pow(10, -4 * random.nextDouble());
    int vertices = random.nextInt(3) == 0 ? 1 : 2 + random.nextInt(4);
    if (vertices == 1) {
      return GEOMETRIES.createPoint(at);
    }
    Coordinate[] path = new Coordinate[vertices + 1];
    for (int i = 0; i < vertices; i++) {
      double azimuth = 360.0 * i / vertices;
      GeodesicData to =
          Geodesic.WGS84.Direct(at.y, at.x, azimuth, size * (1 + random.nextDouble()));
      path[i] = new Coordinate(to.lon2, to.lat2);
    }
    path[vertices] = path[0];
    return vertices > 2 && random.nextBoolean()
        ? GEOMETRIES.createPolygon(path)
        : GEOMETRIES.createLineString(Arrays.copyOf(path, vertices));
  }

  @KindTest
  @KindSource({
    "rstar",
    "grove:memory=64K,block=16K,domain=-180/-90/180/90",
    "lsm:memory=64K,block=16K"
  })
  void linesAndAreasAreFoundByTheirOwnDistances(String index) {
    compareToAll(index, 3);
  }

  @Tag("long")
  @KindTest
  @KindSource({
    "rstar",
    "grove:memory=64K,block=16K,domain=-180/-90/180/90",
    "lsm:memory=64K,block=16K"
  })
  void linesAndAreasAreFoundByManyQueries(String index) {
    compareToAll(index, 2_000);
  }

  @Test
  void joinsByDistanceFindAllPairs() {
    Random random = Seeds.random();
    EarthBoxes boxes = new EarthBoxes(random);
    List<Geometry> objects = new ArrayList<>();
    try (Table table = Table.create(new MemoryDirectory(), options("rstar"))) {
      for (int key = 0; key < 40; key++) {
        objects.add(drawn(random, boxes));
        table.insert(key, objects.get(key), ByteBuffer.allocate(0));
      }
      double distance = 1_500_000;
      long expected = 0;
      for (Geometry one : objects) {
        for (Geometry other : objects) {
          expected += GeodesicMetric.WGS84.between(one, other) <= distance ? 1 : 0;
        }
      }
      List<String> pairs = new ArrayList<>();
      JoinQuery near = JoinQuery.of(table).with(table).within(distance);
      assertThat(near.threads(1).forEach((a, b) -> pairs.add(a + " " + b))).isEqualTo(expected);
      assertThat(pairs).doesNotHaveDuplicates().hasSize((int) expected);
      List<String> together = new ArrayList<>();
      near.threads(2).forEach((a, b) -> together.add(a + " " + b));
      assertThat(together).containsExactlyInAnyOrderElementsOf(pairs);
    }
  }

  private static void compareToAll(String index, int queries) {
    Random random = Seeds.random();
    EarthBoxes boxes = new EarthBoxes(random);
    List<Geometry> objects = new ArrayList<>();
    try (Table table = Table.create(new MemoryDirectory(), options(index))) {
      for (int key = 0; key < RECORDS; key++) {
        objects.add(drawn(random, boxes));
        table.insert(key, objects.get(key), ByteBuffer.allocate(0));
      }
      for (int i = 0; i < queries; i++) {
        Geometry from = drawn(random, boxes);
        double[] distances = new double[RECORDS];
        for (int key = 0; key < RECORDS; key++) {
          distances[key] = GeodesicMetric.WGS84.between(from, objects.get(key));
        }
        double[] sorted = distances.clone();
        Arrays.sort(sorted);
        List<Double> found = new ArrayList<>();
        TableQuery.of(table).nearest(10, from).forEach(record -> found.add(record.distance()));
        assertThat(found)
            .containsExactly(Arrays.stream(sorted, 0, 10).boxed().toArray(Double[]::new));
        double radius = sorted[random.nextInt(RECORDS)];
        List<Long> near = new ArrayList<>();
        for (int key = 0; key < RECORDS; key++) {
          if (distances[key] <= radius) {
            near.add((long) key);
          }
        }
        GeometryTest inRadius = new DistanceQuery(from, radius);
        assertThat(keys(table, inRadius, AccessPath.SIDX)).isEqualTo(near);
        assertThat(keys(table, inRadius, AccessPath.FTS)).isEqualTo(near);
      }
    }
  }

  @Test
  void aPolarAreaAndALineAcrossTheDateLineAreMeasured() {
    Coordinate[] ring = new Coordinate[13];
    for (int i = 0; i < 12; i++) {
      ring[i] = new Coordinate(-180 + 30 * i, -70);
    }
    ring[12] = ring[0];
    Geometry south = GEOMETRIES.createPolygon(ring);
    Geometry line =
        GEOMETRIES.createLineString(
            new Coordinate[] {new Coordinate(179, 0), new Coordinate(-179, 0)});
    try (Table table = Table.create(new MemoryDirectory(), options("rstar"))) {
      table.insert(1, south, ByteBuffer.allocate(0));
      table.insert(2, line, ByteBuffer.allocate(0));
      assertThat(nearest(table, point(45, -89))).isEqualTo("1 0.0");
      assertThat(nearest(table, point(0, -90))).isEqualTo("1 0.0");
      assertThat(nearest(table, point(180, 0))).isEqualTo("2 0.0");
      assertThat(nearest(table, point(-180, 1))).startsWith("2 110574"); // a degree north of it
    }
  }

  private static String nearest(Table table, Geometry from) {
    List<String> found = new ArrayList<>();
    TableQuery.of(table)
        .nearest(1, from)
        .forEach(record -> found.add(record.key() + " " + record.distance()));
    return found.get(0);
  }

  @Test
  void whatIsNotOnTheEarthIsRefused() {
    try (Table table = Table.create(new MemoryDirectory(), options("rstar"))) {
      assertThat(table.metric()).isSameAs(GeodesicMetric.WGS84);
      table.insert(1, point(0, 0), ByteBuffer.allocate(0));
      assertThatThrownBy(() -> table.insert(2, point(181, 0), ByteBuffer.allocate(0)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not on the earth");
      assertThat(table.size()).isOne();
      GeometryTest across =
          new GeometryQuery(
              Predicate.CONTAINS, Semantics.OGC, geometry(new double[] {170, 0, 190, 1}));
      assertThatThrownBy(() -> keys(table, across, AccessPath.FTS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("; use a window with predicate intersects");
    }
    assertThatThrownBy(() -> options("rstar").withIndex("other", "rstar:metric=planar").design())
        .isInstanceOf(SpecException.class)
        .hasMessageContainingAll("geodesic", "rstar:metric=planar");
    assertThatThrownBy(() -> TableOptions.defaults().withMetric("geodesic").design())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("without a spatial index; add one, such as geom=rstar");
  }
}
