package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.QueryCancelledException;
import org.flashgrove.core.failure.QueryTimeoutException;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests the plans of joins and the costs of their runs. */
class JoinPlanTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final Random random = Seeds.random();

  private static Table create(String index) {
    return Table.create(
        Path.of("unused"),
        TableOptions.defaults()
            .withDevice("memory")
            .withSync(SyncMode.CLOSE)
            .withIndex("geom", index));
  }

  private Table areas(String index, int count) {
    Table table = create(index);
    for (int i = 0; i < count; i++) {
      table.insert(i, GEOMETRIES.createPoint(place()).buffer(1, 2), NONE);
    }
    return table;
  }

  private Table points(String index, int count) {
    Table table = create(index);
    for (int i = 0; i < count; i++) {
      table.insert(i, GEOMETRIES.createPoint(place()), NONE);
    }
    return table;
  }

  private Coordinate place() {
    return new Coordinate(100 * random.nextDouble(), 100 * random.nextDouble());
  }

  private static JoinFigures figures(JoinQuery join) {
    try (JoinCursor pairs = join.cursor()) {
      long found = pairs.visitAll((left, right) -> {});
      assertThat(found).isPositive();
      return pairs.figures();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:memory=96K"})
  void noJoinReadsARecordOfAPoint(String index) {
    try (Table areas = areas(index, 40);
        Table points = points(index, 2_000)) {
      JoinQuery join = JoinQuery.of(areas).with(points);
      for (JoinQuery each :
          List.of(join, join.containing(), join.within(2), join.within(2).ordered())) {
        JoinFigures figures = figures(each);
        assertThat(figures.rightRecords()).isZero();
        assertThat(figures.leftRecords()).isEqualTo(40); // each once
      }
      JoinQuery back = JoinQuery.of(points).with(areas);
      for (JoinQuery each : List.of(back.within(), back.within(2), back.nearest(3))) {
        JoinFigures figures = figures(each.threads(1));
        assertThat(figures.leftRecords()).isZero();
        assertThat(figures.rightRecords()).isEqualTo(40);
      }
      assertThat(figures(JoinQuery.of(points).with(points).nearest(2)))
          .extracting(JoinFigures::leftRecords, JoinFigures::rightRecords)
          .containsExactly(0L, 0L);
    }
  }

  @Test
  void aSecondConditionIsRefused() {
    try (Table table = areas("rstar", 4)) {
      JoinQuery join = JoinQuery.of(table).with(table);
      List<UnaryOperator<JoinQuery>> conditions =
          List.of(each -> each.within(2), JoinQuery::containing, each -> each.nearest(1));
      for (UnaryOperator<JoinQuery> first : conditions) {
        JoinQuery one = first.apply(join).byBounds();
        for (UnaryOperator<JoinQuery> second : conditions) {
          assertThatThrownBy(() -> second.apply(one))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("join: a second condition; use one condition");
        }
      }
    }
  }

  @Test
  void aJoinOfRectanglesByMetresEndsItsSearchesAtTheDistance() {
    TableOptions options =
        TableOptions.defaults()
            .withDevice("memory")
            .withSync(SyncMode.CLOSE)
            .withMetric("geodesic")
            .withIndex("geom", "rstar");
    try (Table table = Table.create(Path.of("unused"), options)) {
      for (int i = 0; i < 500; i++) {
        Coordinate at = new Coordinate(random.nextDouble(), random.nextDouble());
        table.insert(i, GEOMETRIES.createPoint(at), NONE);
      }
      JoinQuery join = JoinQuery.of(table).with(table).byBounds().within(5_000);
      long pairs = join.count();
      assertThat(pairs).isBetween(501L, 10_000L);
      assertThat(figures(join).candidates()).isBetween(pairs, pairs + 500); // one behind each
    }
  }

  @Test
  void thePlanFollowsFromTheNumbersOfEntries() {
    try (Table few = areas("grove:memory=96K", 20);
        Table many = points("grove:memory=96K", 2_000);
        Table tree = areas("rstar", 300)) {
      JoinPlan probes = JoinQuery.of(many).with(few).explain();
      assertThat(probes.chosen().kind()).isEqualTo(JoinPlan.Kind.PROBES);
      assertThat(probes.chosen().outerIsLeft()).isFalse();
      assertThat(probes.rejected()).hasSize(1);
      assertThat(probes.toString())
          .startsWith("plan: index probes from the right side (20 entries)")
          .contains("rejected: tiles", "not used: synchronized traversal: needs two trees");
      assertThat(JoinQuery.of(many).with(many).explain().chosen().kind())
          .isEqualTo(JoinPlan.Kind.TILES);
      assertThat(JoinQuery.of(tree).with(tree).explain().chosen().kind())
          .isEqualTo(JoinPlan.Kind.TRAVERSAL);
      assertThat(JoinQuery.of(tree).with(tree).ordered().explain().chosen().kind())
          .isEqualTo(JoinPlan.Kind.PROBES);
      assertThat(JoinQuery.of(many).with(few).nearest(1).explain().chosen().kind())
          .isEqualTo(JoinPlan.Kind.MEMORY_TREE);
      assertThat(JoinQuery.of(few).with(many).nearest(1).explain().chosen().kind())
          .isEqualTo(JoinPlan.Kind.MEMORY_TREE);
    }
  }

  @Test
  void theCostOfProbesContainsTheScanOfTheOuterRecords() {
    JoinChoice.Input indexed = new JoinChoice.Input(1_000_000, true, 0, 0);
    JoinChoice.Input bare = new JoinChoice.Input(10, false, 1_000_000, 0);
    JoinPlan plan = JoinChoice.ofPairs(bare, indexed, true, false);
    assertThat(plan.chosen().kind()).isEqualTo(JoinPlan.Kind.PROBES);
    assertThat(plan.chosen().cost()).isBetween(1_000_000.0, 1_000_100.0);
  }

  @Test
  void objectsThatNeedMuchMemoryAreNotKeptInATree() {
    double bytes = 100.0 * JoinChoice.keptBytes();
    JoinChoice.Input outer = new JoinChoice.Input(20_000, false, 400, 0);
    JoinChoice.Input small = new JoinChoice.Input(20_000, false, 400, 0);
    JoinChoice.Input large = new JoinChoice.Input(20_000, false, 400, bytes);
    for (boolean isOrdered : new boolean[] {false, true}) {
      assertThat(JoinChoice.ofPairs(outer, small, isOrdered, false).chosen().kind())
          .isEqualTo(JoinPlan.Kind.MEMORY_TREE);
      JoinPlan plan = JoinChoice.ofPairs(outer, large, isOrdered, false);
      JoinPlan.Option chosen = plan.chosen();
      assertThat(chosen.kind() == JoinPlan.Kind.MEMORY_TREE && chosen.outerIsLeft())
          .as(plan.toString())
          .isFalse();
    }
  }

  @Test
  void conditionsOfATableQueryHoldForItsSide() {
    try (Table areas = areas("rstar", 60);
        Table points = points("grove:memory=96K", 600)) {
      List<String> all = new ArrayList<>();
      JoinQuery.of(areas).with(points).within(1).forEach((a, b) -> all.add(a + " " + b));
      List<Long> admitted = new ArrayList<>();
      Geometry part = GEOMETRIES.toGeometry(new Envelope(0, 50, 0, 100));
      TableQuery query = TableQuery.of(areas).keys(10, 40).intersecting(part);
      query.forEach(record -> admitted.add(record.rid()));
      all.removeIf(pair -> !admitted.contains(Long.valueOf(pair.split(" ")[0])));
      List<String> found = new ArrayList<>();
      query.join().with(points).within(1).forEach((a, b) -> found.add(a + " " + b));
      assertThat(found).containsExactlyInAnyOrderElementsOf(all).isNotEmpty();
      assertThat(query.join().with(points).nearest(2).count()).isEqualTo(2L * admitted.size());
      assertThatThrownBy(() -> query.limit(3).join())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("limit the join");
    }
  }

  @Test
  void aJoinEndsWhenItIsCancelledOrItsTimeHasPassed() {
    try (Table areas = areas("rstar", 100);
        Table points = points("grove:memory=96K", 1_000)) {
      JoinQuery join = JoinQuery.of(areas).with(points);
      for (JoinQuery each : List.of(join.within(5), join.nearest(2), join.within(5).ordered())) {
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() -> each.cancelWhen(() -> asked.incrementAndGet() > 2).count())
            .isInstanceOf(QueryCancelledException.class);
        assertThatThrownBy(() -> each.timeout(Duration.ofNanos(1)).count())
            .isInstanceOf(QueryTimeoutException.class);
        assertThat(each.timeout(Duration.ofDays(1)).count()).isPositive();
      }
    }
  }

  @Test
  void partsWithTooManyPairsAreDoneInPieces() {
    try (Table one = points("grove:memory=96K", 600);
        Table other = points("grove:memory=96K", 700)) {
      JoinQuery all = JoinQuery.of(one).with(other).within(1_000).threads(2);
      assertThat(all.explain().chosen().kind()).isEqualTo(JoinPlan.Kind.TILES);
      long[] pairs = {0};
      assertThat(all.forEach((left, right) -> pairs[0]++)).isEqualTo(420_000);
      assertThat(pairs[0]).isEqualTo(420_000);
      assertThat(all.count()).isEqualTo(420_000);
      assertThat(all.limit(200_000).count()).isEqualTo(200_000);
    }
  }
}
