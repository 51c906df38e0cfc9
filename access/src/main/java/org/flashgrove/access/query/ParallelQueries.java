package org.flashgrove.access.query;

import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.flashgrove.access.SpatialSnapshot;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.join.FoundPairs;
import org.flashgrove.access.join.JoinCursor;
import org.flashgrove.access.join.JoinFigures;
import org.flashgrove.access.join.ParallelParts;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.RectangleParts;
import org.flashgrove.indexes.query.SpatialJoin;

/**
 * Runs many queries of a store on several threads. All queries see the same commit. The caller's
 * thread takes part and calls the visitors in the order of the queries.
 *
 * <p>Each thread takes a few queries at a time, so all threads stay busy even if some queries are
 * expensive. Results of later queries are buffered until all earlier queries are delivered. The
 * number of buffered results is bounded.
 */
public final class ParallelQueries {
  private static final int CORNERS = 4;

  /** Number of queries that a thread takes at a time. */
  private static final int PART = 32;

  private final SpatialStore store;
  private final int threads;

  @FunctionalInterface
  private interface Question {
    void ask(SpatialSnapshot snapshot, int query, FoundEntries found);
  }

  private interface BoxQuery {
    EntryQuery of(double minX, double minY, double maxX, double maxY);
  }

  private ParallelQueries(SpatialStore store, int threads) {
    this.store = store;
    this.threads = threads;
  }

  /** Returns an object that runs queries on all processors. */
  public static ParallelQueries of(SpatialStore store) {
    return new ParallelQueries(
        Objects.requireNonNull(store, "store"), Runtime.getRuntime().availableProcessors());
  }

