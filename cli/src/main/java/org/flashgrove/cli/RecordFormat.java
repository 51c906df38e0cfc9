package org.flashgrove.cli;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.flashgrove.access.scan.RecordCursor;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanFigures;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.Table;
import org.locationtech.jts.geom.Geometry;

/** How records of a table are printed. */
enum RecordFormat {
  /** Rows {@code id,wkt} under a header. */
  CSV,
  /** The same. */
  WKT;

  static RecordFormat named(String name) {
    for (RecordFormat format : values()) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "--format " + name.toLowerCase(Locale.ROOT) + " with a table (allowed: csv, wkt)");
  }

  /** Prints the records of a query; what the scan has cost. */
  ScanFigures list(PrintStream out, Table table, ScanQuery query, ScanConfig config) {
    try (RecordCursor cursor = TableScan.open(table, query, config)) {
      return list(out, cursor);
    }
  }

  /** Prints the records of a scan; what it has cost. */
  ScanFigures list(PrintStream out, RecordCursor cursor) {
    RecordGeometries geometries = new RecordGeometries();
    out.println("id,wkt");
    while (cursor.next()) {
      ByteBuffer body = cursor.record();
      int bytes = body.getInt(body.position());
      Geometry geometry =
          geometries.stored(cursor.rid(), body.slice(body.position() + Integer.BYTES, bytes));
      out.println(geometry == null ? cursor.key() + "," : cursor.key() + ",\"" + geometry + "\"");
    }
    return cursor.figures();
  }
}
