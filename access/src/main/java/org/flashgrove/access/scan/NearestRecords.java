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
 * The records of a table nearest to a geometry, nearest first, by the distances of geometries
 * themselves by the table's metric ({@link Metric#between}): Euclidean and in the plane (of
 * longitudes and latitudes in degrees, not on the earth), unless the table was created with metric
 * {@code geodesic}, by which they are metres. The spatial index gives candidates by the distances
 * of their bounds, and a record is read when no other can be nearer than its bounds. In a table
 * larger than its memory, the first records of a known number are read together, page by page.
 * Records of equal distance come by RID. Records without a geometry, or with an empty one, are
 * never among them. With a filter on attributes those that do not pass are read and left out;
 * memory grows with their number. The search also skips records whose distance no algorithm can
 * compute; {@link ScanStats#skipped} lists them.
 */
public final class NearestRecords implements RecordCursor {
  /** Fewest records for which the index is searched twice to read them together. */
  private static final int LEAST_BATCH = 8;

  private final TableSnapshot snapshot;
  private final Geometry from;
  private final Metric metric;
  private final ScanMeter meter;
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord single = new HeapRecord();
  private final RecordFilter filter;
  private final EntryCursor entries;

  /** The records with the nearest bounds, or null if the search reads them one by one. */
  private final @Nullable RecordBatch first;

  private HeapRecord record = single;

  /** Records that passed the filter and lie at a distance beyond all numbers. */
  private long passedAtInfinity;

  /** Records whose distance no algorithm can compute. */
  private final Set<Long> skipped = new HashSet<>();

  /** Records that the search may still look at before it gives up. */
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
    long likely = this.filter.passesAll() ? most : Long.MAX_VALUE; // how many pass nobody knows
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
   * Starts a search in a snapshot, which stays open; one at a time, by the snapshot's thread.
   *
   * @param from not empty
   * @param filter what the attributes of records must be, or null
   * @param most most records; {@code Long.MAX_VALUE} for as many as are asked for
   * @param watch ends the search early, or null
   * @throws IllegalArgumentException for a geometry that is empty or not finite, or a number below
   *     0
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
          "nearest in a table without a spatial index (allowed: one with an index such as"
              + " geom=rstar)");
    }
    return new NearestRecords(snapshot, index, from, filter, most, watch);
  }

  /**
   * Limits the number of records that the search looks at. A search that needs more gives up: it
   * ends as if there were no further record.
   */
  public void giveUpAfter(long records) {
    looks = records;
  }

  /** Returns whether the search ended because it would have looked at too many records. */
  public boolean gaveUp() {
    return gaveUp;
  }

  /**
   * Lets those of the nearest records through whose keys and geometries a query asks for.
   *
   * @param query its filter does not count, since the search has applied it
   */
  public RecordCursor refined(ScanQuery query) {
    return TableScan.refined(snapshot, query, this);
  }

  @Override
  public boolean next() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
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

  /** Ends the search of the index, which asks for one distance after the other. */
  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyLooks() {
      super("the search looks at more records than it may", null, false, false);
    }
  }

  /** Reads the record of an entry and returns whether it is an answer; ends after the last one. */
  private boolean isAnswer(long rid, double distance) {
    boolean mayBeLeftOut = !filter.passesAll() || !skipped.isEmpty();
    if (!mayBeLeftOut || !Double.isInfinite(distance)) {
      read(rid);
      return true;
    }
    if (passedAtInfinity == 0) {
      left = 0; // no other will pass
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
   * Reads the records with the nearest bounds, page by page: the search has to measure all of them.
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
   * Returns the distance of the record the cursor stands on, in units of the coordinates, or
   * metres. It is not less than that of the record's rectangle, whatever rounding says, nor than
   * that of the record before.
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
