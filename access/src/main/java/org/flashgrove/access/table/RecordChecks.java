package org.flashgrove.access.table;

import java.util.List;
import java.util.stream.Collectors;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.spec.SpecException;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Refuses records that a table cannot hold, before anything is changed. */
final class RecordChecks {
  private RecordChecks() {}

  /** Refuses a geometry as {@link Table#requireHoldable} does. */
  static void requireHoldable(List<TableIndex> indices, @Nullable Geometry geometry) {
    new RecordGeometries().requireKept(geometry);
    if (geometry != null) {
      GeometryForm.requireFinite("geometry", geometry);
    }
    validBounds(indices, geometry);
  }

  /** Returns the bounds of a geometry that all indices can hold; null if it has none or is null. */
  static @Nullable Envelope validBounds(List<TableIndex> indices, @Nullable Geometry geometry) {
    Envelope bounds = RecordGeometries.bounds(geometry);
    if (bounds != null) {
      Rectangles.requireValid(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
    for (TableIndex index : indices) {
      index.requireHoldable(bounds);
    }
    return bounds;
  }

  /** Refuses bytes of the application for records that have attributes. */
  static void requireBytes(Schema schema) {
    if (!schema.isBytes()) {
      throw new SpecException(
          "bytes for a table with attributes (allowed: values by name: "
              + schema.attributes().stream()
                  .map(Attribute::toString)
                  .collect(Collectors.joining("; "))
              + ")");
    }
  }
}
