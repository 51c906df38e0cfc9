package org.flashgrove.access.scan;

import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.heap.HeapRecord;
import org.locationtech.jts.geom.Geometry;

/**
 * The records of a table nearest to a geometry, nearest first, by the distances of geometries
 * themselves, Euclidean and in the plane (of longitudes and latitudes in degrees, not on the earth;
 * {@link PlanarDistance#between}): the spatial index gives candidates by the distances of their
 * bounds, and a record is read when no other can be nearer than its bounds. Records without a
 * geometry, or with an empty one, are never among them.
 */
public final class NearestRecords {
  private final TableSnapshot snapshot;
  private final Geometry from;
  private final ScanMeter meter = new ScanMeter();
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord record = new HeapRecord();

  /** Receives records in the order of their distance until it stops. */
  @FunctionalInterface
  public interface StoppingVisitor {
    /**
     * One record.
     *
     * @param record valid until the visitor returns
     * @param geometry the record's
     * @param distance Euclidean, in units of the coordinates, not less than that of its rectangle,
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

  private NearestRecords(TableSnapshot snapshot, Geometry from) {
    this.snapshot = snapshot;
    this.from = from;
  }

  /**
   * Visits records of a table as the newest commit left it.
   *
   * @param from not empty
   * @param limit most records to visit; {@code Long.MAX_VALUE} for as many as the visitor wants
   * @return what that has cost; candidates are records whose distance was measured
   * @throws IllegalArgumentException for an empty geometry or a limit below 0
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
    if (from.isEmpty()) {
      throw new IllegalArgumentException("geometry: is empty (allowed: one with points)");
    }
    if (limit < 0) {
      throw new IllegalArgumentException("limit " + limit + " (allowed: 0 or more)");
    }
    GeometryIndex index = snapshot.table().geometryIndex();
    if (index == null) {
      throw new SpecException(
          "nearest in a table without a spatial index (allowed: one with an index such as"
              + " geom=rstar)");
    }
    return new NearestRecords(snapshot, from).run(index, limit, visitor);
  }

  private ScanFigures run(GeometryIndex index, long limit, StoppingVisitor visitor) {
    snapshot.records().watch(meter);
    try {
      index
          .at(snapshot, false, meter::indexPages)
          .nearestUntil(
              from.getEnvelopeInternal(),
              limit,
              rid -> {
                meter.candidate();
                return PlanarDistance.between(from, geometry(rid));
              },
              (rid, minX, minY, maxX, maxY, distance) -> {
                meter.record();
                Geometry geometry = geometry(rid);
                return visitor.found(record, geometry, distance);
              });
      return meter.figures();
    } finally {
      snapshot.records().watch(null);
    }
  }

  private Geometry geometry(long rid) {
    if (!snapshot.get(rid, record)) {
      throw IndexScan.missing(rid);
    }
    return geometries.stored(rid, record.wkb());
  }
}
