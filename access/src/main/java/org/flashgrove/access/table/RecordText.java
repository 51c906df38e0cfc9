package org.flashgrove.access.table;

import org.flashgrove.core.failure.DamagedStoreException;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/** Text of a record for logs and debuggers. */
final class RecordText {
  /** Points of a geometry that are written out. */
  private static final int MOST_POINTS = 8;

  private RecordText() {}

  /**
   * Returns the text of a record.
   *
   * @param isKey whether only its key is known
   * @param isEmpty whether it shows no record yet
   */
  static String of(TableRecord record, boolean isKey, boolean isEmpty) {
    if (isEmpty) {
      return "TableRecord[none]";
    }
    String key = "TableRecord[key=" + record.key();
    return isKey ? key + "]" : key + ", " + content(record) + "]";
  }

  private static String content(TableRecord record) {
    try {
      return record.row() + ", geometry=" + text(record.geometry());
    } catch (DamagedStoreException e) {
      return e.getMessage();
    }
  }

  private static String text(@Nullable Geometry geometry) {
    if (geometry == null) {
      return "null";
    }
    return geometry.getNumPoints() <= MOST_POINTS
        ? geometry.toText()
        : geometry.getGeometryType() + " of " + geometry.getNumPoints() + " points";
  }
}
