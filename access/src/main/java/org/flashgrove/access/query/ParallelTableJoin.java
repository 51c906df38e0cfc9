package org.flashgrove.access.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.flashgrove.access.record.SkippedRecords;
import org.flashgrove.access.scan.NearestRecords;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.access.scan.TableJoin;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.indexes.query.JoinRefinement;
import org.flashgrove.indexes.query.SpatialJoin;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Joins of the records of two tables, or of one with itself, on several threads: their geometries
 * decide, as {@link TableJoin} says, each thread reading the records it needs. Each table is seen
 * at one commit. Parts, order and queues are as in {@link ParallelJoin}. The join skips pairs that
 * no algorithm can evaluate; {@link #skipped} lists them.
 */
public final class ParallelTableJoin {
  private final Table left;
  private final Table right;
  private final int threads;
  private final SkipCollector skipped = new SkipCollector();

  private ParallelTableJoin(Table left, Table right, int threads) {
    this.left = left;
    this.right = right;
    this.threads = threads;
  }

  /**
   * Joins on as many threads as there are processors.
   *
   * @param right another table, or {@code left} again
   * @throws org.flashgrove.core.spec.SpecException if a table has no spatial index
   */
  public static ParallelTableJoin of(Table left, Table right) {
    TableJoin.requireJoinable(Objects.requireNonNull(left, "left"));
    TableJoin.requireJoinable(Objects.requireNonNull(right, "right"));
    return new ParallelTableJoin(left, right, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Returns joins of the same tables on another number of threads.
   *
   * @param number at least 1, which is the caller's alone
   */
  public ParallelTableJoin withThreads(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("threads = " + number + " (allowed: 1 or more)");
    }
    return new ParallelTableJoin(left, right, number);
  }

  /** Returns the pairs that joins of this object have skipped so far. */
  public SkippedRecords skipped() {
    return skipped.skipped();
  }

  /**
   * Visits the pairs for which a predicate holds, as {@link TableJoin#visit} does.
   *
   * @param visitor receives the RIDs; null to count only
   * @return number of pairs visited
   */
  public long visit(Predicate predicate, Semantics semantics, PairVisitor visitor) {
    try (JoinCursor pairs = open(predicate, semantics, visitor != null)) {
      return pairs.visitAll((leftRid, rightRid, none) -> visitor.visit(leftRid, rightRid));
    }
  }

  /** Returns a cursor over the pairs that {@link #visit} visits, in the same order. Close it. */
  public JoinCursor cursor(Predicate predicate, Semantics semantics) {
    return open(predicate, semantics, true);
  }

  /**
   * Visits the pairs within a distance of each other, as {@link TableJoin#visitWithin} does.
   *
   * @param distance 0 to {@link WithinDistance#MAX_DISTANCE}, in the unit of the metric
   * @param visitor receives the RIDs; null to count only
   * @return number of pairs visited
   */
  public long visitWithin(double distance, PairVisitor visitor) {
    try (JoinCursor pairs = openWithin(distance, visitor != null)) {
      return pairs.visitAll((leftRid, rightRid, none) -> visitor.visit(leftRid, rightRid));
    }
  }

  /** Returns a cursor over the pairs that {@link #visitWithin} visits, in its order. Close it. */
  public JoinCursor cursorWithin(double distance) {
    return openWithin(distance, true);
  }

  /**
   * Visits each record of the left table that has a geometry with those of the right table that are
   * nearest to it, by the distance of the geometries, as {@link NearestRecords} finds them.
   *
   * @param limit most right records for each left one, 0 or more
   * @param visitor receives the RIDs, those of a left record together, nearest first; null to count
   *     only
   * @return number of pairs visited
   * @throws IllegalArgumentException for tables of two metrics
   */
  public long visitNearest(long limit, NeighbourPairVisitor visitor) {
    try (JoinCursor pairs = openNearest(limit, visitor != null)) {
      return pairs.visitAll(visitor);
    }
  }

  /** Returns a cursor over the pairs that {@link #visitNearest} visits, in its order. Close it. */
  public JoinCursor nearest(long limit) {
    return openNearest(limit, true);
  }

  private JoinCursor open(Predicate predicate, Semantics semantics, boolean keeps) {
    return open(
        predicate.candidates(), object -> new GeometryQuery(predicate, semantics, object), keeps);
  }

  private JoinCursor openWithin(double distance, boolean keeps) {
    if (left.metric() != Metric.PLANAR) {
      TableJoin.requireRecordsJoinable(new WithinDistance(distance), left.metric(), right.metric());
      Sides sides = new Sides(left, right, null, threads, skipped);
      sides.farthest = distance;
      return JoinRun.nearest(sides, Long.MAX_VALUE, keeps);
    }
    return open(
        WithinDistance.candidates(distance), object -> new DistanceQuery(object, distance), keeps);
  }

  private JoinCursor open(
      RectangleTest filter, Function<Geometry, GeometryTest> question, boolean keeps) {
    SpatialJoin.requireJoinable(filter, left.metric(), right.metric());
    return JoinRun.pairs(new Sides(left, right, question, threads, skipped), filter, keeps);
  }

  private JoinCursor openNearest(long limit, boolean keeps) {
    SpatialJoin.requireOneMetric(left.metric(), right.metric());
    return JoinRun.nearest(new Sides(left, right, null, threads, skipped), limit, keeps);
  }

  /** The records of two tables. */
  private static final class Sides implements JoinSides {
    private final @Nullable Function<Geometry, GeometryTest> question;
    private final List<TableSnapshot> lefts;
    private final List<TableSnapshot> rights;
    private final List<GeometrySource> leftObjects = new ArrayList<>();
    private final SkipCollector skipped;

    /** Distance beyond which a search for the nearest ends. */
    private double farthest = Double.POSITIVE_INFINITY;

    Sides(
        Table left,
        Table right,
        @Nullable Function<Geometry, GeometryTest> question,
        int threads,
        SkipCollector skipped) {
      this.question = question;
      this.skipped = skipped;
      lefts = left.snapshots(JoinRun.snapshots(threads));
      try {
        rights = left == right ? lefts : right.snapshots(lefts.size());
      } catch (RuntimeException | Error e) {
        lefts.forEach(TableSnapshot::close);
        throw e;
      }
      lefts.forEach(each -> leftObjects.add(TableJoin.objects(each)));
    }

    @Override
    public int count() {
      return Math.min(lefts.size(), rights.size());
    }

    @Override
    public EntrySnapshot left(int thread) {
      return entries(lefts.get(thread));
    }

    @Override
    public EntrySnapshot right(int thread) {
      return entries(rights.get(thread));
    }

    private static EntrySnapshot entries(TableSnapshot snapshot) {
      return snapshot.indices().geometries().at(snapshot, false, pages -> {});
    }

    @Override
    public PairVisitor refined(int thread, PairVisitor visitor) {
      return new JoinRefinement(
          question,
          leftObjects.get(thread),
          TableJoin.objects(rights.get(thread)),
          visitor,
          TableJoin.unanswered(lefts.get(thread), rights.get(thread), skipped));
    }

    @Override
    public void nearest(
        int thread,
        long rid,
        double minX,
        double minY,
        double maxX,
        double maxY,
        long limit,
        NeighbourPairVisitor visitor) {
      Geometry from = leftObjects.get(thread).geometry(rid);
      try (NearestRecords found =
          NearestRecords.open(rights.get(thread), from, null, limit, null)) {
        while (found.next() && found.distance() <= farthest) {
          visitor.visit(rid, found.rid(), found.distance());
        }
        skipped.add(found.figures().skipped());
      }
    }

    @Override
    public void close() {
      lefts.forEach(TableSnapshot::close);
      if (rights != lefts) {
        rights.forEach(TableSnapshot::close);
      }
    }
  }
}
