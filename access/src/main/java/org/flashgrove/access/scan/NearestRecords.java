package org.flashgrove.access.scan;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Cursor over the records of a table nearest to a geometry, nearest first. Records at the same
 * distance come in the order of their RIDs. Records with a null or empty geometry are never
 * results.
 *
 * <p>Distances are measured between the geometries by the table's metric ({@link Metric#between}).
 * The default metric is Euclidean in the plane, even for degrees. The metric {@code geodesic}
 * measures metres on the earth.
 *
 * <p>The spatial index gives candidates in the order of the distances of their bounds. The cursor
 * reads the record of a candidate only when no other record can be nearer than the candidate's
 * bounds. If the table is larger than its page cache and the query has a limit, the first records
 * are read together, page by page. A filter on attributes is applied after a record is read. Memory
 * grows with the number of records that the filter rejects. The cursor skips records whose distance
 * no algorithm can compute; {@link ScanStats#skipped} lists them.
 */
public final class NearestRecords implements RecordCursor {
  /**
   * Minimum number of first records that are read together. Reading them together needs a second
   * search of the index, which does not pay for fewer records.
   */
  private static final int LEAST_BATCH = 8;

  private final TableSnapshot snapshot;
  private final Geometry from;
  private final Metric metric;
  private final ScanMeter meter;
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord single = new HeapRecord();
  private final RecordFilter filter;
  private final EntryCursor entries;

  /**
   * The records with the nearest bounds, which are read together. Null if records are read one by
   * one.
   */
  private final @Nullable RecordBatch first;

  private HeapRecord record = single;

  /**
   * Number of records that satisfy the filter, have an infinite distance because of overflow, and
   * were not returned yet.
   */
  private long passedAtInfinity;

  /** RIDs of records whose distance no algorithm can compute. */
  private final Set<Long> skipped = new HashSet<>();

  /** Number of records that the search may still read before it gives up. */
  private long looks = Long.MAX_VALUE;

  private boolean gaveUp;
  private long left;
  private boolean closed;

  private NearestRecords(
      TableSnapshot snapshot,
      GeometryIndex index,
      Geometry from,
      @Nullable Filter filter,
      long most,
      @Nullable QueryWatch watch) {
    this.snapshot = snapshot;
    this.from = from;
    metric = snapshot.table().metric();
    meter = new ScanMeter(watch);
    this.filter = new RecordFilter(filter, snapshot.schema());
    left = most;
    snapshot.records().watch(meter);
    long likely = this.filter.passesAll() ? most : Long.MAX_VALUE; // unknown with a filter
    EntryQuery nearest = EntryQuery.nearest(likely, from.getEnvelopeInternal());
    boolean isBatch =
        likely >= LEAST_BATCH
            && likely <= RecordBatch.MOST
            && snapshot.records().isLargerThanMemory();
    first = isBatch ? first(index, nearest, (int) likely) : null;
    entries =
        index
            .at(snapshot, false, meter::indexPages)
            .cursor(meter.watched(nearest.byDistance(this::distanceOf)));
  }

  /**
   * Starts a search at a snapshot, which stays open. A snapshot allows one search or scan at a
   * time, by its thread.
   *
   * @param from a geometry that is not empty
   * @param filter condition on the attributes, or null
   * @param most maximum number of records; {@code Long.MAX_VALUE} for no limit
   * @param watch ends the search on a timeout or a cancellation; null for none
   * @throws IllegalArgumentException if the geometry is empty or not finite, or {@code most} is
   *     negative
   * @throws SpecException if the table has no index on the geometry, or the filter names an
   *     attribute that the table does not have
   */
  public static NearestRecords open(
      TableSnapshot snapshot,
      Geometry from,
      @Nullable Filter filter,
      long most,
      @Nullable QueryWatch watch) {
    GeometryForm.requireAskable("geometry", from);
    if (most < 0) {
      throw new IllegalArgumentException("limit " + most + " (allowed: 0 or more)");
    }
    GeometryIndex index = snapshot.indices().ofGeometry();
    if (index == null) {
      throw new MissingIndexException(
          "nearest: the table has no index on the geometry; call addIndex(\"geom=grove\")");
    }
    return new NearestRecords(snapshot, index, from, filter, most, watch);
  }

  /**
   * Limits the number of records that the search reads. A search that would need more gives up:
   * {@link #next} returns false and {@link #gaveUp} returns true.
   */
  public void giveUpAfter(long records) {
    looks = records;
  }

  /** Returns whether the search ended because it would have read too many records. */
  public boolean gaveUp() {
    return gaveUp;
  }

  /**
   * Returns a cursor over the nearest records that also satisfy the conditions on keys and
   * geometries of a query.
   *
   * @param query the query; its filter is ignored because the search has already applied it
   */
  public RecordCursor refined(ScanQuery query) {
    return TableScan.refined(snapshot, query, this);
  }

  @Override
  public boolean next() {
    if (closed) {
      throw new IllegalStateException("cursor: is closed; open a new cursor");
    }
    try {
      while (left > 0 && entries.next()) {
        if (isAnswer(entries.id(), entries.distance())) {
          left--;
          meter.record();
          return true;
        }
      }
    } catch (TooManyLooks e) {
      gaveUp = true;
    }
    left = 0;
    return false;
  }

  /**
   * Thrown by a callback of the index search to end the search when it has read too many records.
   */
  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyLooks() {
      super("the search looks at more records than it may", null, false, false);
    }
  }

  /** Reads the record of an index entry, and returns whether the record is a result. */
  private boolean isAnswer(long rid, double distance) {
    boolean mayBeLeftOut = !filter.passesAll() || !skipped.isEmpty();
    if (!mayBeLeftOut || !Double.isInfinite(distance)) {
      read(rid);
      return true;
    }
    if (passedAtInfinity == 0) {
      left = 0; // no other record can pass
      return false;
    }
    read(rid);
    if (skipped.contains(rid) || !filter.passes(rid, record.body())) {
      return false;
    }
    passedAtInfinity--;
    return true;
  }

  /** Returns the distance of a record, or positive infinity for a record to skip. */
  private double distanceOf(long rid) {
    if (looks-- <= 0) {
      throw new TooManyLooks();
    }
    meter.candidate();
    read(rid);
    if (!filter.passes(rid, record.body())) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double distance = metric.between(from, geometries.indexed(rid, record.wkb()));
      passedAtInfinity += Double.isInfinite(distance) ? 1 : 0;
      return distance;
    } catch (UnansweredGeometryException e) {
      if (skipped.add(rid)) {
        meter.skipped(rid, record.id(), String.valueOf(e.getMessage()));
      }
      return Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Reads the records with the nearest bounds page by page. The search must measure each of these
   * records anyway.
   */
  private RecordBatch first(GeometryIndex index, EntryQuery nearest, int most) {
    long[] rids = new long[most];
    int count = 0;
    try (EntryCursor byBounds =
        index.at(snapshot, false, meter::indexPages).cursor(meter.watched(nearest))) {
      while (count < most && byBounds.next()) {
        rids[count++] = byBounds.id();
      }
    }
    RecordBatch batch = new RecordBatch(snapshot, most);
    batch.read(rids, count);
    return batch;
  }

  private void read(long rid) {
    HeapRecord found = first != null && first.holds(rid) ? first.show(rid) : readOne(rid);
    if (found == null) {
      throw IndexScan.missing(rid);
    }
    record = found;
  }

  private @Nullable HeapRecord readOne(long rid) {
    return snapshot.get(rid, single) ? single : null;
  }

  /**
   * Returns the distance of the current record, in units of the coordinates or in metres. Rounding
   * errors are corrected: the distance is never less than the distance of the record's rectangle,
   * and never less than the distance of the previous record.
   */
  public double distance() {
    return entries.distance();
  }

  @Override
  public long rid() {
    return record.rid();
  }

  @Override
  public long key() {
    return record.id();
  }

  @Override
  public ByteBuffer record() {
    return record.body();
  }

  @Override
  public ScanStats figures() {
    return meter.figures();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        entries.close();
      } finally {
        snapshot.unwatch();
      }
    }
  }
}
