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

/** Rejects records that a table cannot store, before anything changes. */
final class RecordChecks {
  private RecordChecks() {}

  /** Rejects a geometry as {@link Table#requireHoldable} does. */
  static void requireHoldable(List<TableIndex> indices, @Nullable Geometry geometry) {
    new RecordGeometries().requireKept(geometry);
    if (geometry != null) {
      GeometryForm.requireFinite("geometry", geometry);
    }
    validBounds(indices, geometry);
  }

  /**
   * Returns the bounds of a geometry after checking that all indices can store them. Returns null
   * for a null or empty geometry.
   */
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

  /** Rejects raw bytes if the records have named attributes. */
  static void requireBytes(Schema schema) {
    if (!schema.isBytes()) {
      throw new SpecException(
          "record bytes: the table has attributes instead; set values by name ("
              + schema.attributes().stream()
                  .map(Attribute::toString)
                  .collect(Collectors.joining("; "))
              + ")");
    }
  }
}
