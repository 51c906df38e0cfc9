package org.flashgrove.access.scan;

import java.util.function.Function;
import java.util.function.LongConsumer;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.geometry.WithinDistance;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.query.SpatialJoin;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.StoreSnapshot;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Joins the records of a table with the entries of a spatial index, whose objects are their
 * rectangles: for each object of the left side, the index of the right side gives candidates, and
 * the objects decide. Each left record is read at most once; nothing is kept.
 */
public final class EntryJoin {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private static final LongConsumer NOT_COUNTED = pages -> {};

  private EntryJoin() {}

  /** Objects in a spatial index, as a snapshot has them; for one thread. */
  public abstract static class Side {
    private final EntrySource search;
    private final EntrySnapshot fullSearch;

    /**
     * Creates a side.
     *
     * @param search finds entries
     * @param fullSearch finds all of them
     */
    Side(EntrySnapshot search, EntrySnapshot fullSearch) {
      this.search = search;
      this.fullSearch = fullSearch;
    }

    /** Returns the object of an entry. */
    abstract Geometry object(long id, Envelope bounds);
  }

  /**
   * Returns the records of a table.
   *
   * @throws SpecException if the table has no spatial index
   */
  public static Side of(TableSnapshot records) {
    TableJoin.requireJoinable(records.table());
    GeometryIndex index = records.indices().geometries();
    RecordGeometries geometries = new RecordGeometries();
    HeapRecord record = new HeapRecord();
    return new Side(index.at(records, false, NOT_COUNTED), index.at(records, true, NOT_COUNTED)) {
      @Override
      Geometry object(long rid, Envelope bounds) {
        if (!records.get(rid, record)) {
          throw IndexScan.missing(rid);
        }
        return geometries.indexed(rid, record.wkb());
      }
    };
  }

  /**
   * Returns the entries of a spatial index.
   *
   * @param snapshot one of the index's store, which has it among its structures
   */
  public static Side of(EntryStructure index, StoreSnapshot snapshot) {
    return new Side(index.at(snapshot, false, NOT_COUNTED), index.at(snapshot, true, NOT_COUNTED)) {
      @Override
      Geometry object(long id, Envelope bounds) {
        return GEOMETRIES.toGeometry(bounds);
      }
    };
  }

  /**
   * Visits the pairs for which a predicate holds, the left object being the query.
   *
   * @param predicate any but {@link Predicate#DISJOINT}
   * @param visitor receives the RIDs of records and the ids of entries; null to count only
   * @return number of pairs visited
   * @throws IllegalArgumentException for the predicate that a join cannot find pairs for
   */
  public static long visit(
      Side left, Side right, Predicate predicate, Semantics semantics, PairVisitor visitor) {
    requireJoinable(predicate.candidates(), left, right);
    return visit(left, right, object -> new GeometryQuery(predicate, semantics, object), visitor);
  }

  /**
   * Visits the pairs within a distance of each other.
   *
   * @param distance 0 or more, in units of the coordinates
   * @param visitor receives the RIDs of records and the ids of entries; null to count only
   * @return number of pairs visited
   */
  public static long visitWithin(Side left, Side right, double distance, PairVisitor visitor) {
    requireJoinable(new WithinDistance(distance), left, right);
    return visit(left, right, object -> new DistanceQuery(object, distance), visitor);
  }

  private static void requireJoinable(RectangleTest test, Side left, Side right) {
    SpatialJoin.requireJoinable(test, left.fullSearch.metric(), right.fullSearch.metric());
  }

  /**
   * Visits the pairs for which a question has the answer yes.
   *
   * @param question what is asked with a left object
   * @param visitor receives the RIDs of records and the ids of entries; null to count only
   * @return number of pairs visited
   */
  public static long visit(
      Side left, Side right, Function<Geometry, GeometryTest> question, PairVisitor visitor) {
    return visitUntil(left, right, question, visitor);
  }

  /**
   * Visits the pairs that satisfy a question, and collects skipped pairs.
   *
   * @param skipped receives the pairs that no algorithm can evaluate, with the left id as RID and
   *     key; null to throw for such a pair
   */
  public static long visit(
      Side left,
      Side right,
      Function<Geometry, GeometryTest> question,
      PairVisitor visitor,
      @Nullable SkipCollector skipped) {
    return visitUntil(left, right, question, visitor, skipped);
  }

  /** Visits pairs as the other does until the visitor stops. */
  public static long visitUntil(
      Side left, Side right, Function<Geometry, GeometryTest> question, PairVisitor visitor) {
    return visitUntil(left, right, question, visitor, null);
  }

  private static long visitUntil(
      Side left,
      Side right,
      Function<Geometry, GeometryTest> question,
      PairVisitor visitor,
      @Nullable SkipCollector skipped) {
    Pairs pairs = new Pairs(left, right, question, visitor, skipped);
    left.fullSearch.scan(EntryQuery.all(), pairs);
    return pairs.count;
  }

  /** Receives the entries of the left side, and asks the right side with each. */
  private static final class Pairs implements EntrySink {
    private final Side left;
    private final Side right;
    private final Function<Geometry, GeometryTest> question;
    private final PairVisitor visitor;
    private final @Nullable SkipCollector skipped;
    private long count;

    Pairs(
        Side left,
        Side right,
        Function<Geometry, GeometryTest> question,
        PairVisitor visitor,
        @Nullable SkipCollector skipped) {
      this.left = left;
      this.right = right;
      this.question = question;
      this.visitor = visitor;
      this.skipped = skipped;
    }

    @Override
    public VisitResult found(
        long leftId, double minX, double minY, double maxX, double maxY, double none) {
      GeometryTest asked;
      try {
        asked =
            question
                .apply(left.object(leftId, new Envelope(minX, maxX, minY, maxY)))
                .on(right.fullSearch.metric());
      } catch (UnansweredGeometryException e) {
        skip(leftId, "with any entry: " + e.getMessage(), e);
        return VisitResult.CONTINUE;
      }
      VisitResult[] answer = {VisitResult.CONTINUE};
      right.search.scan(
          EntryQuery.matching(asked.candidates(), asked.envelope()),
          (rightId, x1, y1, x2, y2, distance) -> {
            if (matches(asked, leftId, rightId, new Envelope(x1, x2, y1, y2))) {
              count++;
              if (visitor != null) {
                answer[0] = visitor.found(leftId, rightId);
              }
            }
            return answer[0];
          });
      return answer[0];
    }

    private boolean matches(GeometryTest asked, long leftId, long rightId, Envelope bounds) {
      if (asked.holdsByBounds(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY())) {
        return true;
      }
      try {
        return asked.matches(right.object(rightId, bounds));
      } catch (UnansweredGeometryException e) {
        skip(leftId, "with entry " + rightId + ": " + e.getMessage(), e);
        return false;
      }
    }

    private void skip(long leftId, String reason, UnansweredGeometryException cause) {
      if (skipped == null) {
        throw new UnansweredGeometryException("join: entry " + leftId + " " + reason, cause);
      }
      skipped.add(leftId, leftId, reason);
    }
  }
}
