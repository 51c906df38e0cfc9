package org.flashgrove.cli.query;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Result of a search for the nearest entries or records, and its output. */
final class NeighbourRows {
  private static final String[] ENTRY_NAMES = {"id", "distance", "minx", "miny", "maxx", "maxy"};
  private static final String[] RECORD_NAMES = {
    "id", "distance", "minx", "miny", "maxx", "maxy", "wkt"
  };

  /** Description of the option that selects a format. */
  static final String FORMATS =
      "Output format: csv, geojson or wkt. The csv of records has the columns id, distance and the"
          + " bounds, then wkt and the attributes. The format wkt has no bounds, and distance"
          + " follows wkt (default: csv).";

  /** Name of the attribute with the distance, in formats with attributes. */
  static final String DISTANCE = "distance";

  /**
   * One neighbour.
   *
   * @param geometry geometry of a record; null for an entry
   * @param values attributes of a record; empty for an entry
   */
  private record Found(Neighbour neighbour, Geometry geometry, List<Object> values) {}

  private final RecordFormat format;
  private final List<String> attributes;
  private final boolean isOfRecords;
  private final List<Found> found = new ArrayList<>();

  private NeighbourRows(RecordFormat format, List<String> attributes, boolean isOfRecords) {
    this.format = format;
    this.attributes = attributes;
    this.isOfRecords = isOfRecords;
  }

  /** Creates an empty result of entries. */
  static NeighbourRows ofEntries(String format) {
    return new NeighbourRows(RecordFormat.named(format), List.of(), false);
  }

  /**
   * Creates an empty result of records.
   *
   * @param system returns the coordinate system of the records
   */
  static NeighbourRows ofRecords(
      RecordFormat format, Schema schema, Supplier<CoordinateSystem> system) {
    List<String> names =
        schema.isBytes() ? List.of() : schema.attributes().stream().map(Attribute::name).toList();
    return new NeighbourRows(format.requireMeant(system), names, true);
  }

  /** Adds an entry. */
  void add(Neighbour entry) {
    found.add(new Found(entry, null, List.of()));
  }

  /** Adds a copy of the current record of a cursor. */
  void add(TableRecord record) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < attributes.size(); i++) {
      values.add(record.row().value(i));
    }
    Geometry geometry = record.geometry();
    found.add(new Found(Neighbour.of(record.key(), geometry, record.distance()), geometry, values));
  }

  /** Sorts the neighbours by {@link Neighbour#ORDER}. */
  void sort() {
    found.sort(Comparator.comparing(Found::neighbour, Neighbour.ORDER));
  }

  /** Returns the neighbours in their order. */
  List<Neighbour> neighbours() {
    return found.stream().map(Found::neighbour).toList();
  }

  /**
   * Prints all neighbours.
   *
   * @param json whether they are the first member of a JSON object
   */
  void print(PrintStream out, boolean json) {
    if (!isOfRecords && (json || format == RecordFormat.CSV)) {
      printEntries(new PlainRows(out, json, ENTRY_NAMES));
    } else if (!json && format == RecordFormat.CSV) {
      printRecords(out);
    } else {
      print(out, json ? RecordFormat.JSON : format);
    }
  }

  private void printEntries(PlainRows rows) {
    for (Found each : found) {
      Neighbour entry = each.neighbour;
      rows.add(
          entry.id(), entry.distance(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
    }
    rows.end();
  }

  private void printRecords(PrintStream out) {
    StringBuilder header = new StringBuilder(String.join(",", RECORD_NAMES));
    FeatureSchema.freeNames(attributes, true, RECORD_NAMES)
        .forEach(name -> header.append(',').append(RecordFormat.field(name)));
    out.println(header);
    for (Found each : found) {
      StringBuilder line = new StringBuilder(each.neighbour.row());
      for (Object value : each.values) {
        line.append(',').append(value == null ? "" : RecordFormat.field(ValueText.of(value)));
      }
      out.println(line);
    }
  }

  /** Prints all neighbours with their distances as the first attribute. */
  private void print(PrintStream out, RecordFormat as) {
    List<String> names = new ArrayList<>(List.of(DISTANCE));
    names.addAll(FeatureSchema.freeNames(attributes, true, DISTANCE));
    as.begin(out, names);
    boolean first = true;
    for (Found each : found) {
      List<Object> values = new ArrayList<>(List.of(each.neighbour.distance()));
      values.addAll(each.values);
      Geometry geometry = each.geometry == null ? rectangle(each.neighbour) : each.geometry;
      RecordFormat.Values named = new RecordFormat.Values(names, values::get);
      as.record(out, each.neighbour.id(), geometry, named, first);
      first = false;
    }
    as.end(out);
  }

  private static Geometry rectangle(Neighbour entry) {
    return new GeometryFactory()
        .toGeometry(new Envelope(entry.minX(), entry.maxX(), entry.minY(), entry.maxY()));
  }
}
