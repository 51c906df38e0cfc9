package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests that queries of records in memory end while another thread holds the store lock. */
class UnlockedRecordQueriesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int RECORDS = 3_000;
  private static final int MOST_SECONDS = 60; // far more than the queries take

  @Test
  void queriesDoNotWaitForTheStoreLock() throws Exception {
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try (Table table = filled()) {
      ReentrantLock lock = table.store().log().lock();
      lock.lock();
      try {
        long found = reader.submit(() -> query(table)).get(MOST_SECONDS, TimeUnit.SECONDS);
        assertThat(found).isEqualTo(25 + 30 + 40 + 25 + 25);
      } finally {
        lock.unlock();
      }
    } finally {
      reader.shutdownNow();
    }
  }

  private static Table filled() {
    Schema schema =
        Schema.builder()
            .required("n", AttributeType.LONG)
            .required("s", AttributeType.STRING)
            .build();
    Table table =
        Table.create(
            Path.of("none"),
            TableOptions.defaults()
                .withDevice("memory")
                .withAttributes(schema)
                .withIndex("geom", "grove")
                .withIndex("key", "bplus:unique=on")
                .withIndex("n", "bplus:attribute=n"));
    try (TableBatch batch = table.begin()) {
      for (int key = 0; key < RECORDS; key++) {
        Geometry at = GEOMETRIES.createPoint(new Coordinate(key % 100, key / 100));
        long number = key;
        batch.insert(key, at, row -> row.set("n", number).set("s", "record " + number));
      }
      batch.commit();
    }
    return table;
  }

  /** Returns the number of records that several kinds of queries find. */
  private static long query(Table table) {
    Geometry window = GEOMETRIES.toGeometry(new Envelope(10, 14, 5, 9)); // 25 records
    long found = TableQuery.of(table).intersecting(window).forEach(row -> {});
    found += TableQuery.of(table).where("n >= 100 AND n < 130").forEach(row -> {});
    found += TableQuery.of(table).keys(0, 39).stream().count();
    found += TableQuery.of(table).intersecting(window).where("s <> ''").stream().count();
    try (TableCursor records = TableQuery.of(table).intersecting(window).cursor()) {
      while (records.next()) {
        found++;
      }
    }
    return found;
  }
}
