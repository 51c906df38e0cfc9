package org.flashgrove.access.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.query.RecordVisitor;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Compares nearest records with the distances of all records. */
class NearestRecordsTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  @TempDir private Path directory;

  private static final String GROVE = "geom=grove:domain=0/0/1100/1100,memory=64K,block=16K";

  private Table create(String... indices) {
    TableOptions options = TableOptions.defaults().withDevice("memory").withSync(SyncMode.CLOSE);
    for (String index : indices) {
      options = options.withIndex(index.split("=", 2)[0], index.split("=", 2)[1]);
    }
    return Table.create(directory, options);
  }

  /** Returns a line that is much shorter than the border of its bounds. */
  private static Geometry line(Random random) {
    double x = random.nextInt(1000);
    double y = random.nextInt(1000);
    double side = 1 + random.nextInt(60);
    return GEOMETRIES.createLineString(
        new Coordinate[] {new Coordinate(x, y), new Coordinate(x + side, y + side)});
  }

  @ParameterizedTest
  @ValueSource(strings = {"geom=rstar:capacity=8", "geom=hilbert:domain=0/0/1100/1100", GROVE})
  void distancesAreThoseOfTheNearest(String index) {
    Random random = Seeds.random();
    List<Geometry> lines = new ArrayList<>();
    try (Table table = create(index)) {
      for (int key = 0; key < 1500; key++) {
        lines.add(line(random));
        table.insert(key, lines.get(key), NONE);
      }
      table.insert(-1, null, NONE);
      table.insert(-2, GEOMETRIES.createPoint(), NONE);
      for (int round = 0; round < 20; round++) {
        Geometry from =
            round % 2 == 0
                ? GEOMETRIES.createPoint(
                    new Coordinate(random.nextInt(1200) - 100, random.nextInt(1200) - 100))
                : line(random);
        double[] right = lines.stream().mapToDouble(from::distance).sorted().toArray();
        int limit = 1 + random.nextInt(40);
        List<Double> found = new ArrayList<>();
        ScanStats figures =
            visit(
                TableQuery.of(table).nearest(limit, from),
                record -> {
                  Geometry geometry = lines.get((int) record.key());
                  assertThat(record.geometry().equalsExact(geometry)).isTrue();
                  assertThat(record.distance()).isEqualTo(from.distance(geometry));
                  found.add(record.distance());
                });
        assertThat(found).hasSize(limit);
        for (int i = 0; i < limit; i++) {
          assertThat(found.get(i)).isEqualTo(right[i]);
        }
        assertThat(figures.records()).isEqualTo(limit);
        assertThat(figures.candidates()).isBetween((long) limit, 1500L);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"geom=rstar", GROVE})
  void aSnapshotIsAskedAsItIs(String index) {
    try (Table table = create(index)) {
      long first = table.insert(1, line(new Random(1)), NONE);
      try (TableSnapshot before = table.snapshot()) {
        table.byRid().delete(first);
        long[] seen = {0};
        Geometry from = GEOMETRIES.createPoint(new Coordinate(0, 0));
        TableQuery.of(before)
            .nearest(Long.MAX_VALUE, from)
            .forEach(record -> seen[0] += record.key());
        assertThat(seen[0]).isEqualTo(1);
        assertThat(TableQuery.of(table).nearest(5, from).count()).isZero();
      }
    }
  }

  private static ScanStats visit(TableQuery query, RecordVisitor visitor) {
    try (TableCursor records = query.cursor()) {
      while (records.next()) {
        visitor.visit(records.record());
      }
      return records.figures();
    }
  }

  @Test
  void aCursorReadsAsFarAsItIsAsked() {
    Random random = Seeds.random();
    try (Table table = create("geom=rstar")) {
      for (int key = 0; key < 100; key++) {
        table.insert(key, line(random), NONE);
      }
      Geometry from = GEOMETRIES.createPoint(new Coordinate(500, 500));
      try (TableCursor records = TableQuery.of(table).nearest(Long.MAX_VALUE, from).cursor()) {
        assertThat(records.next()).isTrue();
        assertThat(records.figures().records()).isEqualTo(1);
        assertThat(records.figures().candidates()).isLessThan(100);
      }
    }
  }

  /**
   * The table has about 25 records on each page of 1 KiB, in random order, and memory for eight
   * pages.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:domain=0/0/1/1,memory=64K,block=16K"})
  void aPageIsReadOnceForAllNearestPointsOnIt(String index) {
    Random random = Seeds.random();
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withPageSize(1024)
            .withCache(8 << 10)
            .withFlash("none")
            .withIndex("geom", index);
    try (Table table = Table.create(directory.resolve("pages"), options)) {
      try (TableBatch batch = table.begin()) {
        for (int key = 0; key < 2000; key++) {
          Coordinate place = new Coordinate(random.nextDouble(), random.nextDouble());
          batch.insert(key, GEOMETRIES.createPoint(place), NONE);
        }
        batch.commit();
      }
      table.flush();
      for (int k : new int[] {8, 40, 256}) {
        Geometry from =
            GEOMETRIES.createPoint(new Coordinate(random.nextDouble(), random.nextDouble()));
        ScanStats figures = visit(TableQuery.of(table).nearest(k, from), record -> {});
        assertThat(figures.records()).isEqualTo(k);
        assertThat(figures.rereads()).isZero();
      }
    }
  }

  @Test
  void impossibleQuestionsAreRefused() {
    Geometry from = GEOMETRIES.createPoint(new Coordinate(0, 0));
    try (Table table = create("key=bplus")) {
      assertThatThrownBy(() -> TableQuery.of(table).nearest(1, from).cursor())
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("geom=grove");
      assertThatThrownBy(() -> TableQuery.of(table).nearest(-1, from))
          .isInstanceOf(IllegalArgumentException.class);
      Geometry empty = GEOMETRIES.createPoint();
      assertThatThrownBy(() -> TableQuery.of(table).nearest(1, empty))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
