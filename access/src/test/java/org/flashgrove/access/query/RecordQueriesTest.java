package org.flashgrove.access.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.filter.RandomFilter;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Compares queries for records, in every form that an application may use, with a list of objects.
 */
class RecordQueriesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int RECORDS = 700;

  private record Model(long rid, long key, Geometry geometry, Map<String, Object> values) {}

  private final List<Model> models = new ArrayList<>();
  private Random random;
  private Table table;

  @BeforeEach
  void fill() {
    random = Seeds.random();
    Schema schema =
        Schema.builder()
            .required("n", AttributeType.INT)
            .nullable("s", AttributeType.STRING)
            .nullable("d", AttributeType.DOUBLE)
            .build();
    table =
        Table.create(
            Path.of("none"),
            TableOptions.defaults()
                .withDevice("memory")
                .withSync(SyncMode.CLOSE)
                .withPageSize(1024)
                .withAttributes(schema)
                .withIndex("geom", "rstar")
                .withIndex("key", "bplus")
                .withIndex("n", "bplus:attribute=n")
                .withIndex("s", "bplus:attribute=s"));
    try (TableBatch batch = table.begin()) {
      for (int key = 0; key < RECORDS; key++) {
        insert(batch, key);
      }
      batch.commit();
    }
  }

  private void insert(TableBatch batch, int key) {
    Map<String, Object> values = new HashMap<>();
    values.put("n", random.nextInt(30));
    if (random.nextInt(4) > 0) {
      values.put("s", AttributeValues.of(random, AttributeType.STRING, true));
    }
    if (random.nextInt(4) > 0) {
      values.put("d", random.nextInt(5) / 2.0);
    }
    Geometry at =
        random.nextInt(12) == 0
            ? null
            : GEOMETRIES.createPoint(new Coordinate(random.nextInt(40), random.nextInt(40)));
    long rid =
        batch.insert(
            key,
            at,
            row -> values.forEach((name, value) -> row.set(row.schema().require(name), value)));
    models.add(new Model(rid, key, at, values));
  }

  @AfterEach
  void close() {
    table.close();
  }

  private List<Long> keys(Stream<TableRecord> records) {
    try (records) {
      return records.map(TableRecord::key).toList();
    }
  }

  private Comparator<Model> in(RecordOrder order) {
    Comparator<Object> values = AttributeValues::compare;
    Comparator<Object> directed = order.isDescending() ? values.reversed() : values;
    Comparator<Model> by =
        Comparator.comparing(
            each -> order.isOfKeys() ? each.key : each.values.get(order.attribute()),
            Comparator.nullsLast(directed));
    return by.thenComparing(Model::rid);
  }

  @Test
  void allWaysGiveTheSame() {
    TableQuery queries = TableQuery.of(table);
    List<RecordOrder> orders =
        List.of(RecordOrder.KEY, RecordOrder.by("n"), RecordOrder.by("s"), RecordOrder.by("d"));
    for (int i = 0; i < 150; i++) {
      RandomFilter filter = RandomFilter.of(random, table.schema(), random.nextInt(3));
      ScanQuery query = ScanQuery.where(filter.filter());
      Envelope window =
          random.nextBoolean() ? null : new Envelope(5, 5 + random.nextInt(30), 3, 30);
      if (window != null) {
        Geometry box = GEOMETRIES.toGeometry(window);
        query = query.and(new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, box));
      }
      List<Model> found = new ArrayList<>();
      for (Model each : models) {
        boolean isWithin =
            window == null
                || each.geometry != null && window.intersects(each.geometry.getCoordinate());
        if (isWithin && Boolean.TRUE.equals(filter.model().apply(each.values))) {
          found.add(each);
        }
      }
      List<Long> expected = found.stream().map(Model::key).toList();
      assertThat(ScanQueries.of(queries, query).count()).isEqualTo(expected.size());
      assertThat(keys(ScanQueries.of(queries, query).stream()))
          .containsExactlyInAnyOrderElementsOf(expected);
      List<Long> visited = new ArrayList<>();
      // the void visitor's accident: add answers false from the second time on
      Set<Long> once = new HashSet<>(expected);
      ScanQueries.of(queries, query).forEach(record -> visited.add(record.key()));
      ScanQueries.of(queries, query).forEach(record -> once.add(record.key()));
      assertThat(visited).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(once).hasSize(expected.size());
      RecordOrder order = orders.get(random.nextInt(orders.size()));
      order = random.nextBoolean() ? order : order.descending();
      found.sort(in(order));
      List<Long> ordered = found.stream().map(Model::key).toList();
      assertThat(keys(ScanQueries.of(queries, query).orderBy(order).stream()))
          .as("%s by %s", query, order)
          .isEqualTo(ordered);
      int few = random.nextInt(5);
      List<Long> first = new ArrayList<>();
      TableQuery some = ScanQueries.of(queries, query).orderBy(order).limit(few);
      assertThat(some.forEach(record -> first.add(record.key()))).isEqualTo(first.size());
      List<Model> least = found.subList(0, Math.min(expected.size(), few));
      assertThat(first).isEqualTo(least.stream().map(Model::key).toList());
    }
  }

  private static Object value(TableRecord record, RecordOrder order) {
    return record.row().value(order.attribute());
  }

  /**
   * The RIDs of most values are in several leaves, the RIDs of some values are in one leaf, and
   * ranges end within leaves.
   */
  @Test
  void equalValuesComeByRidInEveryOrderOfAnIndex() {
    for (Filter filter :
        new Filter[] {null, Filter.parse("n between 3 and 20"), Filter.parse("n in (29, 7, 0)")}) {
      for (RecordOrder order : List.of(RecordOrder.by("n"), RecordOrder.by("n").descending())) {
        List<Long> expected =
            models.stream()
                .filter(each -> filter == null || isAsked(filter, (Integer) each.values.get("n")))
                .sorted(in(order))
                .map(Model::key)
                .toList();
        for (int limit = 0; limit <= 40; limit++) {
          List<Long> found =
              keys(TableQuery.of(table).where(filter).orderBy(order).limit(limit).stream());
          assertThat(found)
              .as("%s, first %s by %s", filter, limit, order)
              .isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
        }
      }
    }
  }

  private static boolean isAsked(Filter filter, int n) {
    return filter.toString().contains("in (") ? n == 29 || n == 7 || n == 0 : n >= 3 && n <= 20;
  }

  /**
   * An index returns the first records of its order and reads no more than needed. The values of
   * the results are the same as with a sort.
   */
  @Test
  void fewRecordsInOrderComeFromAnIndex() {
    TableQuery queries = TableQuery.of(table);
    for (RecordOrder order : List.of(RecordOrder.by("n"), RecordOrder.by("n").descending())) {
      for (Filter filter :
          new Filter[] {null, Filter.atLeast("n", 12), Filter.parse("n in (3, 7)")}) {
        ScanQuery query = ScanQuery.where(filter);
        List<Object> expected = new ArrayList<>();
        ScanQueries.of(queries, query)
            .orderBy(order)
            .forEach(record -> expected.add(value(record, order)));
        Set<Long> rids = new HashSet<>();
        List<Object> found = new ArrayList<>();
        try (TableCursor cursor =
            ScanQueries.of(queries, query).orderBy(order).expecting(3).cursor()) {
          while (cursor.next()) {
            found.add(value(cursor.record(), order));
            rids.add(cursor.record().rid());
            assertThat(cursor.figures().candidates()).as("%s", query).isEqualTo(found.size());
          }
        }
        assertThat(found).isEqualTo(expected);
        assertThat(rids).hasSize(found.size());
      }
    }
    RecordOrder nullable = RecordOrder.by("s"); // its index does not have all records
    List<Object> all = new ArrayList<>();
    try (TableCursor cursor = queries.orderBy(nullable).expecting(3).cursor()) {
      while (cursor.next()) {
        all.add(cursor.record().key());
      }
    }
    assertThat(all).hasSize(RECORDS);
  }

  @Test
  void theIndexCountsAndBounds() {
    TableQuery queries = TableQuery.of(table);
    Envelope bounds = new Envelope();
    models.stream()
        .filter(each -> each.geometry != null)
        .forEach(each -> bounds.expandToInclude(each.geometry.getCoordinate()));
    assertThat(queries.bounds()).isEqualTo(bounds);
    assertThat(queries.count()).isEqualTo(RECORDS);
    for (int i = 0; i < 100; i++) {
      double x = random.nextInt(40);
      double y = random.nextInt(40);
      Envelope window = new Envelope(x, x + random.nextInt(20), y, y + random.nextInt(20));
      Geometry box = GEOMETRIES.toGeometry(window);
      Geometry asked = random.nextBoolean() ? box : box.buffer(1);
      long expected =
          models.stream()
              .filter(each -> each.geometry != null && asked.intersects(each.geometry))
              .count();
      ScanQuery query =
          ScanQuery.where(new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, asked));
      assertThat(ScanQueries.of(queries, query).count()).as("%s", asked).isEqualTo(expected);
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(ScanQueries.of(snapshot, query).count()).isEqualTo(expected);
        assertThat(TableQuery.of(snapshot).bounds()).isEqualTo(bounds);
      }
    }
  }

  @Test
  void recordsAreReadByName() {
    List<TableRecord> all = TableQuery.of(table).orderBy(RecordOrder.KEY).stream().toList();
    assertThat(all).hasSize(RECORDS);
    for (int i = 0; i < RECORDS; i++) {
      TableRecord record = all.get(i);
      Map<String, Object> values = models.get(i).values();
      assertThat(record.geometry()).isEqualTo(models.get(i).geometry());
      assertThat(record.row().getInt("n")).isEqualTo(values.get("n"));
      assertThat(record.row().getString("s")).isEqualTo(values.get("s"));
      assertThat(record.row().value("d")).isEqualTo(values.get("d"));
    }
    assertThatThrownBy(() -> all.get(0).row().getLong("s"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("allowed: string");
  }

  @Test
  void queriesOfASnapshotSeeOneCommit() {
    try (TableSnapshot snapshot = table.snapshot()) {
      TableQuery then = TableQuery.of(snapshot);
      TableQuery now = TableQuery.of(table);
      ScanQuery low = ScanQuery.where(Filter.less("n", 10));
      long before = ScanQueries.of(then, low).count();
      try (TableCursor left = ScanQueries.of(then, low).cursor();
          TableCursor right = then.orderBy(RecordOrder.KEY.descending()).cursor();
          TableBatch batch = table.begin()) {
        List<Long> lefts = new ArrayList<>();
        long expected = RECORDS - 1;
        for (Model each : models) {
          batch.byRid().updateAttributes(batch.find(each.key()), row -> row.set("n", 29));
          if (left.next()) {
            lefts.add(left.record().key());
            assertThat(left.record().row().getInt("n")).isLessThan(10);
          }
          assertThat(right.next()).isTrue();
          assertThat(right.record().key()).isEqualTo(expected--);
          if (each.key() == 300) {
            batch.commit();
            break;
          }
        }
        while (left.next()) {
          lefts.add(left.record().key());
        }
        assertThat(lefts).hasSize((int) before).doesNotHaveDuplicates();
        assertThat(left.figures().records()).isEqualTo(before);
      }
      assertThat(ScanQueries.of(then, low).count()).isEqualTo(before);
      assertThat(ScanQueries.of(now, low).count()).isLessThan(before);
    }
  }

  @Test
  void nearestPassAFilter() {
    TableQuery queries = TableQuery.of(table);
    for (int i = 0; i < 200; i++) {
      boolean isFar = i % 5 == 0; // so far that all distances are infinite
      double x = isFar ? Double.MAX_VALUE : random.nextInt(50);
      Geometry from =
          GEOMETRIES.createPoint(new Coordinate(x, isFar ? -Double.MAX_VALUE : random.nextInt(50)));
      RandomFilter filter =
          random.nextInt(5) == 0
              ? new RandomFilter(null, row -> true)
              : RandomFilter.of(random, table.schema(), random.nextInt(3));
      List<Double> expected =
          models.stream()
              .filter(each -> each.geometry != null)
              .filter(each -> Boolean.TRUE.equals(filter.model().apply(each.values)))
              .map(each -> PlanarDistance.between(from, each.geometry))
              .sorted()
              .toList();
      long limit = random.nextBoolean() ? random.nextInt(40) : Long.MAX_VALUE;
      List<Double> distances = new ArrayList<>();
      Set<Long> keys = new HashSet<>();
      queries
          .where(filter.filter())
          .nearest(limit, from)
          .forEach(
              record -> {
                distances.add(record.distance());
                Model model = models.get((int) record.key());
                assertThat(keys.add(record.key())).isTrue();
                assertThat(record.row().getInt("n")).isEqualTo(model.values().get("n"));
                assertThat(filter.model().apply(model.values())).isTrue();
              });
      assertThat(distances).isEqualTo(expected.subList(0, (int) Math.min(limit, expected.size())));
    }
  }

  @Test
  void whatIsWrongIsRefusedAndClosesWhatItOpened() {
    TableQuery queries = TableQuery.of(table);
    assertThatThrownBy(() -> queries.where(Filter.isNull("x")).cursor())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("unknown attribute 'x' (allowed: n, s, d");
    assertThatThrownBy(() -> queries.orderBy(RecordOrder.by("x")).cursor())
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("unknown attribute 'x'");
    TableCursor cursor = queries.cursor();
    assertThatThrownBy(cursor::record)
        .hasMessageContaining("read a record only after next() returned true");
    cursor.close();
    cursor.close();
    assertThatThrownBy(cursor::next).hasMessageContaining("closed");
  }
}
