package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.GeodesicEntries.Found;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Tests stores with the metric {@code geodesic} and all kinds of indices, by testing each entry.
 */
class GeodesicStoreTest {
  private static final String WORLD = "domain=-180/-90/180/90";
  private static final int ENTRIES = 400;
  private static final int MANY_CASES_ENTRIES = 230; // some are deleted again

  private static List<String> indices() {
    return KindsUnderTest.of(
        "rstar",
        "rtree:split=quadratic",
        "hilbert:" + WORLD,
        "fortree",
        "xbr:" + WORLD,
        "kdb:" + WORLD,
        "gridfile:" + WORLD,
        "grove:memory=64K,block=16K," + WORLD,
        "grove:memory=64K,block=16K,columns=split," + WORLD,
        "lsm:memory=64K,block=16K");
  }

  private static boolean holdsPointsOnly(String index) {
    return index.startsWith("xbr") || index.startsWith("kdb") || index.startsWith("gridfile");
  }

  private static GeodesicEntries entries(String index, int boxEvery) {
    return new GeodesicEntries(Seeds.random(), holdsPointsOnly(index) ? 0 : boxEvery);
  }

  private static StoreOptions options(String index) {
    String flash = index.startsWith("fortree") ? "for:buffer=16K,log=64K" : "none:frames=64";
    return StoreOptions.defaults()
        .withIndex(index)
        .withFlash(flash)
        .withDevice("buffered")
        .withPageSize(1024)
        .withSync(SyncMode.CLOSE)
        .withMetric("geodesic");
  }

  private static SpatialStore filled(String index, GeodesicEntries entries, int count) {
    SpatialStore store = SpatialStore.create(new MemoryDirectory(), options(index));
    for (int id = 0; id < count; id++) {
      Found made = entries.make(id);
      store.insert(made.id(), made.box()[0], made.box()[1], made.box()[2], made.box()[3]);
      if (id % 7 == 6) {
        Found gone = entries.removeAny();
        double[] b = gone.box();
        assertThat(store.delete(gone.id(), b[0], b[1], b[2], b[3])).isTrue();
      }
      if (id == count / 2) {
        store.flush();
      }
    }
    return store;
  }

  @KindTest
  @MethodSource("indices")
  void queriesFindWhatALookAtEachEntryFinds(String index) {
    GeodesicEntries entries = entries(index, 3);
    try (SpatialStore store = filled(index, entries, ENTRIES)) {
      compare(store, entries, 10, 30);
      try (SpatialSnapshot snapshot = store.snapshot()) {
        compare(snapshot, entries, 3, 3);
      }
    }
  }

  /** Runs 10^5 queries each for nearest, radius and window, over all kinds of indices. */
  @Tag("kinds")
  @Test
  @Tag("long")
  void manyQueriesFindWhatALookAtEachEntryFinds() {
    int each = 10_000;
    System.out.println(
        "index                                   nearest  radius  window  differences");
    for (String index : indices()) {
      GeodesicEntries entries = entries(index, 20);
      try (SpatialStore store = filled(index, entries, MANY_CASES_ENTRIES)) {
        compare(store, entries, each, each);
      }
      System.out.printf("%-38s %8d%8d%8d%13d%n", index, each, each, each, 0);
    }
  }

  private static void compare(
      SpatialQueries store, GeodesicEntries entries, int distances, int windows) {
    assertThat(store.size()).isEqualTo(entries.size());
    Random random = Seeds.random();
    for (int i = 0; i < distances; i++) {
      double[] q = entries.point();
      List<Found> ordered = entries.byDistance(q);
      compareNearest(store, q, ordered, 1 + random.nextInt(40));
      double radius = ordered.get(random.nextInt(ordered.size())).distance();
      compareWithin(store, q, ordered, random.nextBoolean() ? radius : Math.nextDown(radius));
    }
    for (int i = 0; i < windows; i++) {
      double[] w = entries.window();
      List<Long> found = new ArrayList<>();
      store.search(w[0], w[1], w[2], w[3], (id, x1, y1, x2, y2) -> found.add(id));
      found.sort(null);
      assertThat(found).as("window %s", Arrays.toString(w)).isEqualTo(entries.in(w));
      assertThat(store.count(EntryQuery.intersecting(w[0], w[1], w[2], w[3])))
          .isEqualTo(found.size());
      if (w[2] > 180 && w[2] - w[0] < 360 && w[0] > -180) {
        long crossing =
            store.count(
                EntryQuery.intersecting(w[0] > 180 ? w[0] - 360 : w[0], w[1], w[2] - 360, w[3]));
        assertThat(crossing).isEqualTo(found.size());
      }
    }
  }

