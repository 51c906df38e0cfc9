package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that warm queries allocate no object per entry or node. Each query may allocate its view of
 * the store, and a join may allocate its arrays.
 */
@Tag("optimized")
class QueryAllocationTest {
  private static final int COUNT = 6_000;
  private static final int QUERIES = 2_000;
  private static final long BYTES_A_QUERY = 16;

  /**
   * Allowed bytes per query of a grove, for its view of the grove and its report. This is far less
   * than a page.
   */
  private static final long GROVE_BYTES_A_QUERY = 256;

  /**
   * Allowed bytes of a join: more than its arrays for two sides and for the pairs of nodes to
   * visit.
   */
  private static final long JOIN_BYTES = 512 << 10;

  /** Maximum number of rounds after which queries must be warm. */
  private static final int ROUNDS = 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final List<String> INDEXES =
      KindsUnderTest.of(
          "rstar",
          "fortree:mergeback=even",
          "hilbert:domain=0/0/2/2",
          "hilbert:objects=points,values=computed,domain=0/0/2/2",
          "xbr:domain=0/0/2/2");
  private static final Map<String, SpatialStore> STORES = new HashMap<>();

  private final Random random = Seeds.random();

  static List<String> indexes() {
    return INDEXES;
  }

  @BeforeAll
  static void fill() {
    Random random = Seeds.random();
    for (String index : INDEXES) {
      boolean points = index.contains("points") || index.startsWith("xbr");
      SpatialStore store =
          SpatialStore.create(
              Path.of("unused"),
              StoreOptions.defaults()
                  .withIndex(index)
                  .withFlash("none:buffer=32M")
                  .withDevice("memory")
                  .withSync(SyncMode.CLOSE));
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

  /** Runs queries that were created before, so that only the runs are counted. */
  private static void assertAllocatesNothing(
      String name, Supplier<EntryQuery> queries, ToLongFunction<EntryQuery> run) {
    assertAllocatesBelow(BYTES_A_QUERY * QUERIES, name, all(queries), run);
  }

  private static List<EntryQuery> all(Supplier<EntryQuery> queries) {
    return Stream.generate(queries).limit(QUERIES).toList();
  }

  private static void assertAllocatesBelow(
      long limit, String name, List<EntryQuery> queries, ToLongFunction<EntryQuery> run) {
    assertAllocatesBelow(
        limit,
        name,
        () -> {
          for (int i = 0; i < queries.size(); i++) {
            run.applyAsLong(queries.get(i));
          }
        });
  }

  /**
   * Repeats work until it allocates less than {@code limit} bytes, and fails if that takes too many
   * rounds. The just-in-time compiler removes allocations only after some rounds, and later on a
   * busy machine.
   */
  private static void assertAllocatesBelow(long limit, String name, Runnable work) {
    long bytes = Long.MAX_VALUE;
    int round = 0;
    while (bytes >= limit && round++ < ROUNDS) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      work.run();
      bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
    System.out.printf("%s: %,d bytes of at most %,d in round %d%n", name, bytes, limit, round);
    assertThat(bytes).as(name).isLessThan(limit);
  }

  /** The memory is small, so pages are evicted. New pages must use the frames of evicted pages. */
  @Test
  void aGroveReadsPagesIntoTheSameFrames() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("grove:domain=0/0/1/1,memory=128K")
            .withFlash("none")
            .withDevice("memory")
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(Path.of("unused"), options)) {
      for (int id = 0; id < 40_000; id++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(id, x, y, x, y);
      }
      store.flush();
      long[] found = {0};
      EntryVisitor visitor = (id, minX, minY, maxX, maxY) -> ++found[0];
      long before = store.stats().io().pageReads();
      assertAllocatesBelow(
          GROVE_BYTES_A_QUERY * QUERIES,
          "grove: ids in windows",
          all(() -> window(Predicate.INTERSECTS, 0.02).idsOnly()),
          query -> store.forEach(query, visitor));
      assertAllocatesBelow(
          GROVE_BYTES_A_QUERY * QUERIES,
          "grove: ids of neighbours",
          all(() -> nearest(5).idsOnly()),
          query -> store.forEach(query, visitor));
      assertThat(store.stats().io().pageReads() - before).isGreaterThan(QUERIES);
      assertThat(found[0]).isGreaterThan(QUERIES);
    }
  }

  private EntryQuery window(RectangleTest test, double side) {
    double x = random.nextDouble();
    double y = random.nextDouble();
    return EntryQuery.matching(test, x, y, x + side, y + side);
  }

  private EntryQuery nearest(long k) {
    return EntryQuery.nearest(k, random.nextDouble(), random.nextDouble());
  }

  @KindTest
  @MethodSource("indexes")
  void predicatesAndDistances(String index) {
    SpatialStore store = STORES.get(index);
    long[] found = {0};
    EntryVisitor visitor = (id, minX, minY, maxX, maxY) -> ++found[0];
    RectangleTest near = new WithinDistance(0.02);
    RectangleTest[] all = {
      Predicate.INTERSECTS, near, Predicate.CONTAINS, Predicate.OVERLAP, Predicate.MEET
    };
    // Which predicate it is does not depend on the index: one has all of them.
    for (RectangleTest test : Arrays.copyOf(all, index.equals("rstar") ? all.length : 2)) {
      assertAllocatesNothing(
          index + ": " + test, () -> window(test, 0.05), query -> store.forEach(query, visitor));
      assertAllocatesNothing(index + ": count of " + test, () -> window(test, 0.05), store::count);
    }
    assertAllocatesNothing(
        index + ": count at a point", () -> window(Predicate.INTERSECTS, 0), store::count);
    assertThat(found[0]).isGreaterThan(QUERIES);
  }

  @KindTest
  @MethodSource("indexes")
  void neighbours(String index) {
    SpatialStore store = STORES.get(index);
    long[] found = {0};
    EntryVisitor visitor = (id, minX, minY, maxX, maxY) -> ++found[0];
    assertAllocatesNothing(
        index + ": nearest", () -> nearest(10), query -> store.forEach(query, visitor));
    assertAllocatesNothing(
        index + ": a hundred nearest", () -> nearest(100), query -> store.forEach(query, visitor));
    assertThat(found[0]).isGreaterThan(100 * QUERIES);
    long[] steps = {0};
    long[] rounds = {0};
    assertAllocatesBelow( // the first round grows the queue, which the next ones find again
        2 * QUERIES,
        index + ": steps of a cursor",
        () -> {
          rounds[0]++;
          try (EntryCursor cursor = store.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0.5, 0.5))) {
            for (int i = 0; i < QUERIES; i++) {
              steps[0] += cursor.next() ? 1 : 0;
            }
          }
        });
    assertThat(steps[0]).isEqualTo(QUERIES * rounds[0]);
  }

  /**
   * The arrays of a join grow with the number of pairs of nodes to visit, not with the number of
   * pairs of entries.
   */
  @Test
  void joins() {
    SpatialStore store = STORES.get("rstar");
    long[] pairs = {0};
    JoinQuery join = JoinQuery.of(store).with(store).within(0.08).threads(1);
    assertAllocatesBelow(JOIN_BYTES, "join", () -> pairs[0] = join.count());
    assertThat(pairs[0]).isGreaterThan(JOIN_BYTES);
  }
}
