package org.flashgrove.access.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.cost.QueryPlan;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.filter.RandomFilter;
import org.flashgrove.access.query.ScanQueries;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Compares queries with a list of objects, for every plan. The queries have random filters on
 * attributes with windows and key ranges, in random orders.
 */
class AttributeQueryTest {
  private static final int PAGE = 512;
  private static final SortConfig SORT = new SortConfig(12 * PAGE, 1);
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private record Model(long rid, long key, Geometry geometry, Map<String, Object> values) {}

  private final List<Model> models = new ArrayList<>();

  private Table table(Random random, int records) {
    Schema.Builder schema = Schema.builder();
    TableOptions options =
        TableOptions.defaults().withDevice("memory").withSync(SyncMode.CLOSE).withPageSize(PAGE);
    for (AttributeType type : AttributeType.values()) {
      schema.add(new Attribute(type.toString(), type, type.ordinal() % 3 > 0));
    }
    options =
        options
            .withAttributes(schema.build())
            .withIndex("geom", "rstar")
            .withIndex("key", "bplus:unique=off");
    for (AttributeType type : AttributeType.values()) {
      if (type != AttributeType.BOOLEAN) {
        options = options.withAttributeIndex(type.toString(), type.toString());
      }
    }
    Table table = Table.create(Path.of("none"), options);
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < records; i++) {
        Map<String, Object> values = new HashMap<>();
        for (Attribute each : table.schema().attributes()) {
          if (!each.isNullable() || random.nextInt(4) > 0) {
            values.put(each.name(), AttributeValues.of(random, each.type(), random.nextInt(4) > 0));
          }
        }
        Geometry at =
            random.nextInt(10) == 0
                ? null
                : GEOMETRIES.createPoint(new Coordinate(random.nextInt(20), random.nextInt(20)));
        long key = random.nextInt(100);
        long rid =
            batch.insert(
                key,
                at,
                row -> values.forEach((name, value) -> row.set(row.schema().require(name), value)));
        models.add(new Model(rid, key, at, values));
      }
      batch.commit();
    }
    return table;
  }

  /** A way to open the records of a query in an order. */
  private record Way(String name, Function<TemporarySpace, RecordCursor> open) {}

  /**
   * Returns each access path with each sort that the order allows, and each plan of the planner.
   */
  private static List<Way> ways(TableSnapshot at, ScanQuery query, RecordOrder order) {
    List<Way> ways = new ArrayList<>();
    List<ScanConfig> scans = new ArrayList<>(List.of(ScanConfig.of(AccessPath.FTS)));
    for (TableIndex each : at.indices().all()) {
      if (TableScan.misfit(each, query) == null) {
        ScanConfig byIndex = ScanConfig.of(AccessPath.SIDX).withIndex(each.name());
        scans.add(byIndex.withRidMemory(4096));
        scans.add(byIndex.with(AccessPath.IDX));
        if (order != null && each == QueryPlanner.indexInOrder(at, order)) {
          PairIndex pairs = (PairIndex) each;
          boolean isDescending = order.isDescending();
          ways.add(
              new Way(
                  "in order", space -> TableScan.inOrder(at, query, pairs, isDescending, null)));
        }
      }
    }
    for (ScanConfig scan : scans) {
      if (order == null) {
        ways.add(new Way(scan.toString(), space -> TableScan.open(at, query, scan)));
      } else {
        TableSort sort = new TableSort(at, query, order);
        for (boolean isPartitioned : new boolean[] {false, true}) {
          if (!isPartitioned || sort.knowsSpread()) {
            ways.add(
                new Way(
                    scan + (isPartitioned ? "+PS" : "+ES"),
                    space ->
                        sort.external(
                            TableScan.open(at, query, scan), isPartitioned, SORT, space)));
          }
        }
      }
    }
    if (order == null) {
      for (int i = 0; i < QueryPlanner.thorough(at, query).choice().all().size(); i++) {
        int plan = i;
        ways.add(
            new Way(
                "plan " + i,
                space -> {
                  QueryPlanner planner = QueryPlanner.thorough(at, query);
                  return planner.open(planner.choice().all().get(plan));
                }));
      }
    }
    return ways;
  }

  private List<Long> expected(
      RandomFilter filter, ScanQuery query, Envelope window, RecordOrder order) {
    List<Model> found = new ArrayList<>();
    for (Model each : models) {
      boolean passes = filter == null || Boolean.TRUE.equals(filter.model().apply(each.values));
      boolean isWithin =
          window == null
              || each.geometry != null && window.intersects(each.geometry.getCoordinate());
      if (passes && isWithin && each.key >= query.fromKey() && each.key <= query.toKey()) {
        found.add(each);
      }
    }
    Comparator<Model> sorted = Comparator.comparingLong(Model::rid);
    if (order != null) {
      Comparator<Object> values = AttributeValues::compare;
      Comparator<Model> by =
          Comparator.comparing(
              each -> order.isOfKeys() ? each.key : each.values.get(order.attribute()),
              Comparator.nullsLast(order.isDescending() ? values.reversed() : values));
      sorted = by.thenComparing(sorted);
    }
    found.sort(sorted);
    return found.stream().map(Model::rid).toList();
  }

  private void againstList(int queries, int records) {
    Random random = Seeds.random();
    long answers = 0;
    long plans = 0;
    try (Table table = table(random, records);
        TemporarySpace space =
            TemporarySpace.create(
                FileDevice.inMemory(FileSettings.USUAL), "temporary", PAGE, 1 << 24);
        TableSnapshot at = table.snapshot()) {
      List<Attribute> attributes = table.schema().attributes();
      for (int i = 0; i < queries; i++) {
        RandomFilter filter =
            random.nextInt(6) == 0
                ? null
                : RandomFilter.of(random, table.schema(), random.nextInt(3));
        ScanQuery query = filter == null ? ScanQuery.ALL : ScanQuery.where(filter.filter());
        if (random.nextInt(4) == 0) {
          query = new ScanQuery(20, 70, null, query.filter());
        }
        Envelope window = null;
        if (random.nextInt(3) == 0) {
          window = new Envelope(random.nextInt(10), 10 + random.nextInt(10), 0, random.nextInt(20));
          Geometry box = GEOMETRIES.toGeometry(window);
          query = query.and(new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, box));
        }
        RecordOrder order = null;
        if (i % 4 == 0) {
          int by = random.nextInt(attributes.size() + 1);
          order = by == 0 ? RecordOrder.KEY : RecordOrder.by(attributes.get(by - 1).name());
          order = random.nextBoolean() ? order : order.descending();
        }
        List<Long> expected = expected(filter, query, window, order);
        if (query.filter() != null) {
          query.filter().bind(table.schema());
        }
        for (Way each : ways(at, query, order)) {
          List<Long> found = new ArrayList<>();
          try (RecordCursor cursor = each.open().apply(space)) {
            while (cursor.next()) {
              found.add(cursor.rid());
            }
          }
          if (order == null) {
            Collections.sort(found);
          }
          assertThat(found).as("%s by %s, order %s", query, each.name(), order).isEqualTo(expected);
          plans++;
        }
        if (order != null) {
          TableQuery inOrder = ScanQueries.of(at, query).orderBy(order);
          List<Long> found = new ArrayList<>();
          inOrder.forEach(record -> found.add(record.rid()));
          assertThat(found).as("%s, order %s", query, order).isEqualTo(expected);
        }
        answers += expected.size();
      }
    }
    System.out.printf(
        "AttributeQueryTest: %,d queries, %,d plans, %,d answers, 0 differences%n",
        queries, plans, answers);
  }

  @Test
  void everyPlanGivesTheSame() {
    againstList(2_000, 250);
  }

  @Tag("long")
  @RepeatedTest(10)
  void manyQueries() {
    againstList(10_000, 400);
  }

  /**
   * A later commit adds long texts, which the index cuts. From then on the index does not have the
   * order of the values.
   */
  @Test
  void aPlanInTheOrderOfAnIndexRunsAtItsSnapshot() {
    TableOptions options =
        TableOptions.defaults()
            .withDevice("memory")
            .withPageSize(PAGE)
            .withAttributes("s:string")
            .withAttributeIndex("s", "s")
            .withFlash("none:buffer=64K");
    String common = "y".repeat(PAGE / 2);
    RecordOrder order = RecordOrder.by("s");
    try (Table table = Table.create(Path.of("none"), options)) {
      table.insert(1, null, row -> row.set("s", "x"));
      table.insert(2, null, row -> row.set("s", "a"));
      List<Long> keys = new ArrayList<>();
      try (TableSnapshot at = table.snapshot()) {
        table.insert(3, null, row -> row.set("s", common + "z"));
        table.insert(4, null, row -> row.set("s", common + "b"));
        PairIndex index = QueryPlanner.indexInOrder(at, order);
        ScanQuery query = ScanQuery.where(Filter.parse("s >= 'a'"));
        query.filter().bind(at.schema());
        try (RecordCursor cursor = TableScan.inOrder(at, query, index, false, null)) {
          while (cursor.next()) {
            keys.add(cursor.key());
          }
        }
      }
      assertThat(keys).containsExactly(2L, 1L);
      try (TableSnapshot later = table.snapshot()) {
        assertThat(QueryPlanner.indexInOrder(later, order)).isNull();
      }
    }
  }

  @Test
  void theCheaperIndexIsChosen() {
    Random random = Seeds.random();
    try (Table table = table(random, 2_000)) {
      long seldom =
          (Long)
              models.stream()
                  .map(m -> m.values.get("long"))
                  .filter(v -> v != null && Math.abs((Long) v) > 9)
                  .findFirst()
                  .orElseThrow();
      ScanQuery query = ScanQuery.where(Filter.parse("long = " + seldom + " and string like 's%'"));
      QueryPlan plan = ScanQueries.of(table, query).explain();
      assertThat(plan.chosen().indices()).containsExactly("long");
      assertThat(plan.unused())
          .anyMatch(line -> line.contains("index int") && line.contains("'int' is of certain"))
          .anyMatch(line -> line.contains("index uuid gives all records"))
          .anyMatch(line -> line.contains("index geom cannot answer a query without a geometry"));
      assertThat(TableScan.index(table, query, ScanConfig.of(AccessPath.SIDX)).name())
          .isEqualTo("long");
      ScanConfig byInt = ScanConfig.of(AccessPath.SIDX).withIndex("int");
      assertThatThrownBy(() -> TableScan.open(table, query, byInt))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed: fts");
    }
  }
}
