package org.flashgrove.access.cost;

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
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.AttributeValues;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.filter.RandomFilter;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.sort.TemporarySpace;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceCosts;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Random filters on attributes with windows and ranges of keys, in random orders, by every plan,
 * against a list of objects.
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

  private static TablePlanner planner(Table table) {
    DeviceCosts costs = DeviceKinds.read(Spec.parse("nand:blocks=1024")).costs(null, PAGE, 1);
    return new TablePlanner(table.snapshot(), costs, costs);
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
                FileDevice.inMemory(FileSettings.USUAL), "temporary", PAGE, 1 << 24)) {
      TablePlanner planner = planner(table);
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
        List<PlanEstimate> estimates = planner.estimates(query, null, order, SORT, 1);
        assertThat(estimates).isNotEmpty();
        for (PlanEstimate each : estimates) {
          ScanConfig scan =
              ScanConfig.of(AccessPath.FTS).withIndex(each.index()).withRidMemory(4096);
          List<Long> found = new ArrayList<>();
          try (RecordCursor cursor = planner.open(each.plan(), query, scan, order, SORT, space)) {
            while (cursor.next()) {
              found.add(cursor.rid());
            }
          }
          if (order == null) {
            Collections.sort(found);
          }
          assertThat(found).as("%s by %s, order %s", query, each, order).isEqualTo(expected);
          plans++;
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

  @Test
  void theCheaperIndexIsChosen() {
    Random random = Seeds.random();
    try (Table table = table(random, 2_000)) {
      TablePlanner planner = planner(table);
      long seldom =
          (Long)
              models.stream()
                  .map(m -> m.values.get("long"))
                  .filter(v -> v != null && Math.abs((Long) v) > 9)
                  .findFirst()
                  .orElseThrow();
      ScanQuery query = ScanQuery.where(Filter.parse("long = " + seldom + " and string like 's%'"));
      PlanEstimate best = planner.estimates(query, null, null, SORT, 1).get(0);
      assertThat(best.index()).isEqualTo("long");
      assertThat(planner.unused(query, null))
          .anyMatch(line -> line.contains("index int") && line.contains("'int' is of certain"))
          .anyMatch(line -> line.contains("index uuid gives all records"))
          .anyMatch(line -> line.contains("index geom cannot answer a query without a geometry"));
      assertThat(TableScan.index(table, query, ScanConfig.of(AccessPath.SIDX)).name())
          .isEqualTo("long");
      assertThatThrownBy(() -> planner.estimates(query, "int", null, SORT, 1))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("allowed: fts");
    }
  }
}
