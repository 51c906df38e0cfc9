package org.flashgrove.access.table;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * View of a lazily maintained index that hides stale entries. Updates only add entries to such an
 * index. So it contains outdated entries and duplicates (Mao, Qader and Hristidis 2020, section IV,
 * after Luo and Carey, arXiv 1808.08896). For each matching entry the view reads the record and
 * compares its bounds with the entry. It remembers the RIDs that it returned, and skips further
 * entries of these records.
 *
 * @param entries all entries of the index at the snapshot
 * @param snapshot the table at the same commit
 */
record CurrentEntries(EntrySnapshot entries, TableSnapshot snapshot) implements EntrySnapshot {
  /**
   * Decides for one query which entries are current. An entry is current if its rectangle equals
   * the bounds of its record. Remembers the RIDs of current entries to skip duplicates.
   */
  static final class Records {
    private final TableSnapshot snapshot;
    private final RecordGeometries geometries = new RecordGeometries();
    private final HeapRecord record = new HeapRecord();
    private final LongIntMap met = new LongIntMap(16);

    Records(TableSnapshot snapshot) {
      this.snapshot = snapshot;
    }

    /** Returns the bounds of a record, or null if the record does not exist or has no geometry. */
    private @Nullable Envelope bounds(long rid) {
      return snapshot.get(rid, record)
          ? RecordGeometries.bounds(geometries.stored(rid, record.wkb()))
          : null;
    }

    /** Returns whether an entry is current and is the first current entry of its record. */
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

    /**
     * Returns whether the cursor's entry is current and is the first current entry of its record.
     */
    boolean isNext(EntryCursor at) {
      return isNext(at.id(), at.minX(), at.minY(), at.maxX(), at.maxY());
    }
  }

  @Override
  public long scan(EntryQuery query, @Nullable EntrySink sink) {
    if (query.most() == 0) {
      return 0;
    }
    Records records = new Records(snapshot);
    long[] visited = {0};
    entries.scan(
        all(query, records),
        (rid, x1, y1, x2, y2, distance) -> {
          if (!records.isNext(rid, x1, y1, x2, y2)) {
            return VisitResult.CONTINUE;
          }
          VisitResult answer =
              sink == null ? VisitResult.CONTINUE : sink.found(rid, x1, y1, x2, y2, distance);
          return ++visited[0] == query.most() ? VisitResult.STOP : answer;
        });
    return visited[0];
  }

  /**
   * Returns the query without its limit, because stale entries must not count towards the limit.
   */
  private static EntryQuery all(EntryQuery query, Records records) {
    EntryQuery all = query.everyMatch();
    @Nullable LongToDoubleFunction exactDistance = query.exactDistance();
    return exactDistance == null ? all : all.byDistance(ofRecords(records, exactDistance));
  }

  @Override
  public EntryCursor open(EntryQuery query) {
    Records records = new Records(snapshot);
    return new CurrentCursor(
        entries.open(all(query, records)), new Records(snapshot), query.most());
  }

  /**
   * Returns a function that measures the distance of the record with a RID. The distance is
   * infinite if the record is missing or has no geometry.
   */
  private static LongToDoubleFunction ofRecords(
      Records records, LongToDoubleFunction exactDistance) {
    return rid ->
        records.bounds(rid) == null ? Double.POSITIVE_INFINITY : exactDistance.applyAsDouble(rid);
  }

  @Override
  public Metric metric() {
    return entries.metric();
  }

  /** {@inheritDoc} Scans all entries. */
  @Override
  public long size() {
    return scan(EntryQuery.all(), null);
  }

  /** Cursor that skips entries that are not current. */
  private static final class CurrentCursor implements EntryCursor {
    private final EntryCursor all;
    private final Records records;
    private long left;

    CurrentCursor(EntryCursor all, Records records, long most) {
      this.all = all;
      this.records = records;
      left = most;
    }

    @Override
    public boolean next() {
      while (left > 0 && all.next()) {
        if (records.isNext(all)) {
          left--;
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
      return all.distance();
    }

    @Override
    public void close() {
      all.close();
    }
  }
}
