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
import org.flashgrove.indexes.query.SpatialJoin;

/**
 * Many queries of a store at a time, on several threads. The caller's thread takes part and calls
 * the visitor, in the order of the queries; all of them see the same commit. Queries are handed out
 * a few at a time, so that threads have equal work whatever the single ones cost; what is found
 * waits for its turn in a bounded number of parts.
 */
public final class ParallelQueries {
  private static final int CORNERS = 4;

  /** Queries that a thread takes at a time. */
  private static final int PART = 32;

  private final SpatialStore store;
  private final int threads;

  /** Asks a query of a snapshot. */
  @FunctionalInterface
  private interface Question {
    void ask(SpatialSnapshot snapshot, int query, FoundEntries found);
  }

  /** Returns the query for a rectangle. */
  private interface BoxQuery {
    EntryQuery of(double minX, double minY, double maxX, double maxY);
  }

  private ParallelQueries(SpatialStore store, int threads) {
    this.store = store;
    this.threads = threads;
  }

  /** Queries on as many threads as there are processors. */
  public static ParallelQueries of(SpatialStore store) {
    return new ParallelQueries(
        Objects.requireNonNull(store, "store"), Runtime.getRuntime().availableProcessors());
  }

  /**
   * Returns queries of the same store on another number of threads.
   *
   * @param number at least 1, which is the caller's alone
   */
  public ParallelQueries withThreads(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("threads = " + number + " (allowed: 1 or more)");
    }
    return new ParallelQueries(store, number);
  }

  /**
   * Visits, for each rectangle, all entries whose rectangles match it, in no particular order.
   *
   * @param corners minX, minY, maxX, maxY of the first rectangle, of the second, ...
   * @param visitors returns the visitor of a rectangle by its number, from 0 on; called once for
   *     each rectangle that matches an entry
   * @return number of entries visited
   * @throws IllegalArgumentException if a rectangle is none, or there is a part of one
   */
  public long searchAll(RectangleTest test, double[] corners, IntFunction<EntryVisitor> visitors) {
    Objects.requireNonNull(test, "test");
    Objects.requireNonNull(visitors, "visitors");
    return run(
        whole(corners.length, CORNERS),
        (snapshot, query, found) -> {
          int at = CORNERS * query;
          snapshot.forEach(
              EntryQuery.matching(
                  test, corners[at], corners[at + 1], corners[at + 2], corners[at + 3]),
              (id, minX, minY, maxX, maxY) ->
                  found.add(query, id, minX, minY, maxX, maxY, Double.NaN));
        },
        visitors);
  }

  /**
   * Visits, for each point, the entries nearest to it, nearest first.
   *
   * @param points x and y of the first point, of the second, ...
   * @param limit most entries of each
   * @param visitors returns the visitor of a point by its number, from 0 on; called once for each
   *     point that has neighbours
   * @return number of entries visited
   * @throws IllegalArgumentException if a point is none, or there is a part of one
   */
  public long nearestAll(double[] points, long limit, IntFunction<NeighbourVisitor> visitors) {
    Objects.requireNonNull(visitors, "visitors");
    return run(
        whole(points.length, 2),
        (snapshot, query, found) ->
            snapshot.nearest(
                points[2 * query],
                points[2 * query + 1],
                limit,
                (id, minX, minY, maxX, maxY, distance) ->
                    found.add(query, id, minX, minY, maxX, maxY, distance)),
        visitors);
  }

  /**
   * Visits the pairs of a rectangle and an entry that match, rectangles that lie near each other
   * one after the other, so that what one read is there for the next: {@link #searchAll} keeps
   * their order.
   *
   * @param test any but disjoint, or a distance; the rectangle is the query
   * @param corners minX, minY, maxX, maxY of the first rectangle, of the second, ...
   * @param visitor receives the number of the rectangle, from 0 on, and the id of the entry; null
   *     to count only
   * @return number of pairs visited
   * @throws IllegalArgumentException if a rectangle is none, or there is a part of one, and for a
   *     test that a join cannot find pairs for
   */
  public long joinAll(RectangleTest test, double[] corners, PairVisitor visitor) {
    SpatialJoin.requireJoinable(test, store.metric(), store.metric());
    return join(
        corners,
        (minX, minY, maxX, maxY) -> EntryQuery.matching(test, minX, minY, maxX, maxY),
        visitor);
  }

  /**
   * Visits the pairs of a rectangle and each of the entries nearest to it, those of one rectangle
   * nearest first, and rectangles that lie near each other one after the other: {@link #nearestAll}
   * keeps their order.
   *
   * @param corners minX, minY, maxX, maxY of the first rectangle, of the second, ...
   * @param limit most entries of each
   * @param visitor receives the number of the rectangle, from 0 on, and the id of the entry; null
   *     to count only
   * @return number of pairs visited
   * @throws IllegalArgumentException if a rectangle is none, or there is a part of one
   */
  public long joinNearest(double[] corners, long limit, PairVisitor visitor) {
    return join(
        corners,
        (minX, minY, maxX, maxY) -> EntryQuery.nearest(limit, minX, minY, maxX, maxY),
        visitor);
  }

  private long join(double[] corners, BoxQuery query, PairVisitor visitor) {
    RectangleParts rectangles = new RectangleParts(corners, whole(corners.length, CORNERS));
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

  private static int whole(int numbers, int each) {
    if (numbers % each != 0) {
      throw new IllegalArgumentException(
          numbers + " numbers (allowed: " + each + " for each query)");
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
