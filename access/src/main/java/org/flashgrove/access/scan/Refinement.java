package org.flashgrove.access.scan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOperator;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Applies the conditions of a query to records: first the key range, then the filter on attributes,
 * then the bounds of geometries, and last the geometries.
 */
final class Refinement extends RecordOperator {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final ScanQuery query;
  private final @Nullable GeometryTest geometry;
  private final @Nullable RectangleTest filter;
  private final RecordGeometries geometries = new RecordGeometries();
  private final RecordFilter attributes;
  private @Nullable Geometry object;
  private ByteBuffer viewed = NOTHING;
  private ByteBuffer view = NOTHING;
  private final SkipCollector skipped = new SkipCollector();
  private long records;

  Refinement(RecordCursor input, ScanQuery query, Schema schema) {
    super(input);
    attributes = new RecordFilter(query.filter(), schema);
    this.query = query;
    geometry = query.geometry();
    filter = geometry == null ? null : geometry.candidates();
  }

  @Override
  public boolean next() {
    while (input.next()) {
      if (query.holdsKey(input.key())
          && attributes.passes(input.rid(), input.record())
          && (geometry == null || filter == null || holds(geometry, filter))) {
        records++;
        return true;
      }
    }
    return false;
  }

  private boolean holds(GeometryTest asked, RectangleTest candidates) {
    object = geometries.stored(input.rid(), wkb(input.record()));
    if (object == null || object.isEmpty()) {
      return false;
    }
    Envelope q = asked.envelope();
    Envelope e = object.getEnvelopeInternal();
    boolean candidate =
        candidates.matches(
            q.getMinX(),
            q.getMinY(),
            q.getMaxX(),
            q.getMaxY(),
            e.getMinX(),
            e.getMinY(),
            e.getMaxX(),
            e.getMaxY());
    return candidate
        && (asked.holdsByBounds(e.getMinX(), e.getMinY(), e.getMaxX(), e.getMaxY())
            || matches(asked, object));
  }

  /**
   * Returns whether the geometry of a record satisfies a condition. If no algorithm can evaluate
   * the geometry, returns false and notes the record as skipped.
   */
  private boolean matches(GeometryTest asked, Geometry of) {
    try {
      return asked.matches(of);
    } catch (UnansweredGeometryException e) {
      skipped.add(input.rid(), input.key(), String.valueOf(e.getMessage()));
      return false;
    }
  }

  private ByteBuffer wkb(ByteBuffer body) {
    if (viewed != body) {
      viewed = body;
      view = body.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }
    int start = body.position() + Integer.BYTES;
    return view.limit(start + body.getInt(body.position())).position(start);
  }

  @Override
  public @Nullable Geometry geometry() {
    return object;
  }

  @Override
  public ScanStats figures() {
    return skipped.over(input.figures(), records);
  }
}
