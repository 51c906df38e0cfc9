package org.flashgrove.access.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.flashgrove.access.cost.QueryPlan;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.ScanQueries;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Tests plans of a table with five indices. Compares answers with a list. The costs are counted
 * page requests.
 */
class QueryPlannerTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int RECORDS = 20_000;
  private static final int RARE = 10;
  private static final int SIDE = 1_000;

  /** Expected record. Category 0 is rare, and some heights are null. */
  private record Model(long rid, long key, double x, double y, int category, Integer height) {
    double distance(double ofX, double ofY) {
      return Math.hypot(x - ofX, y - ofY);
    }
  }

  private static final List<Model> MODELS = new ArrayList<>();
  private static Table table;

  @BeforeAll
  static void fill() {
    Random random = new Random(5);
    table =
        Table.create(
            Path.of("none"),
            TableOptions.defaults()
                .withDevice("memory")
                .withSync(SyncMode.CLOSE)
                .withPageSize(2048)
                .withCache(64 * 2048)
                .withAttributes("category:int/height:int?/name:string")
                .withIndex("geom", "rstar")
                .withIndex("key", "bplus")
                .withIndex("category", "bplus:attribute=category")
                .withIndex("height", "bplus:attribute=height")
                .withIndex("name", "bplus:attribute=name"));
    try (TableBatch batch = table.begin()) {
      for (int key = 0; key < RECORDS; key++) {
        int category = key % (RECORDS / RARE) == 7 ? 0 : 1 + random.nextInt(40);
        Integer height = random.nextInt(10) == 0 ? null : random.nextInt(2_000);
        double x = random.nextInt(SIDE);
        double y = random.nextInt(SIDE);
        String name = "n" + key % 300;
        long rid =
            batch.insert(
                key,
                GEOMETRIES.createPoint(new Coordinate(x, y)),
                row -> {
                  row.set("category", category).set("name", name);
                  if (height != null) {
                    row.set("height", height);
                  }
                });
        MODELS.add(new Model(rid, key, x, y, category, height));
      }
      batch.commit();
    }
  }

  @AfterAll
  static void close() {
    table.close();
    MODELS.clear();
  }

  private static Geometry point(double x, double y) {
    return GEOMETRIES.createPoint(new Coordinate(x, y));
  }

  /** A query and the condition of its expected results. */
  private record Asked(ScanQuery query, Predicate<Model> passes) {
    Asked and(Filter filter, Predicate<Model> also) {
      return new Asked(query.and(filter), passes.and(also));
    }

    long[] rids() {
      return MODELS.stream().filter(passes).mapToLong(Model::rid).sorted().toArray();
    }

    List<Model> models(Comparator<Model> order) {
      return MODELS.stream().filter(passes).sorted(order.thenComparing(Model::rid)).toList();
    }
  }

  private static Asked random(Random random) {
    Asked asked = new Asked(ScanQuery.ALL, model -> true);
    if (random.nextInt(3) == 0) {
      int from = random.nextInt(RECORDS);
      int to = from + random.nextInt(random.nextBoolean() ? 50 : RECORDS);
      asked = new Asked(ScanQuery.keys(from, to), model -> model.key >= from && model.key <= to);
    }
    if (random.nextInt(2) == 0) {
      double x = random.nextInt(SIDE);
      double y = random.nextInt(SIDE);
      double distance = random.nextInt(3) == 0 ? random.nextInt(600) : random.nextInt(40);
      asked =
          new Asked(
              asked.query.and(new DistanceQuery(point(x, y), distance)),
              asked.passes.and(model -> model.distance(x, y) <= distance));
    }
    if (random.nextInt(2) == 0) {
      int category = random.nextInt(41);
      asked = asked.and(Filter.equal("category", category), model -> model.category == category);
    }
    if (random.nextInt(3) == 0) {
      int least = random.nextInt(2_000);
      int most = least + random.nextInt(random.nextBoolean() ? 20 : 2_000);
      asked =
          asked.and(
              Filter.atLeast("height", least).and(Filter.atMost("height", most)),
              model -> model.height != null && model.height >= least && model.height <= most);
    }
    if (random.nextInt(4) == 0) {
      int name = random.nextInt(300);
      asked = asked.and(Filter.equal("name", "n" + name), model -> model.key % 300 == name);
    }
    return asked;
  }

  private static long[] rids(RecordCursor records) {
    List<Long> found = new ArrayList<>();
    try (records) {
      while (records.next()) {
        found.add(records.rid());
      }
    }
    return found.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  private void everyPlan(int queries) {
    Random random = Seeds.random();
    try (TableSnapshot at = table.snapshot()) {
      for (int i = 0; i < queries; i++) {
        Asked asked = random(random);
        long[] expected = asked.rids();
        int plans = QueryPlanner.of(at, asked.query, null).choice().all().size();
        for (int plan = 0; plan < plans; plan++) {
          QueryPlanner planner = QueryPlanner.of(at, asked.query, null);
          Access access = planner.choice().all().get(plan);
          assertThat(rids(planner.open(access))).as("%s by %s", asked, access).isEqualTo(expected);
        }
        assertThat(rids(QueryPlanner.of(at, asked.query, null).open()))
            .as("%s by the chosen plan", asked)
            .isEqualTo(expected);
        TableQuery query = ScanQueries.of(at, asked.query);
        assertThat(query.count()).isEqualTo(expected.length);
        for (RecordOrder order : orders()) {
          int limit = random.nextInt(30);
          List<Model> models = asked.models(in(order));
          List<Long> first = new ArrayList<>();
          query.orderBy(order).limit(limit).forEach(record -> first.add(record.rid()));
          assertThat(first)
              .as("first %s of %s by %s", limit, asked, order)
              .isEqualTo(models.stream().limit(limit).map(Model::rid).toList());
        }
      }
    }
  }

  private static List<RecordOrder> orders() {
    return List.of(
        RecordOrder.KEY,
        RecordOrder.KEY.descending(),
        RecordOrder.by("height"),
        RecordOrder.by("height").descending());
  }

  private static Comparator<Model> in(RecordOrder order) {
    Comparator<Model> by =
        order.isOfKeys()
            ? Comparator.comparing(Model::key)
            : Comparator.comparing(
                Model::height,
                Comparator.nullsLast(
                    order.isDescending()
                        ? Comparator.reverseOrder()
                        : Comparator.<Integer>naturalOrder()));
    return order.isOfKeys() && order.isDescending() ? by.reversed() : by;
  }

  @Test
  void everyPlanGivesTheSame() {
    everyPlan(60);
  }

  @Tag("long")
  @Test
  void everyPlanGivesTheSameForManyQueries() {
    everyPlan(5_000);
  }

  /** Records that the index of an order lacks come after the records of the index. */
  @Test
  void recordsWithoutAValueComeBehindThoseOfTheIndex() {
    for (RecordOrder order :
        List.of(RecordOrder.by("height"), RecordOrder.by("height").descending())) {
      List<Long> found = new ArrayList<>();
      try (TableCursor cursor = TableQuery.of(table).orderBy(order).expecting(5).cursor()) {
        while (cursor.next()) {
          found.add(cursor.record().rid());
          assertThat(cursor.figures().candidates()).isGreaterThanOrEqualTo(found.size());
        }
        assertThat(cursor.figures().records()).isEqualTo(RECORDS);
      }
      assertThat(found)
          .isEqualTo(
              MODELS.stream().sorted(in(order).thenComparing(Model::rid)).map(Model::rid).toList());
    }
  }

  /** Tests index walks that give up at once, index walks that continue, and measured records. */
  @Test
  void nearestRecordsAreTheSameByEveryPlan() {
    Random random = Seeds.random();
    try (TableSnapshot at = table.snapshot()) {
      for (int i = 0; i < 40; i++) {
        Asked asked = random(random);
        double x = random.nextInt(SIDE);
        double y = random.nextInt(SIDE);
        List<Model> expected =
            asked.models(Comparator.comparingDouble(model -> model.distance(x, y)));
        int k = 1 + random.nextInt(random.nextBoolean() ? 10 : 500);
        List<Long> nearest = expected.stream().limit(k).map(Model::rid).toList();
        TableQuery query = ScanQueries.of(at, asked.query).nearest(k, point(x, y));
        for (long likely : new long[] {1, 40, Long.MAX_VALUE}) {
          List<Long> found = new ArrayList<>();
          query.expecting(likely).forEach(record -> found.add(record.rid()));
          assertThat(found).as("%s nearest of %s, %s likely", k, asked, likely).isEqualTo(nearest);
        }
      }
    }
  }

  private static long requests(ScanStats figures, boolean isOneByOne) {
    return figures.indexPages() + (isOneByOne ? figures.candidates() : figures.distinctPages());
  }

  private static long requests(TableQuery query, boolean isOneByOne) {
    try (TableCursor records = query.cursor()) {
      while (records.next()) {}
      return requests(records.figures(), isOneByOne);
    }
  }

  /** The cache of records is small, so reading records means reading the device. */
  @Test
  void countsOfIndexedConditionsReadNoRecord() {
    Random random = Seeds.random();
    List<String> filters =
        List.of(
            "category = 3",
            "category <> 3",
            "height > 700.5 and height <= 900",
            "height = 700.5",
            "category in (1, 7, 2.5, 0)",
            "height is not null",
            "category < 5 or category > 38 or category = 7",
            "category = 0 and height between 100 and 1500");
    for (String filter : filters) {
      TableQuery query = TableQuery.of(table).where(filter);
      long expected;
      try (TableCursor records = TableQuery.of(table).where(filter).where("name > ''").cursor()) {
        expected = 0;
        while (records.next()) {
          expected++;
        }
      }
      int from = random.nextInt(RECORDS);
      // the records of a rare value cost less than the leaves of the other index
      long most = filter.startsWith("category = 0 ") ? RARE : 0;
      assertThat(heapReadsOf(query, expected)).as(filter).isLessThanOrEqualTo(most);
      assertThat(query.keys(from, RECORDS).count() + query.keys(0, from - 1).count())
          .as(filter)
          .isEqualTo(expected);
    }
    assertThat(heapReadsOf(TableQuery.of(table).keys(100, 8_099), 8_000)).isZero();
    assertThat(heapReadsOf(TableQuery.of(table).where("name like 'n%'"), RECORDS)).isPositive();
  }

  private static long heapReadsOf(TableQuery query, long expected) {
    long before = heapReads();
    assertThat(query.count()).isEqualTo(expected);
    return heapReads() - before;
  }

  private static long heapReads() {
    return table.records().io().pageReads();
  }

  @Test
  void aRareCategoryIsNotSearchedByDistance() {
    TableQuery rare = TableQuery.of(table).where("category = 0");
    assertThat(rare.count()).isEqualTo(RARE);
    assertThat(requests(rare, false)).isLessThanOrEqualTo(3 + RARE);
    assertThat(requests(rare.within(400, point(500, 500)), false)).isLessThanOrEqualTo(20);
    assertThat(requests(rare.nearest(5, point(500, 500)), false)).isLessThanOrEqualTo(20);
    assertThat(rare.nearest(5, point(500, 500)).explain().chosen().indices())
        .containsExactly("category");
  }

  @Test
  void theFirstRecordsOfAnOrderNeedFewPages() {
    for (RecordOrder order : orders()) {
      TableQuery first = TableQuery.of(table).orderBy(order).limit(10);
      assertThat(requests(first, true)).as("%s", order).isLessThanOrEqualTo(10 + 8);
      assertThat(first.explain().chosen().kind()).isEqualTo(QueryPlan.Kind.INDEX_ORDER);
      TableQuery one = TableQuery.of(table).keys(77, 77).orderBy(order);
      assertThat(requests(one, false)).as("%s", order).isLessThanOrEqualTo(6);
    }
  }

  /** Records that lie near each other are on the same pages, so a window needs few pages. */
  @Test
  void aWindowOfATableInSpatialOrderReadsItsPagesOnly() {
    TableOptions options =
        TableOptions.defaults()
            .withDevice("memory")
            .withSync(SyncMode.CLOSE)
            .withPageSize(2048)
            .withIndex("geom", "rstar");
    try (Table ordered = Table.create(Path.of("none"), options)) {
      try (TableBatch batch = ordered.begin()) {
        for (int key = 0; key < 5_000; key++) {
          batch.insert(key, point(key / 50, key % 50), ByteBuffer.allocate(40));
        }
        batch.commit();
      }
      long pages = ordered.pageCount();
      TableQuery part = TableQuery.of(ordered).within(10, GEOMETRIES.createLineString(line(40)));
      assertThat(part.count()).isEqualTo(21 * 50);
      assertThat(part.explain().chosen().kind()).isEqualTo(QueryPlan.Kind.INDEX_SCAN);
      assertThat(requests(part, false)).isLessThan(pages / 2);
      TableQuery all = TableQuery.of(ordered).within(100, GEOMETRIES.createLineString(line(50)));
      assertThat(all.explain().chosen().kind()).isEqualTo(QueryPlan.Kind.FULL_SCAN);
      assertThat(requests(all, false)).isLessThan(2 * pages);
    }
  }

  private static Coordinate[] line(int x) {
    return new Coordinate[] {new Coordinate(x, 0), new Coordinate(x, 50)};
  }

  @Test
  void anExplanationNamesTheChosenPlanAndTheRejectedOnes() {
    QueryPlan plan =
        TableQuery.of(table)
            .where("category = 0")
            .within(400, point(500, 500))
            .orderBy("height")
            .explain();
    assertThat(plan.chosen().kind()).isEqualTo(QueryPlan.Kind.INDEX_SCAN);
    assertThat(plan.chosen().indices()).containsExactly("category");
    assertThat(plan.chosen().cost()).isBetween(10.0, 20.0);
    assertThat(plan.rejected())
        .extracting(QueryPlan.Option::kind)
        .contains(QueryPlan.Kind.FULL_SCAN, QueryPlan.Kind.INDEX_ORDER);
    assertThat(plan.toString().lines())
        .anyMatch(line -> line.matches("plan: index scan by category, sorted: \\d+ pages .*"))
        .anyMatch(line -> line.startsWith("rejected: full scan, sorted: "))
        .anyMatch(line -> line.startsWith("rejected: index order by height: "))
        .anyMatch(line -> line.startsWith("not used: index name "));
    QueryPlan walk = TableQuery.of(table).nearest(3, point(1, 1)).explain();
    assertThat(walk.chosen().kind()).isEqualTo(QueryPlan.Kind.DISTANCE_ORDER);
    assertThat(walk.rejected()).isEmpty();
  }

  /**
   * A walk costs at most a few full scans, even if the planner knows nothing about its condition.
   */
  @Test
  void aWalkThatFindsNothingEndsInAFullScan() {
    TableQuery none = TableQuery.of(table).where("not (height is not null or height is null)");
    long walked = requests(none.nearest(3, point(1, 1)), false);
    assertThat(none.nearest(3, point(1, 1)).count()).isZero();
    assertThat(walked).isLessThanOrEqualTo(5 * table.pageCount());
  }

  /** Compares the counted cost of the chosen plan with the counted cost of the cheapest plan. */
  @Test
  void chosenPlansAreNearTheBest() {
    Random random = new Random(17);
    long chosenSum = 0;
    long bestSum = 0;
    List<Double> ratios = new ArrayList<>();
    try (TableSnapshot at = table.snapshot()) {
      for (int i = 0; i < 150; i++) {
        Asked asked = random(random);
        long best = Long.MAX_VALUE;
        QueryPlanner thorough = QueryPlanner.thorough(at, asked.query);
        for (int plan = 0; plan < thorough.choice().all().size(); plan++) {
          QueryPlanner planner = QueryPlanner.thorough(at, asked.query);
          Access access = planner.choice().all().get(plan);
          long others = planner.choice().pagesRead();
          for (IndexProbe each : access.by()) {
            others -= each.isComplete() || access.by().size() > 1 ? each.pagesRead() : 0;
          }
          try (RecordCursor records = planner.open(access)) {
            while (records.next()) {}
            best = Math.min(best, requests(records.figures(), false) - others);
          }
        }
        long chosen = requests(ScanQueries.of(at, asked.query), false);
        chosenSum += chosen;
        bestSum += best;
        ratios.add((double) chosen / Math.max(1, best));
      }
    }
    double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    assertThat((double) chosenSum / bestSum).isLessThanOrEqualTo(1.2);
    assertThat(sorted[(int) (.95 * sorted.length)]).isLessThanOrEqualTo(1.5);
    assertThat(Arrays.stream(sorted).max().orElseThrow()).isLessThanOrEqualTo(10);
  }
}
