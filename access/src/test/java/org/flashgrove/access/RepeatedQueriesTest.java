package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.query.RecordVisitor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Counts the read calls of queries of a table that fits in its memory. */
class RepeatedQueriesTest {
  private static final int ROWS = 12_000;
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final StoreDirectory files = new MemoryDirectory();
  private long readCalls;

  /** Directory that counts the read calls of its files. */
  private final class CountedReads extends WatchedDirectory {
    CountedReads() {
      super(files);
    }

    @Override
    void reading(String file, long offset, int length) {
      readCalls++;
    }
  }

  private void fill(TableOptions options) {
    Random random = Seeds.random();
    try (Table table = Table.create(files, options)) {
      for (int from = 0; from < ROWS; from += 1_000) {
        try (var batch = table.begin()) {
          for (int key = from; key < from + 1_000; key++) {
            int n = random.nextInt(300);
            batch.insert(
                key,
                point(random.nextDouble(100), random.nextDouble(100)),
                row -> row.set("n", n).set("name", "name " + n).set("height", n / 3.0));
          }
          batch.commit();
        }
      }
    }
  }

  private static Geometry point(double x, double y) {
    return GEOMETRIES.createPoint(new Coordinate(x, y));
  }

  private static Geometry box(double minX, double minY, double maxX, double maxY) {
    return GEOMETRIES.toGeometry(new Envelope(minX, maxX, minY, maxY));
  }

  /** Runs a query and reads the geometry and an attribute of each record. */
  private static long read(TableQuery query) {
    RecordVisitor whole =
        record -> assertThat(record.geometry() == null || record.row().isNull("n")).isFalse();
    return query.forEach(whole);
  }

  private static long joined(Table table) {
    return JoinQuery.of(table).with(table).within(0.5).forEach((a, b) -> {});
  }

  private static Map<String, ToLongFunction<Table>> queries() {
    Map<String, ToLongFunction<Table>> queries = new LinkedHashMap<>();
    queries.put("scan", table -> read(TableQuery.of(table)));
    queries.put("filtered scan", t -> read(TableQuery.of(t).where("height between 10 and 90")));
    queries.put("count", t -> TableQuery.of(t).where("height > 50").count());
    queries.put("counted index", t -> TableQuery.of(t).where("n > 50 and n < 200").count());
    queries.put("large window", t -> read(TableQuery.of(t).intersecting(box(5, 5, 90, 90))));
    queries.put("small window", t -> read(TableQuery.of(t).intersecting(box(5, 5, 7, 8))));
    queries.put(
        "window and filter",
        t -> read(TableQuery.of(t).intersecting(box(5, 5, 50, 80)).where("n < 90")));
    queries.put("distance", t -> read(TableQuery.of(t).within(20, point(30, 40))));
    queries.put("nearest", t -> read(TableQuery.of(t).nearest(500, point(40, 70))));
    queries.put(
        "nearest of few", t -> read(TableQuery.of(t).where("n = 3").nearest(5, point(0, 9))));
    queries.put("order by key", t -> read(TableQuery.of(t).orderBy(RecordOrder.KEY).limit(900)));
    queries.put("order by index", t -> read(TableQuery.of(t).orderBy("n").limit(400)));
    queries.put("sort", t -> read(TableQuery.of(t).orderBy("name")));
    queries.put("keys", t -> read(TableQuery.of(t).keys(100, 4_000)));
    queries.put("bounds", t -> (long) TableQuery.of(t).bounds().getWidth());
    queries.put("summary", t -> TableQuery.of(t).summary("height").count());
    queries.put("join", RepeatedQueriesTest::joined);
    queries.put(
        "lookups by key",
        t -> {
          long found = 0;
          for (long key = 0; key < ROWS + 50; key += 17) {
            found += t.get(key) != null ? 1 : 0;
          }
          return found;
        });
    return queries;
  }

  private void repeat(TableOptions options) {
    fill(options);
    for (Map.Entry<String, ToLongFunction<Table>> query : queries().entrySet()) {
      try (Table table = Table.open(new CountedReads(), false)) {
        long answer = query.getValue().applyAsLong(table);
        assertThat(answer).as(query.getKey()).isPositive();
        readCalls = 0;
        assertThat(query.getValue().applyAsLong(table)).as(query.getKey()).isEqualTo(answer);
        assertThat(readCalls)
            .as("read calls of the repeated query '" + query.getKey() + "'")
            .isZero();
      }
    }
  }

  private static TableOptions table() {
    return TableOptions.defaults()
        .withAttributes("n:int/name:string/height:double")
        .withKeyIndex("key")
        .withAttributeIndex("n", "n");
  }

  @Test
  void aRepeatedQueryOfATableThatFitsInMemoryMakesNoReadCall() {
    repeat(table().withGeometryIndex("geom"));
  }

  @Test
  void aRepeatedQueryOfATableWithATreeMakesNoReadCall() {
    repeat(table().withIndex("geom", "rstar"));
  }
}
