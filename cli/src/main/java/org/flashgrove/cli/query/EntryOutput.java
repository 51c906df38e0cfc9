package org.flashgrove.cli.query;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.flashgrove.datasets.geojson.GeoJson;

/** Output format of entries. */
enum EntryOutput {
  /** Rows {@code id,minx,miny,maxx,maxy} with a header. */
  CSV {
    @Override
    void begin(PrintStream out) {
      out.println("id,minx,miny,maxx,maxy");
    }

    @Override
    void entry(PrintStream out, long id, double minX, double minY, double maxX, double maxY) {
      out.println(id + "," + minX + "," + minY + "," + maxX + "," + maxY);
    }
  },
  /** FeatureCollection with one feature on each line. */
  GEOJSON {
    @Override
    void begin(PrintStream out) {
      out.println(GeoJson.BEGIN);
    }

    @Override
    String separator() {
      return ",\n";
    }

    @Override
    void entry(PrintStream out, long id, double minX, double minY, double maxX, double maxY) {
      String geometry = GeoJson.geometry(minX, minY, maxX, maxY);
      out.print(
          "{\"type\":\"Feature\",\"id\":" + id + ",\"properties\":{},\"geometry\":" + geometry);
      out.print("}");
    }

    @Override
    void end(PrintStream out) {
      out.println("\n" + GeoJson.END);
    }
  },
  /** Rows with id and WKT. */
  WKT {
    @Override
    void begin(PrintStream out) {
      out.println("id,wkt");
    }

    @Override
    void entry(PrintStream out, long id, double minX, double minY, double maxX, double maxY) {
      if (minX == maxX && minY == maxY) {
        out.println(id + ",POINT (" + minX + " " + minY + ")");
      } else {
        String ring =
            String.join(
                ", ",
                minX + " " + minY,
                maxX + " " + minY,
                maxX + " " + maxY,
                minX + " " + maxY,
                minX + " " + minY);
        out.println(id + ",\"POLYGON ((" + ring + "))\"");
      }
    }
  },

  /**
   * JSON objects in the member {@code rows}, which is printed as the first member of the command's
   * JSON object.
   */
  JSON {
    @Override
    void begin(PrintStream out) {
      out.print(RowsMember.BEGIN);
    }

    @Override
    String separator() {
      return ",";
    }

    @Override
    void entry(PrintStream out, long id, double minX, double minY, double maxX, double maxY) {
      out.print(RowsMember.NEXT);
      out.print("{\"id\":" + id + ",\"minx\":" + minX + ",\"miny\":" + minY);
      out.print(",\"maxx\":" + maxX + ",\"maxy\":" + maxY + "}");
    }

    @Override
    void end(PrintStream out) {
      out.print(RowsMember.END);
    }
  };

  /** Description of the option that selects a format. */
  static final String FORMATS =
      "Output format: csv, geojson, or wkt, which is CSV with the columns id and wkt instead of the"
          + " sides of rectangles. Records of a table have the same columns in csv and wkt"
          + " (default: csv).";

  static EntryOutput named(String name) {
    for (EntryOutput format : List.of(CSV, GEOJSON, WKT)) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "--format " + name.toLowerCase(Locale.ROOT) + " (allowed: csv, geojson, wkt)");
  }

  void begin(PrintStream out) {}

  String separator() {
    return "";
  }

  abstract void entry(PrintStream out, long id, double minX, double minY, double maxX, double maxY);

  void end(PrintStream out) {}

  /** Prints entries one by one. */
  static final class Printer {
    private final EntryOutput format;
    private final PrintStream out;
    private String separator = "";

    /** Prints the text before the first entry. */
    Printer(EntryOutput format, PrintStream out) {
      this.format = format;
      this.out = out;
      format.begin(out);
    }

    void entry(long id, double minX, double minY, double maxX, double maxY) {
      out.print(separator);
      separator = format.separator();
      format.entry(out, id, minX, minY, maxX, maxY);
    }

    /** Prints the text after the last entry. */
    void end() {
      format.end(out);
    }
  }
}
