package org.flashgrove.grove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.grove.cache.PageCache;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.index.Bag;
import org.flashgrove.grove.index.Bag.Entry;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries over pages that were requested so often that the cache holds them decoded. */
class DecodedPagesTest {
  private static final int PAGE = 1024;
  private static final int ENTRIES = 2_000;
  private static final int WINDOWS = 12;

  static Stream<Arguments> forms() {
    return GroveTest.forms();
  }

  /** Returns a flushed grove with some entries. */
  private static GroveHarness flushed(EntryKind kind, boolean split, Random random) {
    GroveConfig config =
        GroveConfigs.withSplit(GroveConfigs.of(GroveHarness.CURVE, 512 << 10), split);
    GroveHarness harness = new GroveHarness(kind, config, PAGE, 16, random);
    for (int i = 0; i < ENTRIES; i++) {
      harness.insert(harness.next());
    }
    harness.grove().flush();
    return harness;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void answersAndRequestsAreThoseOfPackedPages(EntryKind kind, boolean split) {
    Random random = Seeds.random();
    GroveHarness harness = flushed(kind, split, random);
    PageCache pages = harness.grove().content().pages();
    double[][] windows = new double[WINDOWS][];
    long[] requests = new long[WINDOWS];
    for (int i = 0; i < WINDOWS; i++) {
      windows[i] = harness.window();
      requests[i] = requests(harness, windows[i]);
    }
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < WINDOWS; i++) {
        harness.assertSearch(Predicate.INTERSECTS, windows[i]);
        assertThat(requests(harness, windows[i])).isEqualTo(requests[i]);
      }
    }
    assertThat(pages.decodedBytes()).isPositive();
    harness.assertMemory();
    for (double[] window : windows) {
      assertStops(harness, window, random);
      assertVisitorMayChange(harness, window);
    }

    for (int i = 0; i < ENTRIES / 8; i++) { // deletions and insertions in the buffer
      harness.change(40);
      harness.assertSearch(Predicate.INTERSECTS, windows[i % WINDOWS]);
    }
    assertThat(pages.decodedBytes()).isPositive();
    for (int i = 0; i < WINDOWS; i++) {
      harness.assertSearch(Predicate.INSIDE, windows[i]);
      harness.assertSearch(Predicate.INTERSECTS, harness.window());
    }
    harness.grove().flush();
    harness.assertSound();
    harness.assertMemory();
    pages.lend(0);
    assertThat(pages.decodedBytes()).isZero();
    harness.assertSound();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void nearestSearchesDecodePagesAndAnswerFromThem(EntryKind kind, boolean split) {
    Random random = Seeds.random();
    GroveHarness harness = flushed(kind, split, random);
    PageCache pages = harness.grove().content().pages();
    double[][] windows = new double[WINDOWS][];
    int[] limits = new int[WINDOWS];
    for (int i = 0; i < WINDOWS; i++) {
      windows[i] = harness.window();
      limits[i] = 1 + random.nextInt(i < 2 ? ENTRIES : 100);
    }
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < WINDOWS; i++) {
        harness.assertNearest(windows[i], limits[i]);
      }
    }
    assertThat(pages.decodedBytes()).isPositive();
    harness.assertMemory();
    for (int i = 0; i < ENTRIES / 8; i++) { // deletions and insertions in the buffer
      harness.change(40);
      harness.assertNearest(windows[i % WINDOWS], limits[i % WINDOWS]);
    }
    assertThat(pages.decodedBytes()).isPositive();
    for (double[] window : windows) {
      harness.assertNearest(new double[] {window[0], window[1], window[0], window[1]}, 10);
      try (EntryCursor cursor =
          harness
              .grove()
              .cursor(
                  EntryQuery.nearest(Long.MAX_VALUE, window[0], window[1], window[2], window[3]))) {
        GroveHarness.assertAll(cursor, harness.bag(), window);
      }
    }
  }

  private static void assertStops(GroveHarness harness, double[] q, Random random) {
    List<Entry> expected = harness.bag().search(Predicate.INTERSECTS, q);
    int most = 1 + random.nextInt(1 + expected.size());
    List<Entry> found = new ArrayList<>();
    long visited =
        harness
            .grove()
            .scan(
                EntryQuery.intersecting(q[0], q[1], q[2], q[3]),
                (id, x1, y1, x2, y2, distance) -> {
                  found.add(new Entry(id, x1, y1, x2, y2));
                  return found.size() < most ? VisitResult.CONTINUE : VisitResult.STOP;
                });
    assertThat(visited).isEqualTo(Math.min(most, expected.size())).isEqualTo(found.size());
    for (Entry entry : found) {
      assertThat(expected.remove(entry)).as("%s", entry).isTrue();
    }
  }

  /** A visitor inserts and deletes entries, which the query does not see. */
  private static void assertVisitorMayChange(GroveHarness harness, double[] q) {
    List<Entry> expected = harness.bag().search(Predicate.INTERSECTS, q);
    List<Entry> found = new ArrayList<>();
    harness
        .grove()
        .forEach(
            EntryQuery.intersecting(q[0], q[1], q[2], q[3]),
            (id, x1, y1, x2, y2) -> {
              if (found.size() % 64 == 0) {
                harness.change(50);
                harness.assertSearch(Predicate.INTERSECTS, harness.window());
              }
              found.add(new Entry(id, x1, y1, x2, y2));
            });
    found.sort(Bag.ORDER);
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void aSearchThatStopsEarlyRequestsFewPages() {
    Random random = Seeds.random();
    GroveHarness harness = flushed(EntryKind.POINTS, true, random);
    long whole = 0;
    long stopped = 0;
    for (int i = 0; i < WINDOWS; i++) {
      double[] q = harness.window();
      EntryQuery query = EntryQuery.nearest(1_000, q[0], q[1], q[0], q[1]);
      try (GroveSnapshot snapshot = harness.grove().snapshot()) {
        snapshot.forEach(query, (id, minX, minY, maxX, maxY) -> {});
        whole += snapshot.pages();
      }
      try (GroveSnapshot snapshot = harness.grove().snapshot()) {
        snapshot.scan(query, (id, minX, minY, maxX, maxY, distance) -> VisitResult.STOP);
        stopped += snapshot.pages();
      }
    }
    assertThat(stopped).isLessThan(whole / 2);
  }

  private static long requests(GroveHarness harness, double[] q) {
    try (GroveSnapshot snapshot = harness.grove().snapshot()) {
      snapshot.forEach(EntryQuery.intersecting(q[0], q[1], q[2], q[3]), (id, x, y, z, w) -> {});
      return snapshot.pages();
    }
  }
}
