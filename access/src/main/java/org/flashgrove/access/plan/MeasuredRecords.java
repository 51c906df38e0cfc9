package org.flashgrove.access.plan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOperator;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.SkipCollector;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.indexes.bplus.KeyKind;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Measures the distance of each record from a geometry. Skips records without a geometry, and
 * records whose distance no algorithm can compute.
 */
final class MeasuredRecords extends RecordOperator {
  private final Geometry from;
  private final Metric metric;
  private final DistanceFrom fromBounds;
  private final RecordGeometries geometries = new RecordGeometries();
  private final SkipCollector skipped = new SkipCollector();
  private double distance;
  private long records;

  MeasuredRecords(RecordCursor input, Geometry from, Metric metric) {
    super(input);
    this.from = from;
    this.metric = metric;
    Envelope bounds = from.getEnvelopeInternal();
    fromBounds =
        metric
            .from(bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY())
            .ofObjects();
  }

  @Override
  public boolean next() {
    while (input.next()) {
      Geometry known = input.geometry();
      Geometry geometry = known == null ? stored() : known;
      if (geometry != null && !geometry.isEmpty() && measures(geometry)) {
        records++;
        return true;
      }
    }
    return false;
  }

  private @Nullable Geometry stored() {
    ByteBuffer body = input.record();
    int bytes = body.getInt(body.position());
    ByteBuffer wkb = body.slice(body.position() + Integer.BYTES, bytes);
    return geometries.stored(input.rid(), wkb.order(ByteOrder.LITTLE_ENDIAN));
  }

  private boolean measures(Geometry geometry) {
    try {
      Envelope e = geometry.getEnvelopeInternal();
      // Because of rounding, a distance could be less than the distance of the record's rectangle.
      distance =
          Math.max(
              fromBounds.least(e.getMinX(), e.getMinY(), e.getMaxX(), e.getMaxY()),
              metric.between(from, geometry));
      return true;
    } catch (UnansweredGeometryException e) {
      skipped.add(input.rid(), input.key(), String.valueOf(e.getMessage()));
      return false;
    }
  }

  /** Returns the distance of the current record as a 64-bit number that sorts like the distance. */
  long word() {
    return KeyKind.word(distance);
  }

  @Override
  public ScanStats figures() {
    return skipped.over(input.figures(), records);
  }
}
