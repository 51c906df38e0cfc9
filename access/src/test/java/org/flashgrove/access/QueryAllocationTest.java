package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.JoinVisitor;
import org.flashgrove.core.index.NeighbourVisitor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Warm queries allocate no object an entry or a node: what is left is the view of the store that
 * each query opens, and the arrays of a join.
 */
class QueryAllocationTest {
  private static final int COUNT = 20_000;
  private static final int QUERIES = 2_000;
  private static final long BYTES_A_QUERY = 64;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static SpatialStore store;

  private final Random random = Seeds.random(QueryAllocationTest.class);

  @BeforeAll
  static void fill() {
    Random random = Seeds.random(QueryAllocationTest.class);
    store =
        SpatialStore.create(
            Path.of("unused"),
            new StoreOptions("rstar", "none:buffer=32M", "memory", 4096, "close"));
    for (int id = 0; id < COUNT; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      store.insert(id, x, y, x + 0.002 * random.nextDouble(), y + 0.002 * random.nextDouble());
    }
  }

  @AfterAll
  static void close() {
    store.close();
  }

  private void assertAllocatesNothing(String name, Runnable query) {
    for (int i = 0; i < 4 * QUERIES; i++) {
      query.run();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < QUERIES; i++) {
      query.run();
    }
    double bytes = (THREADS.getCurrentThreadAllocatedBytes() - before) / (double) QUERIES;
    System.out.printf("%s: %.1f bytes a query%n", name, bytes);
    assertThat(bytes).as(name).isLessThan(BYTES_A_QUERY);
  }

  @Test
  void predicatesAndDistances() {
    long[] found = {0};
    EntryVisitor visitor = (id, minX, minY, maxX, maxY) -> ++found[0] > 0;
    RectangleTest near = new WithinDistance(0.02);
    for (RectangleTest test :
        new RectangleTest[] {
          Predicate.INTERSECTS, Predicate.CONTAINS, Predicate.OVERLAP, Predicate.MEET, near
        }) {
      assertAllocatesNothing(
          test.toString(),
          () -> {
            double x = random.nextDouble();
            double y = random.nextDouble();
            store.search(test, x, y, x + 0.05, y + 0.05, visitor);
          });
    }
    assertThat(found[0]).isGreaterThan(QUERIES);
  }

  @Test
  void neighbours() {
    long[] found = {0};
    NeighbourVisitor visitor = (id, minX, minY, maxX, maxY, distance) -> ++found[0] > 0;
    assertAllocatesNothing(
        "nearest", () -> store.nearest(random.nextDouble(), random.nextDouble(), 10, visitor));
    NeighbourVisitor browser = (id, minX, minY, maxX, maxY, distance) -> ++found[0] % 100 != 0;
    assertAllocatesNothing(
        "browsing",
        () -> store.nearest(random.nextDouble(), random.nextDouble(), Long.MAX_VALUE, browser));
    assertThat(found[0]).isGreaterThan(100 * QUERIES);
  }

  @Test
  void joins() {
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
