package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.QueryCancelledException;
import org.flashgrove.core.failure.QueryTimeoutException;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Tests that each method that runs a query answers like a scan of a list, for each kind of index.
 */
class EntryQueriesTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int COUNT = 700;
  private static final int SPACE = 100;

  /** Test that no rectangle satisfies, although any node may contain such a rectangle. */
  private static final RectangleTest NOTHING =
      new RectangleTest() {
        @Override
        public boolean mayHold(
            double a, double b, double c, double d, double e, double f, double g, double h) {
          return true;
        }

        @Override
        public boolean matches(
            double a, double b, double c, double d, double e, double f, double g, double h) {
          return false;
        }
      };

  private static Stream<String> indexes() {
    return Stream.concat(
        StoreMatrix.indexSpecs().stream(),
        KindsUnderTest.of(
            "grove:domain=0/0/128/128,memory=24K,block=8K",
            "lsm:domain=0/0/128/128,memory=48K,block=8K")
            .stream());
  }

  private static SpatialStore store(String index, List<Entry> entries) {
    boolean blocks = index.startsWith("grove") || index.startsWith("lsm");
    String flash = blocks ? "none:frames=16" : "none:buffer=32K";
    SpatialStore store =
        SpatialStore.create(
            new MemoryDirectory(),
            StoreOptions.defaults()
                .withIndex(index)
                .withFlash(flash)
                .withDevice("buffered")
                .withPageSize(1024)
                .withSync(SyncMode.CLOSE));
    Random random = Seeds.random();
    for (int id = 0; id < COUNT; id++) {
      double x = random.nextInt(SPACE);
      double y = random.nextInt(SPACE);
      store.insert(id, x, y, x, y); // every kind of index holds points
      entries.add(new Entry(id, x, y, x, y));
      if (id == COUNT / 2) {
        store.flush(); // some entries on pages, some in memory
      }
    }
    return store;
  }

  private static void requireSame(SpatialQueries from, EntryQuery query, List<Entry> expected) {
    List<Entry> visited = new ArrayList<>();
    EntryVisitor adds =
        (id, minX, minY, maxX, maxY) -> visited.add(new Entry(id, minX, minY, maxX, maxY));
    assertThat(from.forEach(query, adds)).isEqualTo(expected.size());
    assertThat(visited).as("%s", query).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(from.count(query)).isEqualTo(expected.size());
    List<Entry> read = new ArrayList<>();
    try (EntryCursor cursor = from.cursor(query)) {
      while (cursor.next()) {
        read.add(cursor.entry());
      }
    }
    assertThat(read).as("cursor: %s", query).containsExactlyInAnyOrderElementsOf(expected);
    try (Stream<Entry> stream = from.stream(query)) {
      assertThat(stream.toList()).containsExactlyElementsOf(read);
    }
    List<Long> ids = new ArrayList<>();
    from.forEach(query.idsOnly(), (id, x1, y1, x2, y2) -> ids.add(id));
    assertThat(ids).containsExactlyInAnyOrderElementsOf(expected.stream().map(Entry::id).toList());
    assertThat(from.count(query.limit(3))).isEqualTo(Math.min(3, expected.size()));
    try (Stream<Entry> stream = from.stream(query.limit(3))) {
      assertThat(stream).hasSize(Math.min(3, expected.size())).isSubsetOf(expected);
    }
  }

  private static List<Entry> matching(
      List<Entry> entries, RectangleTest test, double x1, double y1, double x2, double y2) {
    return entries.stream()
        .filter(e -> test.matches(x1, y1, x2, y2, e.minX(), e.minY(), e.maxX(), e.maxY()))
        .toList();
  }

  private static List<Entry> nearest(List<Entry> entries, int k, ToDoubleFunction<Entry> distance) {
    return entries.stream()
        .sorted(Comparator.comparingDouble(distance).thenComparing(Entry::id))
        .limit(k)
        .toList();
  }

  @KindTest
  @MethodSource("indexes")
  void everyVerbAnswersAsAList(String index) {
    List<Entry> entries = new ArrayList<>();
    try (SpatialStore store = store(index, entries)) {
      Random random = Seeds.random();
      double x = random.nextInt(SPACE);
      double y = random.nextInt(SPACE);
      requireSame(store, EntryQuery.all(), entries);
      requireSame(
          store,
          EntryQuery.intersecting(x, y, x + 20, y + 30),
          matching(entries, Predicate.INTERSECTS, x, y, x + 20, y + 30));
      requireSame(
          store,
          EntryQuery.within(x, y, x + 20, y + 30),
          matching(entries, Semantics.OGC.of(Predicate.CONTAINS), x, y, x + 20, y + 30));
      Entry one = entries.get(random.nextInt(COUNT));
      requireSame(
          store,
          EntryQuery.containing(one.envelope()),
          matching(entries, Predicate.EQUALS, one.minX(), one.minY(), one.maxX(), one.maxY()));
      requireSame(
          store,
          EntryQuery.withinDistance(12.5, x, y),
          matching(entries, new WithinDistance(12.5), x, y, x, y));
      ToDoubleFunction<Entry> planar = e -> Math.hypot(e.minX() - x, e.minY() - y);
      requireSame(store, EntryQuery.nearest(40, x, y), nearest(entries, 40, planar));
      requireSame(store, EntryQuery.nearest(COUNT + 1L, x, y), entries);
      requireSame(
          store,
          EntryQuery.nearest(7, x, y).byDistance(id -> 1000 + id % 10),
          nearest(entries, 7, e -> 1000 + e.id() % 10));
      try (SpatialSnapshot snapshot = store.snapshot()) {
        requireSame(snapshot, EntryQuery.nearest(9, x, y), nearest(entries, 9, planar));
      }
    }
  }

  @KindTest
  @MethodSource("indexes")
  void geometriesDecideOnObjects(String index) {
    List<Entry> entries = new ArrayList<>();
    try (SpatialStore store = store(index, entries)) {
      GeometrySource objects =
          id -> {
            Entry entry = entries.get((int) id);
            return GEOMETRIES.createPoint(new Coordinate(entry.minX(), entry.minY()));
          };
      Geometry area = GEOMETRIES.createPoint(new Coordinate(50, 50)).buffer(30);
      List<Entry> inside =
          entries.stream().filter(e -> area.contains(objects.geometry(e.id()))).toList();
      requireSame(store, EntryQuery.within(area, objects), inside);
      requireSame(
          store,
          EntryQuery.withinDistance(5, area, objects),
          entries.stream()
              .filter(e -> area.isWithinDistance(objects.geometry(e.id()), 5))
              .toList());
      requireSame(
          store,
          EntryQuery.nearest(inside.size() + 20L, area, objects),
          nearest(entries, inside.size() + 20, e -> area.distance(objects.geometry(e.id()))));
    }
  }

  @KindTest
  @MethodSource("indexes")
  void aQueryThatFindsNothingEndsWhenItIsCancelledOrLate(String index) {
    try (SpatialStore store = store(index, new ArrayList<>())) {
      long[] asked = {0};
      EntryQuery cancelled =
          EntryQuery.matching(NOTHING, 0, 0, 1, 1).cancelWhen(() -> ++asked[0] > 2);
      EntryQuery late = EntryQuery.matching(NOTHING, 0, 0, 1, 1).timeout(Duration.ofNanos(1));
      EntryQuery near = EntryQuery.nearest(COUNT, 0, 0).cancelWhen(() -> true);
      for (ThrowingCallable verb : verbs(store, cancelled)) {
        asked[0] = 0;
        assertThatThrownBy(verb).isInstanceOf(QueryCancelledException.class);
        assertThat(asked[0]).isEqualTo(3);
      }
      for (ThrowingCallable verb : verbs(store, late)) {
        assertThatThrownBy(verb).isInstanceOf(QueryTimeoutException.class);
      }
      for (ThrowingCallable verb : verbs(store, near)) {
        assertThatThrownBy(verb).isInstanceOf(QueryCancelledException.class);
      }
      assertThat(store.count(EntryQuery.all())).as("a later query").isEqualTo(COUNT);
      assertThat(store.count(EntryQuery.nearest(5, 0, 0))).isEqualTo(5);
      assertThat(store.count(EntryQuery.matching(NOTHING, 0, 0, 1, 1))).isZero();
    }
  }

  private static List<ThrowingCallable> verbs(SpatialStore store, EntryQuery query) {
    return List.of(
        () -> store.forEach(query, (id, minX, minY, maxX, maxY) -> {}),
        () -> store.count(query),
        () -> {
          try (EntryCursor cursor = store.cursor(query)) {
            cursor.next();
          }
        },
        () -> {
          try (Stream<Entry> stream = store.stream(query)) {
            stream.count();
            stream.close();
          }
        });
  }

  @KindTest
  @MethodSource("indexes")
  void aBatchAnswersAllButTheNearest(String index) {
    List<Entry> entries = new ArrayList<>();
    try (SpatialStore store = store(index, entries)) {
      try (SpatialBatch batch = store.begin()) {
        batch.insert(COUNT, 1, 1, 1, 1);
        Entry gone = entries.get(0);
        batch.delete(gone.id(), gone.minX(), gone.minY(), gone.maxX(), gone.maxY());
        List<Long> ids = new ArrayList<>();
        EntryVisitor adds = (id, minX, minY, maxX, maxY) -> ids.add(id);
        assertThat(batch.forEach(EntryQuery.all(), adds)).isEqualTo(COUNT);
        assertThat(ids).contains((long) COUNT).doesNotContain(gone.id());
        assertThat(batch.forEach(EntryQuery.all().limit(4), adds)).isEqualTo(4);
        assertThatThrownBy(() -> batch.forEach(EntryQuery.nearest(1, 0, 0), adds))
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessageContaining("commit, then query the index");
      }
    }
  }

  @Test
  void aStoreWithIdsKnowsThem() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:buffer=32K")
            .withDevice("buffered")
            .withPageSize(1024)
            .withSync(SyncMode.CLOSE)
            .withIds();
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options)) {
      store.insert(5, 1, 1, 2, 2);
      assertThat(store.contains(5)).isTrue();
      assertThat(store.contains(6)).isFalse();
      try (SpatialSnapshot snapshot = store.snapshot()) {
        store.remove(5);
        assertThat(store.contains(5)).isFalse();
        assertThat(snapshot.contains(5)).isTrue();
      }
    }
    try (SpatialStore store = store("rstar", new ArrayList<>())) {
      assertThatThrownBy(() -> store.contains(5))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("create the store withIds()");
    }
  }
}
