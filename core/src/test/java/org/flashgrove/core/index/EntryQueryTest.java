package org.flashgrove.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.core.failure.QueryCancelledException;
import org.flashgrove.core.failure.QueryTimeoutException;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.Predicate;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Query values, and their runs on an index that is a list of points (id, id). */
class EntryQueryTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final GeometrySource POINTS = id -> GEOMETRIES.createPoint(new Coordinate(id, id));

  /** Ten points; answers the tests of windows only. */
  private static final class Ten implements EntrySource {
    private int looked;

    @Override
    public long scan(EntryQuery query, EntrySink sink) {
      long visited = 0;
      VisitResult answer = VisitResult.CONTINUE;
      for (int id = 0; id < 10 && answer == VisitResult.CONTINUE; id++) {
        QueryWatch.check(query.watch());
        looked++;
        if (query
            .test()
            .matches(query.minX(), query.minY(), query.maxX(), query.maxY(), id, id, id, id)) {
          visited++;
          answer = sink == null ? VisitResult.CONTINUE : sink.found(id, id, id, id, id, Double.NaN);
        }
      }
      return visited;
    }

    @Override
    public EntryCursor open(EntryQuery query) {
      List<Long> found = new ArrayList<>();
      scan(query, (id, minX, minY, maxX, maxY, none) -> VisitResult.continueIf(found.add(id)));
      return new ListCursor(found);
    }

    @Override
    public long size() {
      return 10;
    }
  }

  /** A cursor over points of a list of ids. */
  private static final class ListCursor implements EntryCursor {
    private final List<Long> found;
    private int at = -1;

    ListCursor(List<Long> found) {
      this.found = found;
    }

    @Override
    public boolean next() {
      return ++at < found.size();
    }

    @Override
    public long id() {
      return found.get(at);
    }

    @Override
    public double minX() {
      return id();
    }

    @Override
    public double minY() {
      return id();
    }

    @Override
    public double maxX() {
      return id();
    }

    @Override
    public double maxY() {
      return id();
    }

    @Override
    public void close() {}
  }

  /** Returns the ids that all four verbs find. */
  private static List<Long> ids(EntryQuery query) {
    Ten index = new Ten();
    List<Long> visited = new ArrayList<>();
    long count = index.forEach(query, (id, minX, minY, maxX, maxY) -> visited.add(id));
    assertThat(count).isEqualTo(visited.size());
    assertThat(index.count(query)).isEqualTo(count);
    List<Long> read = new ArrayList<>();
    try (EntryCursor cursor = index.cursor(query)) {
      while (cursor.next()) {
        read.add(cursor.id());
      }
      assertThat(cursor.next()).isFalse();
    }
    assertThat(read).isEqualTo(visited);
    try (Stream<Entry> stream = index.stream(query)) {
      assertThat(stream.map(Entry::id).toList()).isEqualTo(visited);
    }
    return visited;
  }

  @Test
  void eachFormFindsItsEntries() {
    assertThat(ids(EntryQuery.all())).hasSize(10);
    assertThat(ids(EntryQuery.intersecting(2, 2, 4, 4))).containsExactly(2L, 3L, 4L);
    assertThat(ids(EntryQuery.intersecting(new Envelope(2, 4, 2, 4)))).hasSize(3);
    assertThat(ids(EntryQuery.intersecting(7, 7))).containsExactly(7L);
    assertThat(ids(EntryQuery.within(2, 2, 4, 4))).containsExactly(3L);
    assertThat(ids(EntryQuery.within(new Envelope(2, 4, 2, 4)))).containsExactly(3L);
    assertThat(ids(EntryQuery.containing(5, 5, 5, 5))).containsExactly(5L);
    assertThat(ids(EntryQuery.matching(Predicate.DISJOINT, 1, 1, 9, 9))).containsExactly(0L);
    assertThat(ids(EntryQuery.withinDistance(1.5, 0, 0))).containsExactly(0L, 1L);
    assertThat(ids(EntryQuery.withinDistance(1.5, new Envelope(0, 1, 0, 1)))).hasSize(3);
  }

  @Test
  void geometriesDecideOnObjects() {
    Geometry triangle =
        GEOMETRIES.createPolygon(
            new Coordinate[] {
              new Coordinate(0, 0),
              new Coordinate(6, 0),
              new Coordinate(6, 12),
              new Coordinate(0, 0)
            });
    assertThat(ids(EntryQuery.intersecting(triangle, POINTS))).hasSize(7);
    assertThat(ids(EntryQuery.within(triangle, POINTS))).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(ids(EntryQuery.containing(POINTS.geometry(3), POINTS))).containsExactly(3L);
    assertThat(ids(EntryQuery.withinDistance(1.5, POINTS.geometry(8), POINTS)))
        .containsExactly(7L, 8L, 9L);
    assertThat(ids(EntryQuery.intersecting(triangle, POINTS).limit(2).idsOnly()))
        .containsExactly(0L, 1L);
  }

  @Test
  void aLimitEndsTheScan() {
    assertThat(ids(EntryQuery.all().limit(3))).containsExactly(0L, 1L, 2L);
    assertThat(ids(EntryQuery.all().limit(7).limit(9))).hasSize(7);
    assertThat(ids(EntryQuery.all().limit(0))).isEmpty();
    Ten index = new Ten();
    index.count(EntryQuery.all().limit(3));
    assertThat(index.looked).isEqualTo(3);
  }

  @Test
  void aQueryThatMatchesNothingCanBeCancelledInEveryVerb() {
    int[] asked = {0};
    EntryQuery none = EntryQuery.intersecting(20, 20).cancelWhen(() -> ++asked[0] % 5 == 0);
    requireEnd(QueryCancelledException.class, none);
    requireEnd(
        QueryCancelledException.class, EntryQuery.all().cancelWhen(() -> true).idsOnly().limit(4));
    EntryQuery either = EntryQuery.all().cancelWhen(() -> true).cancelWhen(() -> false);
    requireEnd(QueryCancelledException.class, either);
    assertThat(ids(EntryQuery.all().cancelWhen(() -> false))).hasSize(10);
  }

  @Test
  void aTimeLimitEndsEveryVerb() {
    EntryQuery query = EntryQuery.intersecting(20, 20).timeout(Duration.ofNanos(1));
    requireEnd(QueryTimeoutException.class, query);
    requireEnd(QueryTimeoutException.class, query.cancelWhen(() -> false));
    assertThat(ids(EntryQuery.all().timeout(Duration.ofDays(200_000_000)))).hasSize(10);
  }

  private static void requireEnd(Class<? extends RuntimeException> type, EntryQuery query) {
    Ten index = new Ten();
    List<ThrowingCallable> verbs =
        List.of(
            () -> index.forEach(query, (id, minX, minY, maxX, maxY) -> {}),
            () -> index.count(query),
            () -> index.cursor(query).next(),
            () -> index.stream(query).toList());
    for (ThrowingCallable verb : verbs) {
      assertThatThrownBy(verb).isInstanceOf(type).hasMessageNotContaining("\n");
    }
  }

  @Test
  void valuesThatNoQueryHasAreRefusedAtOnce() {
    double nan = Double.NaN;
    Geometry none = GEOMETRIES.createPoint();
    List<ThrowingCallable> refused =
        List.of(
            () -> EntryQuery.intersecting(0, nan, 1, 1),
            () -> EntryQuery.intersecting(0, 1, 1, 0),
            () -> EntryQuery.intersecting(0, Double.POSITIVE_INFINITY),
            () -> EntryQuery.intersecting(new Envelope()),
            () -> EntryQuery.within(1, 0, 0, 1),
            () -> EntryQuery.intersecting(none, POINTS),
            () -> EntryQuery.withinDistance(-1, 0, 0),
            () -> EntryQuery.withinDistance(nan, 0, 0),
            () -> EntryQuery.nearest(-1, 0, 0),
            () -> EntryQuery.nearest(1, nan, 0),
            () -> EntryQuery.nearest(1, new Envelope()),
            () -> EntryQuery.nearest(1, none, POINTS),
            () -> EntryQuery.all().limit(-1),
            () -> EntryQuery.all().timeout(Duration.ZERO));
    for (ThrowingCallable each : refused) {
      assertThatThrownBy(each)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(".*(\\(allowed: |; use ).*")
          .hasMessageNotContaining("\n");
    }
    assertThatThrownBy(() -> EntryQuery.all().byDistance(id -> id))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("EntryQuery.nearest");
  }

  @Test
  void aRefinementLeavesTheQueryAsItWas() {
    EntryQuery query = EntryQuery.intersecting(0, 0, 9, 9);
    query.limit(2).idsOnly().cancelWhen(() -> true);
    assertThat(query.most()).isEqualTo(Long.MAX_VALUE);
    assertThat(query.wantsIdsOnly()).isFalse();
    assertThat(query.watch()).isNull();
    assertThat(query.limit(2))
        .hasToString("INTERSECTS minx=0.0 miny=0.0 maxx=9.0 maxy=9.0 limit=2");
  }

  @Test
  void anIndexIsAskedByFewMethods() {
    assertThat(Stream.of(SpatialQueries.class.getMethods()).map(Method::getName))
        .containsExactlyInAnyOrder(
            "forEach", "cursor", "stream", "count", "search", "nearest", "metric", "size");
  }
}