  private static void compareNearest(
      SpatialQueries store, double[] q, List<Found> ordered, int limit) {
    List<Found> expected = ordered.subList(0, Math.min(limit, ordered.size()));
    List<Found> found = new ArrayList<>();
    try (EntryCursor at = store.cursor(EntryQuery.nearest(limit, q[0], q[1], q[2], q[3]))) {
      while (at.next()) {
        double[] box = {at.minX(), at.minY(), at.maxX(), at.maxY()};
        found.add(new Found(at.id(), box, at.distance()));
      }
    }
    assertSame(found, expected, q);
    List<Long> ids = new ArrayList<>();
    store.forEach(
        EntryQuery.nearest(limit, q[0], q[1], q[2], q[3]).idsOnly(),
        (id, x1, y1, x2, y2) -> ids.add(id));
    assertThat(ids.size()).isEqualTo(found.size());
    for (int i = 0; i < ids.size(); i++) {
      assertThat(ids.get(i)).isEqualTo(found.get(i).id());
    }
    List<Found> browsed = new ArrayList<>();
    try (EntryCursor cursor =
        store.cursor(EntryQuery.nearest(Long.MAX_VALUE, q[0], q[1], q[2], q[3]))) {
      while (browsed.size() < limit && cursor.next()) {
        double[] box = {cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY()};
        browsed.add(new Found(cursor.id(), box, cursor.distance()));
      }
    }
    assertSame(browsed, expected, q);
  }

