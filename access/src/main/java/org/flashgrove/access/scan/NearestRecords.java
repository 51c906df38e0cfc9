package org.flashgrove.access.scan;

import java.util.HashSet;
import java.util.Set;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.record.ScanFigures;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * The records of a table nearest to a geometry, nearest first, by the distances of geometries
 * themselves by the table's metric ({@link Metric#between}): Euclidean and in the plane (of
 * longitudes and latitudes in degrees, not on the earth), unless the table was created with metric
 * {@code geodesic}, by which they are metres. The spatial index gives candidates by the distances
 * of their bounds, and a record is read when no other can be nearer than its bounds. Records
 * without a geometry, or with an empty one, are never among them. With a filter on attributes those
 * that do not pass are read and left out; memory grows with their number. The search also skips
 * records whose distance no algorithm can compute; {@link ScanFigures#skipped} lists them.
 */
public final class NearestRecords {
  private final TableSnapshot snapshot;
  private final Geometry from;
  private final Metric metric;
  private final ScanMeter meter = new ScanMeter();
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord record = new HeapRecord();
  private final RecordFilter filter;

  /** Records that passed the filter and lie at a distance beyond all numbers. */
  private long passedAtInfinity;

  /** Records whose distance no algorithm can compute. */
  private final Set<Long> skipped = new HashSet<>();

  private long left;

  /** Receives records in the order of their distance until it stops. */
  @FunctionalInterface
  public interface StoppingVisitor {
    /**
     * One record.
     *
     * @param record valid until the visitor returns
     * @param geometry the record's
     * @param distance in units of the coordinates, or metres, not less than that of its rectangle,
     *     whatever rounding says, nor than that of the record before; records of equal distance
     *     come by RID
     * @return whether the search goes on to the next neighbour
     */
    VisitResult found(HeapRecord record, Geometry geometry, double distance);
  }

  /** Receives records in the order of their distance, all that are asked for. */
  @FunctionalInterface
  public interface Visitor extends StoppingVisitor {
    /** One record, as {@link StoppingVisitor#found} gets it. */
    void visit(HeapRecord record, Geometry geometry, double distance);

    @Override
    default VisitResult found(HeapRecord record, Geometry geometry, double distance) {
      visit(record, geometry, distance);
      return VisitResult.CONTINUE;
    }
  }

  private NearestRecords(TableSnapshot snapshot, Geometry from, @Nullable Filter filter) {
    this.snapshot = snapshot;
    this.from = from;
    metric = snapshot.table().metric();
    this.filter = new RecordFilter(filter, snapshot.schema());
  }

  /**
   * Visits records of a table as the newest commit left it.
   *
   * @param from not empty
   * @param limit most records to visit; {@code Long.MAX_VALUE} for as many as the visitor wants
   * @return what that has cost; candidates are records whose distance was measured
   * @throws IllegalArgumentException for a geometry that is empty or not finite, one that the
   *     table's metric does not measure, or a limit below 0
   * @throws SpecException if the table has no index on the geometry
   */
  public static ScanFigures visit(Table table, Geometry from, long limit, Visitor visitor) {
    try (TableSnapshot snapshot = table.snapshot()) {
      return visit(snapshot, from, limit, visitor);
    }
  }

  /** Visits records of a table as {@link #visit} does until the visitor stops. */
  public static ScanFigures visitUntil(
      Table table, Geometry from, long limit, StoppingVisitor visitor) {
    try (TableSnapshot snapshot = table.snapshot()) {
      return visitUntil(snapshot, from, limit, visitor);
    }
  }

  /** Visits records of a snapshot, by its thread, as the other does of a table. */
  public static ScanFigures visit(
      TableSnapshot snapshot, Geometry from, long limit, Visitor visitor) {
    return visitUntil(snapshot, from, limit, visitor);
  }

  /** Visits records of a snapshot as {@link #visit} does until the visitor stops. */
  public static ScanFigures visitUntil(
      TableSnapshot snapshot, Geometry from, long limit, StoppingVisitor visitor) {
    return visitUntil(snapshot, from, null, limit, visitor);
  }

  /**
   * Visits the nearest of those records of a snapshot whose attributes pass a filter, until the
   * visitor stops.
   *
   * @param filter null for all
   * @throws SpecException if it names an attribute that the table does not have
   */
  public static ScanFigures visitUntil(
      TableSnapshot snapshot,
      Geometry from,
      @Nullable Filter filter,
      long limit,
      StoppingVisitor visitor) {
    GeometryForm.requireAskable("geometry", from);
    snapshot.table().metric().requireMeasurable(from);
    if (limit < 0) {
      throw new IllegalArgumentException("limit " + limit + " (allowed: 0 or more)");
    }
    GeometryIndex index = snapshot.indices().ofGeometry();
    if (index == null) {
      throw new SpecException(
          "nearest in a table without a spatial index (allowed: one with an index such as"
              + " geom=rstar)");
    }
    return new NearestRecords(snapshot, from, filter).run(index, limit, visitor);
  }

  private ScanFigures run(GeometryIndex index, long limit, StoppingVisitor visitor) {
    if (limit == 0) {
      return meter.figures();
    }
    left = limit;
    snapshot.records().watch(meter);
    try {
      index
          .at(snapshot, false, meter::indexPages)
          .scan(
              EntryQuery.nearest(
                      filter.passesAll()
                          ? limit
                          : Long.MAX_VALUE, // how many will pass nobody knows
                      from.getEnvelopeInternal())
                  .byDistance(this::distance),
              (rid, minX, minY, maxX, maxY, distance) -> found(rid, distance, visitor));
      return meter.figures();
    } finally {
      snapshot.records().watch(null);
    }
  }

  /** Returns the distance of a record, or positive infinity for a record to skip. */
  private double distance(long rid) {
    meter.candidate();
    read(rid);
    if (!filter.passes(rid, record.body())) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      double distance = metric.between(from, geometry(rid));
      passedAtInfinity += Double.isInfinite(distance) ? 1 : 0;
      return distance;
    } catch (UnansweredGeometryException e) {
      skip(rid, e);
      return Double.POSITIVE_INFINITY;
    }
  }

  private void skip(long rid, UnansweredGeometryException reason) {
    if (skipped.add(rid)) {
      meter.skipped(rid, record.id(), String.valueOf(reason.getMessage()));
    }
  }

  private VisitResult found(long rid, double distance, StoppingVisitor visitor) {
    boolean mayBeLeftOut = !filter.passesAll() || !skipped.isEmpty();
    if (mayBeLeftOut && Double.isInfinite(distance)) {
      if (passedAtInfinity == 0) {
        return VisitResult.STOP; // no other will pass
      }
      read(rid);
      if (skipped.contains(rid) || !filter.passes(rid, record.body())) {
        return VisitResult.CONTINUE;
      }
      passedAtInfinity--;
    } else {
      read(rid);
    }
    meter.record();
    VisitResult result = visitor.found(record, geometry(rid), distance);
    return --left == 0 ? VisitResult.STOP : result;
  }

  private void read(long rid) {
    if (!snapshot.get(rid, record)) {
      throw IndexScan.missing(rid);
    }
  }

  private Geometry geometry(long rid) {
    return geometries.indexed(rid, record.wkb());
  }
}
