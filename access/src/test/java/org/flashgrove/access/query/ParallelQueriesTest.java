package org.flashgrove.access.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a batch of queries finds what the single queries find, in their order, at one commit.
 */
class ParallelQueriesTest {
  private static final int QUERIES = 300;

  private final Random random = Seeds.random();

  private SpatialStore store(String index, int count) {
    SpatialStore store =
        SpatialStore.create(
            Path.of("unused"),
            StoreOptions.defaults()
                .withIndex(index)
                .withFlash("none")
                .withDevice("memory")
                .withSync(SyncMode.CLOSE)
                .withMemory(256 << 10));
    for (int id = 0; id < count; id++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      store.insert(id, x, y, x + 0.01 * random.nextDouble(), y + 0.01 * random.nextDouble());
    }
    return store;
  }

  private double[] numbers(int count) {
    return random.doubles(count).toArray();
  }

  private double[] windows() {
    double[] corners = numbers(4 * QUERIES);
    for (int i = 0; i < corners.length; i += 4) {
      corners[i + 2] = corners[i] + 0.1 * corners[i + 2];
      corners[i + 3] = corners[i + 1] + 0.1 * corners[i + 3];
    }
    return corners;
  }

  @ParameterizedTest
  @CsvSource({
    "rstar,1",
    "rstar,2",
    "rstar,7",
    "hilbert:domain=0/0/2/2,3",
    "grove:domain=0/0/2/2,3"
  })
  void windowsAndNeighboursAreThoseOfSingleQueriesInTheirOrder(String index, int threads) {
    try (SpatialStore store = store(index, 2_000)) {
      double[] corners = windows();
      List<String> single = new ArrayList<>();
      List<String> together = new ArrayList<>();
      ParallelQueries queries = ParallelQueries.of(store).withThreads(threads);
      for (int i = 0; i < QUERIES; i++) {
        String number = i + ":";
        store.search(
            corners[4 * i],
            corners[4 * i + 1],
            corners[4 * i + 2],
            corners[4 * i + 3],
            (id, x1, y1, x2, y2) -> single.add(number + id + "," + x1 + "," + y2));
      }
      long found =
          queries.searchAll(
              Predicate.INTERSECTS,
              corners,
              query ->
                  (id, x1, y1, x2, y2) -> together.add(query + ":" + id + "," + x1 + "," + y2));
      assertThat(together).isEqualTo(single);
      assertThat(found).isEqualTo(single.size()).isPositive();

      double[] points = numbers(2 * QUERIES);
      single.clear();
      together.clear();
      for (int i = 0; i < QUERIES; i++) {
        String number = i + ":";
        store.nearest(
            points[2 * i],
            points[2 * i + 1],
            3,
            (id, x1, y1, x2, y2, distance) -> single.add(number + id + "," + distance));
      }
      queries.nearestAll(
          points,
          3,
          query ->
              (id, x1, y1, x2, y2, distance) -> together.add(query + ":" + id + "," + distance));
      assertThat(together).isEqualTo(single).hasSize(3 * QUERIES);
    }
  }

  @Test
  void allQueriesOfABatchSeeOneCommitWhateverIsWritten() throws InterruptedException {
    try (SpatialStore store = store("rstar", 0)) {
      store.insert(1, 0, 0, 0, 0);
      AtomicBoolean stop = new AtomicBoolean();
      Thread writer = new Thread(() -> move(store, stop));
      writer.start();
      double[] everything = new double[4 * QUERIES];
      for (int i = 0; i < everything.length; i += 4) {
        everything[i + 2] = 1e9;
        everything[i + 3] = 1e9;
      }
      try {
        for (int round = 0; round < 30; round++) {
          List<Double> places = new ArrayList<>();
          ParallelQueries.of(store)
              .withThreads(3)
              .searchAll(
                  Predicate.INTERSECTS,
                  everything,
                  query -> (id, x1, y1, x2, y2) -> places.add(x1));
          assertThat(places).hasSize(QUERIES);
          assertThat(places.stream().distinct()).hasSize(1);
        }
      } finally {
        stop.set(true);
        writer.join();
      }
    }
  }

  private static void move(SpatialStore store, AtomicBoolean stop) {
    for (int at = 0; !stop.get(); at++) {
      try (SpatialBatch batch = store.begin()) {
        batch.delete(1, at, at, at, at);
        batch.insert(1, at + 1, at + 1, at + 1, at + 1);
        batch.commit();
      }
    }
  }

  @Test
  void aVisitorThatThrowsEndsTheBatchAndTheStoreGoesOn() {
    try (SpatialStore store = store("rstar", 1_000)) {
      AtomicInteger seen = new AtomicInteger();
      ParallelQueries queries = ParallelQueries.of(store).withThreads(3);
      double[] corners = windows();
      assertThatThrownBy(
              () ->
                  queries.searchAll(
                      Predicate.INTERSECTS,
                      corners,
                      query ->
                          (id, x1, y1, x2, y2) -> {
                            if (seen.incrementAndGet() == 5) {
                              throw new IllegalStateException("enough");
                            }
                          }))
          .hasMessage("enough");
      assertThat(seen.get()).isEqualTo(5);
      corners[4 * 250 + 2] = Double.NaN;
      assertThatThrownBy(
              () -> queries.searchAll(Predicate.INTERSECTS, corners, q -> (id, a, b, c, d) -> {}))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(
              queries.searchAll(Predicate.INTERSECTS, new double[0], q -> (id, a, b, c, d) -> {}))
          .isZero();
      store.insert(5_000, 0.5, 0.5, 0.5, 0.5);
      assertThat(store.size()).isEqualTo(1_001);
    }
  }

  /** A visitor that stops ends its own query only. */
  @Test
  void eachQueryOfABatchHasAVisitorOfItsOwn() {
    try (SpatialStore store = store("rstar", 2_000)) {
      double[] points = numbers(2 * QUERIES);
      List<Integer> asked = new ArrayList<>();
      long[] seen = {0};
      long found =
          ParallelQueries.of(store)
              .withThreads(3)
              .nearestAll(
                  points,
                  5,
                  query -> {
                    asked.add(query);
                    return new FirstTwo(seen);
                  });
      assertThat(asked).isEqualTo(IntStream.range(0, QUERIES).boxed().toList());
      assertThat(found).isEqualTo(seen[0]).isEqualTo(2L * QUERIES);
    }
  }

  /** Stops at the second neighbour. */
  private static final class FirstTwo implements NeighbourVisitor {
    private final long[] seen;
    private int count;

    FirstTwo(long[] seen) {
      this.seen = seen;
    }

    @Override
    public void visit(
        long id, double minX, double minY, double maxX, double maxY, double distance) {
      seen[0]++;
    }

    @Override
    public VisitResult found(
        long id, double minX, double minY, double maxX, double maxY, double distance) {
      visit(id, minX, minY, maxX, maxY, distance);
      return VisitResult.continueIf(++count < 2);
    }
  }

  @Test
  void whatIsNotPossibleIsRefused() {
    try (SpatialStore store = store("rstar", 1)) {
      ParallelQueries queries = ParallelQueries.of(store);
      assertThatThrownBy(() -> queries.withThreads(0)).hasMessageContaining("allowed: 1 or more");
      assertThatThrownBy(() -> queries.nearestAll(new double[3], 1, q -> (id, a, b, c, d, e) -> {}))
          .hasMessageContaining("3 numbers (allowed: 2 for each query)");
    }
  }
}
