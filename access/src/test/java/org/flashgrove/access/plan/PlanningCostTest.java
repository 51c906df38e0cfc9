package org.flashgrove.access.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Measures the memory that small queries allocate. Choosing a plan among several indexes must not
 * cost much more than a query by one index.
 */
class PlanningCostTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int ROWS = 20_000;
  private static final int SIDE = 1_000;
  private static final int QUERIES = 400;

  /** Maximum number of bytes that a condition adds to the allocation of a window query. */
  private static final double MOST_ADDITIONAL = 16_000;

  /** Maximum number of bytes that a window query with about 12 results allocates. */
  private static final double MOST_OF_WINDOW = 10_000;

  private final Random random = Seeds.random();

  private Table table() {
    Table table =
        Table.create(
            Path.of("none"),
            TableOptions.defaults()
                .withDevice("memory")
                .withAttributes("name:string/number:long/rank:double")
                .withGeometryIndex("geom")
                .withKeyIndex("key")
                .withAttributeIndex("name", "name")
                .withAttributeIndex("number", "number")
                .withAttributeIndex("rank", "rank"));
    try (TableBatch batch = table.begin()) {
      for (int key = 0; key < ROWS; key++) {
        int number = key;
        Coordinate place = new Coordinate(SIDE * random.nextDouble(), SIDE * random.nextDouble());
        batch.insert(
            key,
            GEOMETRIES.createPoint(place),
            row ->
                row.set("name", "name " + number % 200)
                    .set("number", (long) number)
                    .set("rank", place.x));
      }
      batch.commit();
    }
    table.analyze();
    return table;
  }

  private double bytes(Table table, UnaryOperator<TableQuery> conditions) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = 0;
    for (int i = 0; i < 2 * QUERIES; i++) {
      if (i == QUERIES) {
        before = threads.getThreadAllocatedBytes(thread); // statistics have been read by now
      }
      double x = SIDE * random.nextDouble();
      double y = SIDE * random.nextDouble();
      Envelope box = new Envelope(x, x + SIDE / 40.0, y, y + SIDE / 40.0);
      TableQuery query = TableQuery.of(table).intersecting(GEOMETRIES.toGeometry(box));
      try (TableCursor records = conditions.apply(query).cursor()) {
        while (records.next()) {}
      }
    }
    return (double) (threads.getThreadAllocatedBytes(thread) - before) / QUERIES;
  }

  @Test
  void aConditionOnAnotherIndexAllocatesLittle() {
    try (Table table = table()) {
      double most = bytes(table, query -> query) + MOST_ADDITIONAL;
      assertThat(bytes(table, query -> query.where("rank >= ?", 0.0))).isLessThan(most);
      assertThat(bytes(table, query -> query.where("number > 9000"))).isLessThan(most);
      assertThat(bytes(table, query -> query.where("name = 'name 7'"))).isLessThan(most);
    }
  }

  @Test
  void aWindowOfTwelveRecordsAllocatesLittle() {
    try (Table table = table()) {
      assertThat(bytes(table, query -> query)).isLessThan(MOST_OF_WINDOW);
    }
  }
}
