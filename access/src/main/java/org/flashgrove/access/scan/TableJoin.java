package org.flashgrove.access.scan;

import java.util.function.Function;
import java.util.stream.LongStream;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.RecordGeometries;
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
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.query.JoinRefinement;
import org.flashgrove.indexes.query.SpatialJoin;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Pairs of records of two tables, or of one, whose geometries match: their spatial indices give
 * candidates, records decide. Those looked at last are kept, since candidates come by neighbouring
 * nodes. Records without a geometry, or with an empty one, are in no pair. A pair that no algorithm
 * can evaluate goes to a {@link SkipCollector}. Without a collector the join throws an {@link
 * org.flashgrove.core.geometry.UnansweredGeometryException} that names both records.
 */
public final class TableJoin {
  private TableJoin() {}

  /**
   * Visits the pairs for which a predicate holds, the left record being the query.
   *
   * @param right a snapshot of another table, or {@code left} again
   * @param predicate any but {@link Predicate#DISJOINT}
   * @param visitor receives the RIDs; null to count only
   * @return number of pairs visited
   * @throws SpecException if a table has no spatial index
   * @throws IllegalArgumentException for the predicate that a join cannot find pairs for
   */
  public static long visit(
      TableSnapshot left,
      TableSnapshot right,
      Predicate predicate,
      Semantics semantics,
      PairVisitor visitor) {
    return visit(left, right, predicate, semantics, visitor, null);
  }

  /**
   * Visits the pairs for which a predicate holds, and collects skipped pairs.
   *
   * @param skipped receives the pairs that no algorithm can evaluate, or null
   */
  public static long visit(
      TableSnapshot left,
      TableSnapshot right,
      Predicate predicate,
      Semantics semantics,
      PairVisitor visitor,
      @Nullable SkipCollector skipped) {
    return visit(
        left,
        right,
        predicate.candidates(),
        object -> new GeometryQuery(predicate, semantics, object),
        visitor,
        skipped);
  }

  /**
   * Visits the pairs within a distance of each other. By a metric other than the planar one it
   * searches the right index from each left record, nearest first.
   *
   * @param distance 0 to {@link WithinDistance#MAX_DISTANCE}, in the unit of the metric
   * @param visitor receives the RIDs; null to count only
   * @return number of pairs visited
   * @throws SpecException if a table has no spatial index
   */
  public static long visitWithin(
      TableSnapshot left, TableSnapshot right, double distance, PairVisitor visitor) {
    return visitWithin(left, right, distance, visitor, null);
  }

  /**
   * Visits the pairs within a distance of each other, and collects skipped pairs.
   *
   * @param skipped receives the pairs that no algorithm can evaluate, or null
   */
  public static long visitWithin(
      TableSnapshot left,
      TableSnapshot right,
      double distance,
      PairVisitor visitor,
      @Nullable SkipCollector skipped) {
    if (left.table().metric() != Metric.PLANAR) {
      return visitOneByOne(left, right, distance, visitor, skipped);
    }
    return visit(
        left,
        right,
        WithinDistance.candidates(distance),
        object -> new DistanceQuery(object, distance),
        visitor,
        skipped);
  }

  private static long visitOneByOne(
      TableSnapshot left,
      TableSnapshot right,
      double distance,
      @Nullable PairVisitor visitor,
      @Nullable SkipCollector skipped) {
    requireJoinable(left.table());
    requireJoinable(right.table());
    requireRecordsJoinable(
        new WithinDistance(distance), left.table().metric(), right.table().metric());
    LongStream.Builder rids = LongStream.builder(); // a snapshot runs one search at a time
    left.indices()
        .geometries()
        .at(left, false, pages -> {})
        .forEach(EntryQuery.all(), (rid, minX, minY, maxX, maxY) -> rids.add(rid));
    GeometrySource objects = objects(left);
    long pairs = 0;
    for (long rid : rids.build().toArray()) {
      try (NearestRecords found =
          NearestRecords.open(right, objects.geometry(rid), null, Long.MAX_VALUE, null)) {
        while (found.next() && found.distance() <= distance) {
          pairs++;
          if (visitor != null && visitor.found(rid, found.rid()) == VisitResult.STOP) {
            return pairs;
          }
        }
        if (skipped != null) {
          skipped.add(found.figures().skipped());
        }
      }
    }
    return pairs;
  }

  private static long visit(
      TableSnapshot left,
      TableSnapshot right,
      RectangleTest filter,
      Function<Geometry, GeometryTest> question,
      PairVisitor visitor,
      @Nullable SkipCollector skipped) {
    requireJoinable(left.table());
    requireJoinable(right.table());
    JoinRefinement refinement =
        new JoinRefinement(
            question, objects(left), objects(right), visitor, unanswered(left, right, skipped));
    GeometryIndex.join(left, right, filter, refinement);
    return refinement.passed();
  }

  /**
   * Refuses a table that cannot be joined, before anything is asked of it.
   *
   * @throws SpecException if it has no spatial index
   */
  public static void requireJoinable(Table table) {
    if (table.geometryIndex() == null) {
      throw new SpecException(
          "a join of a table without a spatial index (allowed: one with an index such as"
              + " geom=rstar)");
    }
  }

  /**
   * Refuses a join of records that cannot find all pairs, before a store is opened.
   *
   * @throws IllegalArgumentException for a test that holds for rectangles that are apart, and for
   *     two metrics
   */
  public static void requireRecordsJoinable(RectangleTest test, Metric left, Metric right) {
    SpatialJoin.requireJoinable(test);
    SpatialJoin.requireOneMetric(left, right);
  }

  /**
   * Refuses a join of rectangles that cannot find all pairs, before a store is opened.
   *
   * @throws IllegalArgumentException for a test that holds for rectangles that are apart, for two
   *     metrics, and for a distance in another metric than the planar one
   */
  public static void requireJoinable(RectangleTest test, Metric left, Metric right) {
    SpatialJoin.requireJoinable(test, left, right);
  }

  /**
   * Returns a receiver of pairs that no algorithm can evaluate, which names records by key.
   *
   * @param skipped collector of the pairs; null to throw for such a pair
   */
  public static JoinRefinement.Unanswered unanswered(
      TableSnapshot left, TableSnapshot right, @Nullable SkipCollector skipped) {
    return (leftRid, rightRid, reason) -> {
      long leftKey = key(left, leftRid);
      String pair = "with record " + key(right, rightRid) + " (RID " + rightRid + "): " + reason;
      if (skipped == null) {
        throw new UnansweredGeometryException(
            "join: record " + leftKey + " (RID " + leftRid + ") " + pair, null);
      }
      skipped.add(leftRid, leftKey, pair);
    };
  }

  /** Returns the key of a record. */
  public static long key(TableSnapshot snapshot, long rid) {
    HeapRecord record = new HeapRecord();
    if (!snapshot.get(rid, record)) {
      throw IndexScan.missing(rid);
    }
    return record.id();
  }

  /** Returns the geometries of records by their RIDs, for the thread of a snapshot. */
  public static GeometrySource objects(TableSnapshot snapshot) {
    RecordGeometries geometries = new RecordGeometries();
    HeapRecord record = new HeapRecord();
    return rid -> {
      if (!snapshot.get(rid, record)) {
        throw IndexScan.missing(rid);
      }
      return geometries.indexed(rid, record.wkb());
    };
  }
}
