package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.query.ParallelQueries;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that joins on several threads find the pairs that a comparison of all pairs finds, in the
 * right order.
 */
class StoreJoinTest {
  private static final int LEFT = 700;
  private static final int RIGHT = 500;

  private final Random random = Seeds.random();

  /** Returns rectangles. Some of them are points, and some are equal. */
  private double[][] boxes(int count) {
    double[][] boxes = new double[count][];
    for (int i = 0; i < count; i++) {
      double x = random.nextInt(80) / 100.0;
      double y = random.nextInt(80) / 100.0;
      double side = random.nextInt(4) / 100.0;
      boxes[i] = new double[] {x, y, x + side, y + random.nextInt(4) / 100.0};
    }
    return boxes;
  }

  private static SpatialStore store(String index, double[][] boxes) {
    boolean ofBlocks = index.startsWith("grove") || index.startsWith("lsm");
    SpatialStore store =
        SpatialStore.create(
            Path.of("unused"),
            StoreOptions.defaults()
                .withIndex(index)
                .withFlash("none")
                .withDevice("memory")
                .withPageSize(ofBlocks ? 4096 : 1024)
                .withSync(SyncMode.CLOSE)
                .withMemory(256 << 10));
    for (int id = 0; id < boxes.length; id++) {
      store.insert(id, boxes[id][0], boxes[id][1], boxes[id][2], boxes[id][3]);
    }
    return store;
  }