  /**
   * Returns a copy that runs queries on another number of threads.
   *
   * @param number number of threads, at least 1; the caller's thread counts as one of them
   */
  public ParallelQueries withThreads(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("threads = " + number + " (allowed: 1 or more)");
    }
    return new ParallelQueries(store, number);
  }

  /**
   * Visits for each rectangle all entries whose rectangles match it, in no particular order.
   *
   * @param corners minX, minY, maxX, maxY of the first rectangle, then of the second, and so on
   * @param visitors returns the visitor for the rectangle with a number, from 0. It is called once
   *     for each rectangle that matches an entry.
   * @return number of entries visited
   * @throws IllegalArgumentException if a rectangle is invalid or incomplete
   */
  public long searchAll(RectangleTest test, double[] corners, IntFunction<EntryVisitor> visitors) {
    Objects.requireNonNull(test, "test");
    Objects.requireNonNull(visitors, "visitors");
    return run(
        whole("corners", corners, CORNERS),
        (snapshot, query, found) -> {
          int at = CORNERS * query;
          snapshot.forEach(
              EntryQuery.matching(
                  test, corners[at], corners[at + 1], corners[at + 2], corners[at + 3]),
              (id, minX, minY, maxX, maxY) -> found.add(id, minX, minY, maxX, maxY, Double.NaN));
        },
        visitors);
  }

  /**
   * Visits for each point the entries nearest to it, nearest first.
   *
   * @param points x and y of the first point, then of the second, and so on
   * @param limit maximum number of entries for each point
   * @param visitors returns the visitor for the point with a number, from 0. It is called once for
   *     each point that has neighbours.
   * @return number of entries visited
   * @throws IllegalArgumentException if a point is invalid or incomplete
   */
  public long nearestAll(double[] points, long limit, IntFunction<NeighbourVisitor> visitors) {
    Objects.requireNonNull(visitors, "visitors");
    return run(
        whole("points", points, 2),
        (snapshot, query, found) ->
            snapshot.nearest(points[2 * query], points[2 * query + 1], limit, found::add),
        visitors);
  }

  /**
   * Visits each pair of a rectangle and an entry that match. Rectangles that lie near each other
   * are processed together, so that the index pages near them are read only once. Use {@link
   * #searchAll} to keep the order of the rectangles.
   *
   * @param test any test except disjoint, such as a predicate or a maximum distance. The rectangle
   *     is the query of the test.
   * @param corners minX, minY, maxX, maxY of the first rectangle, then of the second, and so on
   * @param visitor receives the number of the rectangle, from 0, and the id of the entry; null to
   *     count only
   * @return number of pairs visited
   * @throws IllegalArgumentException if a rectangle is invalid or incomplete, or a join cannot
   *     evaluate the test
   */
  public long joinAll(RectangleTest test, double[] corners, PairVisitor visitor) {
    SpatialJoin.requireJoinable(test, store.metric(), store.metric());
    return join(
        corners,
        (minX, minY, maxX, maxY) -> EntryQuery.matching(test, minX, minY, maxX, maxY),
        visitor);
  }

  /**
   * Visits the pairs of a rectangle and each of its nearest entries. The pairs of one rectangle
   * come nearest first. Rectangles that lie near each other are processed together. Use {@link
   * #nearestAll} to keep the order of the rectangles.
   *
   * @param corners minX, minY, maxX, maxY of the first rectangle, then of the second, and so on
   * @param limit maximum number of entries for each rectangle
   * @param visitor receives the number of the rectangle, from 0, and the id of the entry; null to
   *     count only
   * @return number of pairs visited
   * @throws IllegalArgumentException if a rectangle is invalid or incomplete
   */
  public long joinNearest(double[] corners, long limit, PairVisitor visitor) {
    return join(
        corners,
        (minX, minY, maxX, maxY) -> EntryQuery.nearest(limit, minX, minY, maxX, maxY),
        visitor);
  }

  private long join(double[] corners, BoxQuery query, PairVisitor visitor) {
    RectangleParts rectangles = new RectangleParts(corners, whole("corners", corners, CORNERS));
    List<SpatialSnapshot> snapshots =
        store.snapshots(Math.max(1, Math.min(threads, rectangles.parts())));
    ParallelParts<Integer, FoundPairs> parts =
        new ParallelParts<>(
            snapshots.size(),
            rectangles::next,
            (thread, part) -> {
              FoundPairs found = new FoundPairs(visitor != null, false);
              rectangles.visit(
                  part,
                  (number, minX, minY, maxX, maxY) ->
                      snapshots
                          .get(thread)
                          .forEach(
                              query.of(minX, minY, maxX, maxY).idsOnly(),
                              (id, x1, y1, x2, y2) -> found.add(number, id, 0)));
              return ParallelParts.Outcome.whole(found);
            });
    JoinFigures noFigures = new JoinFigures(0, 0, 0, SkippedRecords.NONE);
    try (JoinCursor pairs =
        new JoinCursor(
            parts,
            Long.MAX_VALUE,
            () -> noFigures,
            () -> snapshots.forEach(SpatialSnapshot::close))) {
      return pairs.visitAll(visitor);
    }
  }

  private static int whole(String name, double[] array, int each) {
    int numbers = Objects.requireNonNull(array, name).length;
    if (numbers % each != 0) {
      throw new IllegalArgumentException(
          "queries of " + numbers + " numbers (allowed: " + each + " for each query)");
    }
    return numbers / each;
  }

  private long run(int queries, Question question, IntFunction<? extends EntrySink> sinks) {
    int parts = (int) ((queries + PART - 1L) / PART);
    int[] next = {0};
    long found = 0;
    List<SpatialSnapshot> snapshots = store.snapshots(Math.max(1, Math.min(threads, parts)));
    try (ParallelParts<Integer, FoundEntries> batch =
        new ParallelParts<>(
            snapshots.size(),
            () -> next[0] == parts ? null : next[0]++,
            (thread, part) -> {
              FoundEntries some = new FoundEntries();
              int end = (int) Math.min(queries, (part + 1L) * PART);
              for (int query = part * PART; query < end; query++) {
                some.begin(query);
                question.ask(snapshots.get(thread), query, some);
              }
              return ParallelParts.Outcome.whole(some);
            })) {
      for (FoundEntries some = batch.next(); some != null; some = batch.next()) {
        found += some.deliver(sinks);
      }
      return found;
    } finally {
      snapshots.forEach(SpatialSnapshot::close);
    }
  }
}
