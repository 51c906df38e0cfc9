package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.EntryQuery;

/**
 * Queries a store while a writer changes it, until the store is closed. Each answer must equal a
 * scan of the entries at one commit. That commit is not older than the newest commit when the query
 * began, and not newer than the newest commit when the query got its first entry. Some queries are
 * slow. Some are ended by their visitors or by an exception of a visitor. Some run while the thread
 * is interrupted.
 */
final class ConcurrentReader implements Runnable {
  private static final int MOST_NEIGHBOURS = 12;

  /** Exception that a visitor throws on purpose. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final SpatialStore store;
  private final ConcurrentHistory history;
  private final ConcurrentHistory.Model model;
  private final SplittableRandom random;
  private boolean dawdles;
  private int to;
  private long windows;
  private long neighbourhoods;
  private long joins;
  private long ended;

  ConcurrentReader(SpatialStore store, ConcurrentHistory history, SplittableRandom random) {
    this.store = store;
    this.history = history;
    this.random = random;
    model = history.new Model();
  }

  /** Returns the number of queries with right answers. */
  long queries() {
    return windows + neighbourhoods + joins + ended;
  }

  @Override
  public String toString() {
    return String.format(
        "%,d windows, %,d nearest, %,d joins, %,d ended by the visitor",
        windows, neighbourhoods, joins, ended);
  }

  @Override
  public void run() {
    try {
      while (true) {
        query();
      }
    } catch (StoreClosedException expected) {
      Thread.interrupted();
    }
  }

  private void query() {
    boolean interrupted = random.nextInt(20) == 0;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    dawdles = random.nextInt(8) == 0;
    to = -1;
    int kind = random.nextInt(100);
    if (kind < 60) {
      window();
    } else if (kind < 90) {
      nearest();
    } else if (kind < 92) {
      join();
    } else {
      stop(kind % 2 == 0);
    }
    assertThat(Thread.interrupted()).isEqualTo(interrupted);
  }

  /**
   * Notes that the visitor received an entry. The query's commit cannot be newer than the newest
   * commit at the first of these calls.
   */
  private void received() {
    if (to < 0) {
      to = history.begun();
    }
    if (dawdles) {
      Thread.yield();
    }
  }

  /** Fails unless the answer is right at one of the possible commits. */
  private void require(int from, BooleanSupplier isRight) {
    int until = to < 0 ? history.begun() : to;
    model.advance(from);
    while (!isRight.getAsBoolean()) {
      assertThat(model.applied()).as("a commit whose entries the query found").isLessThan(until);
      model.advance(model.applied() + 1);
    }
  }

  private void window() {
    double[] window = ConcurrentHistory.box(random, 0.7);
    int from = history.ended();
    long[] sum = {0};
    store.search(
        window[0],
        window[1],
        window[2],
        window[3],
        (id, x1, y1, x2, y2) -> {
          received();
          sum[0] += ConcurrentHistory.fingerprint(id, x1, y1, x2, y2);
        });
    require(from, () -> model.window(window) == sum[0]);
    windows++;
  }

  private void nearest() {
    double x = random.nextDouble();
    double y = random.nextDouble();
    int limit = 1 + random.nextInt(MOST_NEIGHBOURS);
    int from = history.ended();
    long[] hash = {0};
    store.nearest(
        x,
        y,
        limit,
        (id, x1, y1, x2, y2, distance) -> {
          received();
          hash[0] = hash[0] * 31 + ConcurrentHistory.fingerprint(id, x1, y1, x2, y2);
        });
    require(from, () -> model.nearest(x, y, limit) == hash[0]);
    neighbourhoods++;
  }

  /** Joins the store with itself. */
  private void join() {
    int from = history.ended();
    long[] sum = {0};
    JoinQuery.of(store)
        .with(store)
        .threads(1)
        .forEach(
            (left, right) -> {
              received();
              sum[0] += ConcurrentHistory.pair(left, right);
            });
    require(from, () -> model.pairs() == sum[0]);
    joins++;
  }

  /** Runs a query whose visitor stops or fails after some entries. */
  private void stop(boolean fails) {
    int enough = 1 + random.nextInt(5);
    int from = history.ended();
    List<long[]> found = new ArrayList<>();
    try {
      store.forEach(
          EntryQuery.intersecting(0, 0, 2, 2).limit(enough),
          (id, x1, y1, x2, y2) -> {
            received();
            found.add(new long[] {id, ConcurrentHistory.fingerprint(id, x1, y1, x2, y2)});
            if (fails && found.size() == enough) {
              throw new Refusal();
            }
          });
    } catch (Refusal own) {
      assertThat(fails && found.size() == enough).isTrue();
    }
    assertThat(found.size()).isLessThanOrEqualTo(enough);
    require(from, () -> found.stream().allMatch(entry -> model.contains(entry[0], entry[1])));
    ended++;
  }
}
