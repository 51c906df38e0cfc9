package org.flashgrove.access.table;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.access.EntrySnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Those entries of a table's index that are of its records as they are: for an index that changes
 * only add to (lazy maintenance; Mao, Qader and Hristidis 2020, section IV, after Luo and Carey,
 * arXiv 1808.08896), so that it holds entries of records as they once were, and some twice. The
 * record of each entry that a query meets is read. A query keeps the RIDs that it found.
 *
 * @param entries all entries, as the snapshot has them
 * @param snapshot the table at the same commit
 */
record CurrentEntries(EntrySnapshot entries, TableSnapshot snapshot) implements EntrySnapshot {
  /** The records of a snapshot, and those whose entries a query met. */
  static final class Records {
    private final TableSnapshot snapshot;
    private final RecordGeometries geometries = new RecordGeometries();
    private final HeapRecord record = new HeapRecord();
    private final LongIntMap met = new LongIntMap(16);

    Records(TableSnapshot snapshot) {
      this.snapshot = snapshot;
    }

    /** Returns the bounds of a record; null if it is not there, or without a geometry. */
    private @Nullable Envelope bounds(long rid) {
      return snapshot.get(rid, record)
          ? RecordGeometries.bounds(geometries.stored(rid, record.wkb()))
          : null;
    }

    /** Returns whether an entry is that of its record, and the first such one. */
    private boolean isNext(long rid, double minX, double minY, double maxX, double maxY) {
      @Nullable Envelope bounds = met.get(rid) == LongIntMap.ABSENT ? bounds(rid) : null;
      boolean current =
          bounds != null
              && bounds.getMinX() == minX
              && bounds.getMinY() == minY
              && bounds.getMaxX() == maxX
              && bounds.getMaxY() == maxY;
      if (current) {
        met.put(rid, 1);
      }
      return current;
    }

    /** Returns whether a cursor is at the entry of a record, and the first such one. */
    boolean isNext(EntryCursor at) {
      return isNext(at.id(), at.minX(), at.minY(), at.maxX(), at.maxY());
    }
  }

  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    Records records = new Records(snapshot);
    long[] visited = {0};
    entries.searchUntil(
        test,
        minX,
        minY,
        maxX,
        maxY,
        (rid, x1, y1, x2, y2) -> {
          if (!records.isNext(rid, x1, y1, x2, y2)) {
            return VisitResult.CONTINUE;
          }
          visited[0]++;
          return visitor.found(rid, x1, y1, x2, y2);
        });
    return visited[0];
  }

  @Override
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return new CurrentCursor(entries.cursor(test, minX, minY, maxX, maxY), snapshot);
  }

  @Override
  public long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      @Nullable LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    if (limit <= 0) {
      return entries.nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
    }
    Records records = new Records(snapshot);
    long[] visited = {0};
    entries.nearestUntil(
        minX,
        minY,
        maxX,
        maxY,
        Long.MAX_VALUE, // how many of the nearest are current nobody knows
        ofRecords(records, exactDistance),
        (rid, x1, y1, x2, y2, distance) -> {
          if (!records.isNext(rid, x1, y1, x2, y2)) {
            return VisitResult.CONTINUE;
          }
          VisitResult wish = visitor.found(rid, x1, y1, x2, y2, distance);
          return ++visited[0] == limit ? VisitResult.STOP : wish;
        });
    return visited[0];
  }

  /** What has no record, or one without a geometry, is at no distance. */
  private static @Nullable LongToDoubleFunction ofRecords(
      Records records, @Nullable LongToDoubleFunction exactDistance) {
    return exactDistance == null
        ? null
        : rid ->
            records.bounds(rid) == null
                ? Double.POSITIVE_INFINITY
                : exactDistance.applyAsDouble(rid);
  }

  @Override
  public NeighbourCursor neighbours(
      double minX,
      double minY,
      double maxX,
      double maxY,
      @Nullable LongToDoubleFunction exactDistance) {
    @Nullable LongToDoubleFunction ofRecords = ofRecords(new Records(snapshot), exactDistance);
    return new CurrentCursor(entries.neighbours(minX, minY, maxX, maxY, ofRecords), snapshot);
  }

  @Override
  public Metric metric() {
    return entries.metric();
  }

  /** {@inheritDoc} Looks at all entries. */
  @Override
  public long size() {
    return searchUntil(
        Predicate.DISJOINT.candidates(), // every entry
        0,
        0,
        0,
        0,
        (rid, minX, minY, maxX, maxY) -> VisitResult.CONTINUE);
  }

  /** A cursor that passes over entries that are not current. */
  private static final class CurrentCursor implements NeighbourCursor {
    private final EntryCursor all;
    private final Records records;

    CurrentCursor(EntryCursor all, TableSnapshot snapshot) {
      this.all = all;
      records = new Records(snapshot);
    }

    @Override
    public boolean next() {
      while (all.next()) {
        if (records.isNext(all)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public long id() {
      return all.id();
    }

    @Override
    public double minX() {
      return all.minX();
    }

    @Override
    public double minY() {
      return all.minY();
    }

    @Override
    public double maxX() {
      return all.maxX();
    }

    @Override
    public double maxY() {
      return all.maxY();
    }

    @Override
    public double distance() {
      return ((NeighbourCursor) all).distance();
    }

    @Override
    public void close() {
      all.close();
    }
  }
}
