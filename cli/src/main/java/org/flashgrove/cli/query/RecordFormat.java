package org.flashgrove.cli.query;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.geojson.GeoJson;
import org.locationtech.jts.geom.Geometry;

/** Output format of table records. */
enum RecordFormat {
  /**
   * Rows {@code id,wkt} and attributes, with a header. An attribute without a value is an empty
   * field.
   */
  CSV,
  /** Same rows as {@link #CSV}. */
  WKT,
  /**
   * FeatureCollection with one feature on each line. The key is the id. Integers, finite doubles
   * and booleans are JSON values, and all other values are text.
   */
  GEOJSON {
    @Override
    void begin(PrintStream out, List<String> names) {
      out.println(GeoJson.BEGIN);
    }

    @Override
    void record(PrintStream out, long key, Geometry geometry, Values values, boolean first) {
      requireWgs84(geometry);
      out.print(first ? "" : ",\n");
      out.print("{\"type\":\"Feature\",\"id\":" + key + ",\"properties\":{");
      out.print(values == null ? "" : attributes(values));
      out.print("},\"geometry\":" + GeoJson.geometry(geometry) + "}");
    }

    private static void requireWgs84(Geometry geometry) {
      requireWgs84(CoordinateSystem.epsg(geometry == null ? 0 : geometry.getSRID()));
    }

    @Override
    RecordFormat requireMeant(Supplier<CoordinateSystem> ofTable) {
      requireWgs84(ofTable.get());
      return this;
    }

    private static void requireWgs84(CoordinateSystem system) {
      if (system.isKnown() && !system.isWgs84()) {
        throw new IllegalArgumentException(
            "--format geojson: records are in "
                + system
                + ", but geojson requires WGS 84; use --format csv or wkt, or 'export' or 'convert'"
                + " with --reproject");
      }
    }

    @Override
    void end(PrintStream out) {
      out.println("\n" + GeoJson.END);
    }
  },
  /**
   * JSON objects in the member {@code rows}, which is printed as the first member of the command's
   * JSON object. Values have the same form as in GeoJSON.
   */
  JSON {
    @Override
    void begin(PrintStream out, List<String> names) {
      out.print(RowsMember.BEGIN);
    }

    @Override
    void record(PrintStream out, long key, Geometry geometry, Values values, boolean first) {
      out.print(first ? "" : ",");
      out.print(RowsMember.NEXT + "{\"id\":" + key + ",\"wkt\":");
      out.print(geometry == null ? "null" : quoted(WellKnownText.write(geometry)));
      if (values != null) {
        out.print(",\"attributes\":{" + attributes(values) + "}");
      }
      out.print("}");
    }

    @Override
    void end(PrintStream out) {
      out.print(RowsMember.END);
    }
  };

  static RecordFormat named(String name) {
    for (RecordFormat format : List.of(CSV, WKT, GEOJSON)) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "--format " + name.toLowerCase(Locale.ROOT) + " (allowed: csv, geojson, wkt)");
  }

  /**
   * Returns this format. Throws an exception if programs that read this format would misinterpret
   * the coordinates.
   *
   * @param ofTable returns the coordinate system of the records; a format that allows all systems
   *     does not call it
   */
  RecordFormat requireMeant(Supplier<CoordinateSystem> ofTable) {
    return this;
  }

  /**
   * Attributes of a record.
   *
   * @param names names of the attributes
   * @param value returns the value of the attribute with an index, or null
   */
  record Values(List<String> names, IntFunction<Object> value) {}

  private static String attributes(Values values) {
    StringBuilder members = new StringBuilder();
    for (int i = 0; i < values.names().size(); i++) {
      members.append(i == 0 ? "" : ",").append(quoted(values.names().get(i)));
      members.append(':').append(json(values.value().apply(i)));
    }
    return members.toString();
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private static String json(Object value) {
    boolean isJson =
        value == null
            || value instanceof Boolean
            || value instanceof Integer
            || value instanceof Long
            || value instanceof Double real && Double.isFinite(real);
    return isJson ? String.valueOf(value) : quoted(ValueText.of(value));
  }

  /** Prints the text before the first record, such as a header. */
  void begin(PrintStream out, List<String> names) {
    StringBuilder header = new StringBuilder("id,wkt");
    FeatureSchema.freeNames(names, true, "id", "wkt")
        .forEach(each -> header.append(',').append(field(each)));
    out.println(header);
  }

  /** Returns a CSV field. Quotes it if CSV requires that, or if the text is empty. */
  static String field(String text) {
    boolean isPlain = !text.isEmpty() && text.equals(text.strip());
    for (int i = 0; isPlain && i < text.length(); i++) {
      isPlain = "\",;\t|:\r\n#".indexOf(text.charAt(i)) < 0;
    }
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /**
   * Prints a record.
   *
   * @param values attributes of the record; null if records have no attributes
   * @param first whether this is the first record
   */
  void record(PrintStream out, long key, Geometry geometry, Values values, boolean first) {
    StringBuilder line = new StringBuilder().append(key).append(',');
    if (geometry != null) {
      line.append('"').append(WellKnownText.write(geometry)).append('"');
    }
    for (int i = 0; values != null && i < values.names().size(); i++) {
      Object value = values.value().apply(i);
      line.append(',').append(value == null ? "" : field(ValueText.of(value)));
    }
    out.println(line);
  }

  void end(PrintStream out) {}

  /** Prints records one by one, after a header. */
  static final class Printer {
    private final RecordFormat format;
    private final PrintStream out;
    private final RecordGeometries geometries = new RecordGeometries();
    private final Row row;
    private final Values values;
    private boolean first = true;

    Printer(RecordFormat format, PrintStream out, Schema schema) {
      this.format = format;
      this.out = out;
      row = schema.isBytes() ? null : new Row(schema);
      List<String> names = schema.attributes().stream().map(Attribute::name).toList();
      values = row == null ? null : new Values(names, row::value);
      format.begin(out, row == null ? List.of() : names);
    }

    /** Prints the current record of a cursor. */
    void print(RecordCursor cursor) {
      ByteBuffer body = cursor.record();
      int bytes = body.getInt(body.position());
      Geometry geometry =
          geometries.stored(cursor.rid(), body.slice(body.position() + Integer.BYTES, bytes));
      if (row != null) {
        row.showBody(body);
      }
      format.record(out, cursor.key(), geometry, values, first);
      first = false;
    }
  }
}
