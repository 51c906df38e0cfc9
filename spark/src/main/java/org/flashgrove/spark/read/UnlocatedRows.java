package org.flashgrove.spark.read;

import java.nio.ByteBuffer;
import org.flashgrove.access.plan.QueryPlanner;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads rows of a table that match conditions on attributes but have no distance to a given
 * geometry. The geometry of these rows is missing, empty, or impossible to measure. Not safe for
 * use by several threads.
 */
final class UnlocatedRows implements AutoCloseable {
  private final RecordCursor records;
  private final boolean needsGeometry;
  private final Geometry from;
  private final RecordGeometries geometries = new RecordGeometries();

  /**
   * Starts the scan.
   *
   * @param from geometry from which distances are measured
   */
  UnlocatedRows(TableSnapshot snapshot, PushedCondition condition, Geometry from) {
    this.from = from;
    needsGeometry = condition.needsGeometry();
    records = QueryPlanner.of(snapshot, condition.query(), null).open();
  }

  /** Moves to the next row. Returns false if there is none. */
  boolean next() {
    while (TableUse.advance(records, needsGeometry)) {
      if (!isLocated(records.record())) {
        return true;
      }
    }
    return false;
  }

  private boolean isLocated(ByteBuffer body) {
    int bytes = body.getInt(body.position());
    Geometry geometry = geometries.parse(body.slice(body.position() + Integer.BYTES, bytes));
    return geometry != null && !geometry.isEmpty() && isMeasurable(geometry);
  }

  private boolean isMeasurable(Geometry geometry) {
    try {
      return PlanarDistance.between(from, geometry) >= 0;
    } catch (UnansweredGeometryException e) {
      return false;
    }
  }

  ByteBuffer record() {
    return records.record();
  }

  @Override
  public void close() {
    records.close();
  }
}
