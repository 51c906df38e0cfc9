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
import org.locationtech.jts.io.WKTWriter;

/** How records of a table are printed. */
enum RecordFormat {
  /** Rows {@code id,wkt} under a header. */
  CSV,
  /** The same. */
  WKT,
  /** A FeatureCollection, one feature a line; the id is the key. */
  GEOJSON {
    @Override
    void begin(PrintStream out) {
      out.println(GeoJson.BEGIN);
    }

    @Override
    void record(PrintStream out, long key, Geometry geometry, boolean first) {
      out.print(first ? "" : ",\n");
      out.print("{\"type\":\"Feature\",\"id\":" + key + ",\"properties\":{},\"geometry\":");
      out.print(GeoJson.geometry(geometry) + "}");
    }

    @Override
    void end(PrintStream out) {
      out.println("\n" + GeoJson.END);
    }
  };

  /** Z and M stand in the text if a geometry has them. */
  private static final WKTWriter TEXT = new WKTWriter(4);

  static RecordFormat named(String name) {
    for (RecordFormat format : values()) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "--format " + name.toLowerCase(Locale.ROOT) + " (allowed: csv, geojson, wkt)");
  }

  void begin(PrintStream out) {
    out.println("id,wkt");
  }

  void record(PrintStream out, long key, Geometry geometry, boolean first) {
    out.println(geometry == null ? key + "," : key + ",\"" + TEXT.write(geometry) + "\"");
  }

  void end(PrintStream out) {}

  /** Prints the records of a query; what the scan has cost. */
  ScanFigures list(PrintStream out, Table table, ScanQuery query, ScanConfig config) {
    try (RecordCursor cursor = TableScan.open(table, query, config)) {
      return list(out, cursor);
    }
  }

  /** Prints the records of a scan; what it has cost. */
  ScanFigures list(PrintStream out, RecordCursor cursor) {
    RecordGeometries geometries = new RecordGeometries();
    begin(out);
    boolean first = true;
    while (cursor.next()) {
      ByteBuffer body = cursor.record();
      int bytes = body.getInt(body.position());
      Geometry geometry =
          geometries.stored(cursor.rid(), body.slice(body.position() + Integer.BYTES, bytes));
      record(out, cursor.key(), geometry, first);
      first = false;
    }
    end(out);
    return cursor.figures();
  }
}