  private static boolean matches(RectangleTest test, double[] a, double[] b) {
    return test.matches(a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]);
  }

  private static List<String> all(double[][] left, double[][] right, RectangleTest test) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < left.length; i++) {
      for (int j = 0; j < right.length; j++) {
        if (matches(test, left[i], right[j])) {
          pairs.add(i + " " + j);
        }
      }
    }
    pairs.sort(null);
    return pairs;
  }

  private static long left(String pair) {
    return Long.parseLong(pair.split(" ")[0]);
  }

  private static long right(String pair) {
    return Long.parseLong(pair.split(" ")[1]);
  }

  private static List<String> sorted(List<String> pairs) {
    List<String> sorted = new ArrayList<>(pairs);
    sorted.sort(null);
    return sorted;
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "rstar | rstar | 1",
        "rstar | rstar | 2",
        "hilbert:domain=0/0/2/2 | rtree:capacity=9 | 5",
        "grove:domain=0/0/2/2 | rstar | 3",
        "rstar | grove:domain=0/0/2/2 | 3",
        "fortree | lsm:domain=0/0/2/2 | 2"
      })
  void pairsAreThoseOfAllPairsInAnOrderThatThreadsDoNotChange(
      String leftIndex, String rightIndex, int threads) {
    double[][] left = boxes(LEFT);
    double[][] right = boxes(RIGHT);
    try (SpatialStore one = store(leftIndex, left);
        SpatialStore two = store(rightIndex, right)) {
      JoinQuery joins = JoinQuery.of(one).with(two).threads(threads);
      for (RectangleTest test :
          new RectangleTest[] {
            Predicate.INTERSECTS, Predicate.MEET, Predicate.INSIDE, new WithinDistance(0.05)
          }) {
        List<String> found = new ArrayList<>();
        JoinQuery join =
            test instanceof WithinDistance near
                ? joins.within(near.distance())
                : joins.matching((Predicate) test, Semantics.EXCLUSIVE);
        long count = join.forEach((leftId, rightId) -> found.add(leftId + " " + rightId));
        assertThat(sorted(found)).as("%s", test).isEqualTo(all(left, right, test)).isNotEmpty();
        assertThat(count).isEqualTo(found.size());
        assertThat(join.count()).isEqualTo(count);
        List<String> alone = new ArrayList<>();
        join.threads(1).forEach((leftId, rightId) -> alone.add(leftId + " " + rightId));
        assertThat(found).isEqualTo(alone);
        List<String> drawn = new ArrayList<>();
        try (JoinCursor cursor = join.cursor()) {
          while (cursor.next()) {
            drawn.add(cursor.leftId() + " " + cursor.rightId());
          }
          assertThat(cursor.next()).isFalse();
        }
        assertThat(drawn).isEqualTo(found);
        List<String> ordered = new ArrayList<>();
        join.ordered().forEach((leftId, rightId) -> ordered.add(leftId + " " + rightId));
        found.sort(
            Comparator.comparingLong(StoreJoinTest::left).thenComparing(StoreJoinTest::right));
        assertThat(ordered).isEqualTo(found);
        assertThat(join.limit(7).count()).isEqualTo(Math.min(7, count));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"rstar,rtree:capacity=9,1", "rstar,rstar,4", "grove:domain=0/0/2/2,rstar,3"})
  void neighboursOfEachEntryAreThoseOfAScan(String leftIndex, String rightIndex, int threads) {
    double[][] left = boxes(LEFT);
    double[][] right = boxes(RIGHT);
    int limit = 3;
    try (SpatialStore one = store(leftIndex, left);
        SpatialStore two = store(rightIndex, right)) {
      JoinQuery joins = JoinQuery.of(one).with(two).threads(threads);
      JoinQuery join = joins.nearest(limit);
      List<List<Double>> distances = new ArrayList<>();
      for (int i = 0; i < LEFT; i++) {
        distances.add(new ArrayList<>());
      }
      List<String> order = new ArrayList<>();
      long count =
          join.forEach(
              (leftId, rightId) -> {
                order.add(leftId + " " + rightId);
                distances.get((int) leftId).add(distance(left[(int) leftId], right[(int) rightId]));
              });
      assertThat(count).isEqualTo((long) limit * LEFT);
      for (int i = 0; i < LEFT; i++) {
        double[] from = left[i];
        assertThat(distances.get(i))
            .isEqualTo(
                Arrays.stream(right).map(to -> distance(from, to)).sorted().limit(limit).toList());
      }
      assertThat(join.count()).isEqualTo(count);
      assertThat(joins.nearest(0).count()).isZero();
      List<String> drawn = new ArrayList<>();
      try (JoinCursor cursor = join.cursor()) {
        while (cursor.next()) {
          drawn.add(cursor.leftId() + " " + cursor.rightId());
          assertThat(cursor.distance())
              .isEqualTo(distance(left[(int) cursor.leftId()], right[(int) cursor.rightId()]));
        }
      }
      assertThat(drawn).isEqualTo(order);
    }
  }

  private static double distance(double[] a, double[] b) {
    return Metric.PLANAR.from(a[0], a[1], a[2], a[3]).to(b[0], b[1], b[2], b[3]);
  }

  @ParameterizedTest
  @CsvSource({"rstar,1", "rstar,3", "grove:domain=0/0/2/2,2"})
  void rectanglesGivenAreJoinedAsAskedOneByOne(String index, int threads) {
    double[][] entries = boxes(LEFT);
    double[][] queries = boxes(RIGHT);
    double[] corners = Arrays.stream(queries).flatMapToDouble(Arrays::stream).toArray();
    try (SpatialStore store = store(index, entries)) {
      ParallelQueries asks = ParallelQueries.of(store).withThreads(threads);
      for (RectangleTest test :
          new RectangleTest[] {
            Predicate.INTERSECTS, Predicate.CONTAINS, new WithinDistance(0.03)
          }) {
        List<String> found = new ArrayList<>();
        long count = asks.joinAll(test, corners, (number, id) -> found.add(number + " " + id));
        assertThat(sorted(found)).isEqualTo(all(queries, entries, test)).hasSize((int) count);
        assertThat(asks.joinAll(test, corners, null)).isEqualTo(count);
      }
      assertThat(asks.joinAll(Predicate.INTERSECTS, new double[0], null)).isZero();
      double most = Double.MAX_VALUE;
      assertThat(
              asks.joinAll(
                  Predicate.INTERSECTS, new double[] {-most, -most, most, most, 5, 5, 5, 5}, null))
          .isEqualTo(LEFT);
      assertThatThrownBy(() -> asks.joinAll(Predicate.INTERSECTS, new double[] {1, 0, 0, 1}, null))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> asks.joinAll(Predicate.DISJOINT, corners, null))
          .hasMessageContaining("predicate disjoint is not supported");
    }
  }

  @ParameterizedTest
  @CsvSource({"rstar,1", "rstar,3", "grove:domain=0/0/2/2,2"})
  void neighboursOfRectanglesGivenAreThoseOfAScan(String index, int threads) {
    double[][] entries = boxes(LEFT);
    double[][] queries = boxes(RIGHT);
    double[] corners = Arrays.stream(queries).flatMapToDouble(Arrays::stream).toArray();
    int limit = 4;
    try (SpatialStore store = store(index, entries)) {
      ParallelQueries asks = ParallelQueries.of(store).withThreads(threads);
      List<List<Double>> distances = new ArrayList<>();
      for (int i = 0; i < RIGHT; i++) {
        distances.add(new ArrayList<>());
      }
      long count =
          asks.joinNearest(
              corners,
              limit,
              (number, id) ->
                  distances
                      .get((int) number)
                      .add(distance(queries[(int) number], entries[(int) id])));
      assertThat(count).isEqualTo((long) limit * RIGHT);
      for (int i = 0; i < RIGHT; i++) {
        double[] from = queries[i];
        assertThat(distances.get(i))
            .isEqualTo(
                Arrays.stream(entries)
                    .map(to -> distance(from, to))
                    .sorted()
                    .limit(limit)
                    .toList());
      }
      assertThat(asks.joinNearest(corners, limit, null)).isEqualTo(count);
      assertThat(asks.joinNearest(new double[0], limit, null)).isZero();
    }
  }

  @Test
  void aJoinSeesOneCommitOfEachSideWhateverIsWritten() throws InterruptedException {
    try (SpatialStore store = store("rstar", boxes(LEFT))) {
      store.insert(10_000, 5, 5, 5, 5);
      AtomicBoolean stop = new AtomicBoolean();
      Thread writer =
          new Thread(
              () -> {
                for (int at = 5; !stop.get(); at++) {
                  try (SpatialBatch batch = store.begin()) {
                    batch.delete(10_000, at, at, at, at);
                    batch.insert(10_000, at + 1, at + 1, at + 1, at + 1);
                    batch.commit();
                  }
                }
              });
      writer.start();
      try {
        for (int round = 0; round < 20; round++) {
          long[] own = {0};
          JoinQuery.of(store)
              .with(store)
              .threads(3)
              .forEach(
                  (leftId, rightId) -> own[0] += leftId == 10_000 && rightId == 10_000 ? 1 : 0);
          assertThat(own[0]).isEqualTo(1);
        }
      } finally {
        stop.set(true);
        writer.join();
      }
    }
  }

  @Test
  void whatIsBrokenOffLeavesTheStoresUsable() {
    double[][] boxes = boxes(LEFT);
    try (SpatialStore one = store("rstar", boxes);
        SpatialStore two = store("rstar", boxes)) {
      JoinQuery join = JoinQuery.of(one).with(two).threads(3);
      try (JoinCursor cursor = join.cursor()) {
        assertThat(cursor.next()).isTrue();
        cursor.close();
        assertThatThrownBy(cursor::next).hasMessageContaining("closed");
      }
      int[] seen = {0};
      assertThatThrownBy(
              () ->
                  join.forEach(
                      (left, right) -> {
                        if (++seen[0] == 7) {
                          throw new IllegalStateException("enough");
                        }
                      }))
          .hasMessage("enough");
      assertThat(seen[0]).isEqualTo(7);
      assertThatThrownBy(() -> join.matching(Predicate.DISJOINT, Semantics.OGC))
          .hasMessageContaining("predicate disjoint is not supported; use another predicate");
      assertThatThrownBy(() -> join.nearest(-1)).hasMessageContaining("0 or more");
      assertThatThrownBy(() -> join.threads(0)).hasMessageContaining("1 or more");
      one.insert(LEFT, 0, 0, 1, 1);
      assertThat(join.count()).isGreaterThan(LEFT);
    }
  }
}