  private static void assertSame(List<Found> found, List<Found> expected, double[] q) {
    assertThat(found).hasSize(expected.size());
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).id())
          .as("neighbour %s of %s", i, Arrays.toString(q))
          .isEqualTo(expected.get(i).id());
      assertThat(found.get(i).distance()).isEqualTo(expected.get(i).distance());
      assertThat(found.get(i).box()).isEqualTo(expected.get(i).box());
    }
  }

  private static void compareWithin(
      SpatialQueries store, double[] q, List<Found> ordered, double radius) {
    if (radius < 0) {
      return;
    }
    List<Long> expected = new ArrayList<>();
    ordered.stream().filter(f -> f.distance() <= radius).forEach(f -> expected.add(f.id()));
    List<Long> found = new ArrayList<>();
    WithinDistance test = new WithinDistance(radius);
    store.forEach(
        EntryQuery.matching(test, q[0], q[1], q[2], q[3]), (id, x1, y1, x2, y2) -> found.add(id));
    assertThat(found)
        .as("within %s of %s", radius, Arrays.toString(q))
        .containsExactlyInAnyOrderElementsOf(expected);
    if (q[0] == q[2] && q[1] == q[3]) {
      assertThat(store.count(EntryQuery.withinDistance(radius, q[0], q[1])))
          .isEqualTo(expected.size());
    }
  }

  /** Uses invented cities in the north. Measured in degrees, the nearest city would come third. */
  @Test
  void theNearestCityComesFirst() {
    double[][] cities = {{18.2, 69.0}, {19.1, 69.6}, {19.0, 69.7}, {20.6, 69.0}};
    List<Long> planar = new ArrayList<>();
    List<Long> geodesic = new ArrayList<>();
    for (String metric : List.of("planar", "geodesic")) {
      StoreOptions options = options("rstar").withMetric(metric);
      try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options)) {
        for (int id = 0; id < cities.length; id++) {
          store.insert(id, cities[id][0], cities[id][1], cities[id][0], cities[id][1]);
        }
        store.forEach(
            EntryQuery.nearest(4, 19.0, 69.0).idsOnly(),
            (id, x1, y1, x2, y2) -> (metric.equals("planar") ? planar : geodesic).add(id));
      }
    }
    assertThat(planar).containsExactly(1L, 2L, 0L, 3L);
    assertThat(geodesic).containsExactly(0L, 3L, 1L, 2L);
  }

  @Test
  void theMetricIsPartOfTheStore(@org.junit.jupiter.api.io.TempDir Path directory) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:frames=64")
            .withDevice("buffered")
            .withPageSize(1024)
            .withSync(SyncMode.CLOSE)
            .withMetric("geodesic");
    assertThat(options.index()).isEqualTo("rstar:metric=geodesic");
    assertThat(options.withMetric("planar").index()).isEqualTo("rstar");
    try (SpatialStore store = SpatialStore.create(directory.resolve("s"), options)) {
      store.insert(1, 179, 0, 179, 0);
    }
    try (SpatialStore store = SpatialStore.open(directory.resolve("s"))) {
      assertThat(store.metric().name()).isEqualTo("geodesic");
      assertThat(store.metric().unit()).isEqualTo("m");
      assertThat(store.count(EntryQuery.withinDistance(222_640, -179, 0))).isOne();
      assertThat(store.count(EntryQuery.withinDistance(222_638, -179, 0))).isZero();
    }
    assertThatThrownBy(() -> options.withMetric("spherical"))
        .isInstanceOf(SpecException.class)
        .hasMessage("metric 'spherical' (allowed: planar, geodesic)");
    assertThatThrownBy(() -> options.withIndex("rstar:metric=x"))
        .isInstanceOf(SpecException.class)
        .hasMessage("rstar: metric=x (allowed: planar, geodesic)");
  }

  @KindTest
  @MethodSource("indices")
  void whatIsNotOnTheEarthIsRefused(String index) {
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options(index))) {
      store.insert(1, 10, 10, 10, 10);
      assertThatThrownBy(() -> store.insert(2, 181, 0, 181, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("longitudes -180 to 180");
      assertThatThrownBy(() -> store.update(1, box(10, 10), box(10, 91)))
          .isInstanceOf(IllegalArgumentException.class);
      try (SpatialBatch batch = store.begin()) {
        assertThatThrownBy(() -> batch.insert(2, 0, -91, 0, -91))
            .isInstanceOf(IllegalArgumentException.class);
        batch.insert(3, 20, 20, 20, 20);
        assertThat(batch.forEach(EntryQuery.intersecting(300, 0, 390, 30), (id, a, b, c, d) -> {}))
            .isEqualTo(2);
        batch.commit();
      }
      assertThat(store.size()).isEqualTo(2);
      assertThatThrownBy(() -> store.nearest(200, 0, 1, (id, a, b, c, d, e) -> {}))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> store.count(EntryQuery.matching(Predicate.CONTAINS, 170, 0, 190, 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("; use a window with predicate intersects");
      assertThat(JoinQuery.of(store).with(store).within(5).count()).isEqualTo(2);
      assertThat(JoinQuery.of(store).with(store).count()).isEqualTo(2);
      String other = holdsPointsOnly(index) ? index : "rstar";
      try (SpatialStore planar =
          SpatialStore.create(new MemoryDirectory(), options(other).withMetric("planar"))) {
        assertThatThrownBy(() -> JoinQuery.of(store).with(planar).intersecting())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("; use indexes with the same metric");
      }
    }
  }

  private static double[] box(double x, double y) {
    return new double[] {x, y, x, y};
  }

  @Test
  void objectsAreRefinedByTheirOwnDistances() {
    GeometryFactory geometries = new GeometryFactory();
    Coordinate[] cities = {new Coordinate(10, 60), new Coordinate(12, 60), new Coordinate(10, 61)};
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options("rstar"))) {
      for (int id = 0; id < cities.length; id++) {
        store.insert(id, new Envelope(cities[id]));
      }
      List<Long> found = new ArrayList<>();
      store.forEach(
          EntryQuery.nearest(
              3,
              geometries.createPoint(new Coordinate(10, 60)),
              id -> geometries.createPoint(cities[(int) id])),
          (id, x1, y1, x2, y2) -> found.add(id));
      assertThat(found).containsExactly(0L, 2L, 1L);
      assertThat(
              store.count(
                  EntryQuery.withinDistance(
                      111_500,
                      geometries.createPoint(new Coordinate(10, 60)),
                      id -> geometries.createPoint(cities[(int) id]))))
          .isEqualTo(2);
      assertThat(store.count(EntryQuery.nearest(3, 10, 60).limit(1))).isOne();
    }
  }
}
