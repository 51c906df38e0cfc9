package org.flashgrove.spark.read;

import java.util.List;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.SealedTable;
import org.locationtech.jts.geom.Envelope;

/** Selects the tables that may have matching rows, using the ranges and bounds in the manifest. */
public final class TablePruning {
  private TablePruning() {}

  /** Returns the tables that may have rows that match the query, in their original order. */
  public static List<SealedTable> needed(List<SealedTable> tables, ScanQuery query) {
    return tables.stream().filter(table -> mayHold(table, query)).toList();
  }

  private static boolean mayHold(SealedTable table, ScanQuery query) {
    GeometryTest geometry = query.geometry();
    if (geometry == null) {
      return true;
    }
    Bounds box = table.bounds();
    Envelope asked = geometry.envelope();
    return box != null
        && geometry
            .candidates()
            .mayHold(
                asked.getMinX(),
                asked.getMinY(),
                asked.getMaxX(),
                asked.getMaxY(),
                box.minX(),
                box.minY(),
                box.maxX(),
                box.maxY());
  }
}
