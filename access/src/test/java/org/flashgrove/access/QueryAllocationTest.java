package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.JoinVisitor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.NeighbourVisitor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Warm queries allocate no object an entry or a node: what is left is the view of the store that
 * each query opens, and the arrays of a join.
 */
@Tag("optimized")
class QueryAllocationTest {
  private static final int COUNT = 6_000;
  private static final int QUERIES = 2_000;
  private static final long BYTES_A_QUERY = 16;

  /** Rounds of queries by which they are warm at the latest. */
  private static final int ROUNDS = 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final List<String> INDEXES =
      List.of(
          "rstar",
          "rtree:split=quadratic",
          "fortree:mergeback=even",
          "hilbert:domain=0/0/2/2",
          "hilbert:objects=points,values=computed,domain=0/0/2/2",
          "xbr:domain=0/0/2/2");
  private static final Map<String, SpatialStore> STORES = new HashMap<>();

  private final Random random = Seeds.random(QueryAllocationTest.class);

  static List<String> indexes() {
    return INDEXES;
  }

  @BeforeAll
  static void fill() {
    Random random = Seeds.random(QueryAllocationTest.class);
    for (String index : INDEXES) {
      boolean points = index.contains("points") || index.startsWith("xbr");
      SpatialStore store =
          SpatialStore.create(
              Path.of("unused"),
              new StoreOptions(index, "none:buffer=32M", "memory", 4096, "close"));
      for (int id = 0; id < COUNT; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        double extent = points ? 0 : 0.002 * random.nextDouble();
        store.insert(id, x, y, x + extent, y + extent);
      }
      STORES.put(index, store);
    }
  }

  @AfterAll
  static void close() {
    STORES.values().forEach(SpatialStore::close);
  }

  private void assertAllocatesNothing(String name, Runnable query) {
    double bytes = Double.MAX_VALUE;
    int round = 0;
    while (bytes >= BYTES_A_QUERY && round++ < ROUNDS) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < QUERIES; i++) {
        query.run();
      }
      bytes = (THREADS.getCurrentThreadAllocatedBytes() - before) / (double) QUERIES;
    }
    System.out.printf("%s: %.1f bytes a query in round %d%n", name, bytes, round);
    assertThat(bytes).as(name).isLessThan(BYTES_A_QUERY);
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void predicatesAndDistances(String index) {
    SpatialStore store = STORES.get(index);
    long[] found = {0};
    EntryVisitor visitor = (id, minX, minY, maxX, maxY) -> ++found[0] > 0;
    RectangleTest near = new WithinDistance(0.02);
    for (RectangleTest test :
        new RectangleTest[] {
          Predicate.INTERSECTS, Predicate.CONTAINS, Predicate.OVERLAP, Predicate.MEET, near
        }) {
      assertAllocatesNothing(
          index + ": " + test,
          () -> {
            double x = random.nextDouble();
            double y = random.nextDouble();
            store.search(test, x, y, x + 0.05, y + 0.05, visitor);
          });
      assertAllocatesNothing(
          index + ": count of " + test,
          () -> {
            double x = random.nextDouble();
            double y = random.nextDouble();
            store.count(test, x, y, x + 0.05, y + 0.05);
          });
    }
    assertAllocatesNothing(
        index + ": count at a point", () -> store.count(random.nextDouble(), random.nextDouble()));
    assertThat(found[0]).isGreaterThan(QUERIES);
  }

  @ParameterizedTest
  @MethodSource("indexes")
  void neighbours(String index) {
    SpatialStore store = STORES.get(index);
    long[] found = {0};
    NeighbourVisitor visitor = (id, minX, minY, maxX, maxY, distance) -> ++found[0] > 0;
    assertAllocatesNothing(
        index + ": nearest",
        () -> store.nearest(random.nextDouble(), random.nextDouble(), 10, visitor));
    NeighbourVisitor browser = (id, minX, minY, maxX, maxY, distance) -> ++found[0] % 100 != 0;
    assertAllocatesNothing(
        index + ": browsing",
        () -> store.nearest(random.nextDouble(), random.nextDouble(), Long.MAX_VALUE, browser));
    assertThat(found[0]).isGreaterThan(100 * QUERIES);
    try (NeighbourCursor cursor = store.neighbours(0.5, 0.5)) {
      for (int i = 0; i < 2 * QUERIES; i++) { // the queue has grown to its size by then
        assertThat(cursor.next()).isTrue();
      }
    }
    try (NeighbourCursor cursor = store.neighbours(0.5, 0.5)) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < QUERIES; i++) {
        cursor.next();
      }
      long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
      System.out.printf("%s: %,d bytes for %,d steps of a cursor%n", index, bytes, QUERIES);
      assertThat(bytes).isLessThan(2 * QUERIES);
    }
  }

  @Test
  void joins() {
    SpatialStore store = STORES.get("rstar");
    long[] found = {0};
    JoinVisitor visitor = (left, right) -> ++found[0] > 0;
    store.join(store, Predicate.INTERSECTS, visitor);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long pairs = store.join(store, Predicate.INTERSECTS, visitor);
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    System.out.printf("join: %,d bytes for %,d pairs%n", bytes, pairs);
    assertThat(pairs).isGreaterThanOrEqualTo(COUNT);
    assertThat(bytes).isLessThan(8 * pairs);
  }
}
