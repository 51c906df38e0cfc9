package org.flashgrove.cli.maintenance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.CoordinateOptions;
import org.flashgrove.cli.input.Reprojection;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.feature.TextForms;
import org.flashgrove.datasets.file.OutputFile;
import org.locationtech.jts.geom.Geometry;

/**
 * Writes the records of a table to a data file. Keys become ids. Attributes of types that data
 * files do not support become text. The export reads one snapshot twice. The first time it collects
 * what formats need to know before the first feature, and the second time it writes.
 */
final class TableExport {
  private final TableSnapshot snapshot;
  private final DataFormat format;
  private final Path out;
  private final CoordinateOptions coordinates;
  private final List<AttributeType> types = new ArrayList<>();
  private final long[] texts;
  private final GeometryFacts.Finder geometries = new GeometryFacts.Finder();

  /** Number of records by the SRID of their geometries. */
  private final Map<Integer, Long> systems = new TreeMap<>();

  private Reprojection reprojection;
  private long count;
  private final CoordinateSystem kept;
  private long emptied;

  /**
   * Creates an export.
   *
   * @param kept coordinate system of geometries without an SRID
   */
  TableExport(
      TableSnapshot snapshot,
      DataFormat format,
      Path out,
      CoordinateOptions coordinates,
      CoordinateSystem kept) {
    this.kept = kept;
    this.snapshot = snapshot;
    this.format = format;
    this.out = out;
    this.coordinates = coordinates;
    for (Attribute each : attributes()) {
      types.add(typeOf(each));
    }
    texts = new long[types.size()];
  }

  private static AttributeType typeOf(Attribute attribute) {
    return switch (attribute.type()) {
      case BOOLEAN -> AttributeType.BOOLEAN;
      case INT, LONG -> AttributeType.INTEGER;
      case DOUBLE -> AttributeType.REAL;
      case BYTES -> AttributeType.BYTES;
      case DATE -> AttributeType.DATE;
      case INSTANT -> AttributeType.MOMENT;
      case DECIMAL, STRING, UUID -> AttributeType.TEXT;
    };
  }

  private List<Attribute> attributes() {
    Schema schema = snapshot.schema();
    return schema.isBytes() ? List.of() : schema.attributes();
  }

  /**
   * Reads all records once, and returns the schema that the written file needs.
   *
   * @param source name of the table in messages
   * @throws IllegalArgumentException if readers of the format would misinterpret the coordinates
   */
  FeatureSchema learned(String source) {
    TextForms[] forms = new TextForms[types.size()];
    Arrays.setAll(forms, i -> new TextForms());
    long givenIds = 0;
    try (TableCursor records = TableQuery.of(snapshot).cursor()) {
      while (records.next()) {
        TableRecord record = records.record();
        Geometry geometry = record.geometry();
        count++;
        givenIds += record.key() == count ? 0 : 1;
        emptied += geometry != null && geometry.isEmpty() ? 1 : 0;
        boolean hasGeometry = geometry != null && !geometry.isEmpty();
        if (hasGeometry) {
          systems.merge(geometry.getSRID(), 1L, Long::sum);
        }
        geometries.add(record.key(), hasGeometry ? transformed(geometry, source) : null);
        learn(record.row(), forms);
      }
    }
    FeatureSchema schema =
        new FeatureSchema(
            geometries.facts(EntryKind.GEOMETRIES, system(source)),
            attributes().stream().map(Attribute::name).toList(),
            types,
            likeOtherTypes(forms),
            givenIds,
            notes());
    coordinates.requireMeant(source, format, schema);
    return schema;
  }

  private CoordinateSystem system(String source) {
    if (coordinates.isReprojecting()) {
      return CoordinateSystem.WGS84;
    }
    if (systems.keySet().stream().filter(each -> each != 0).count() > 1) {
      throw new IllegalArgumentException(
          source
              + ": records are in several coordinate systems, "
              + systemsText()
              + "; add --reproject");
    }
    return systems.size() == 1 ? system(systems.keySet().iterator().next()) : unknown();
  }

  /** Returns the coordinate system that an SRID stands for. */
  private CoordinateSystem system(int srid) {
    return srid == 0 ? kept : CoordinateSystem.epsg(srid);
  }

  private CoordinateSystem unknown() {
    return systems.isEmpty() ? kept : CoordinateSystem.UNKNOWN;
  }

  private String systemsText() {
    List<String> texts = new ArrayList<>();
    systems.forEach(
        (code, records) -> texts.add(String.format(Locale.ROOT, "%s: %,d", system(code), records)));
    return String.join(", ", texts);
  }

  private Geometry transformed(Geometry geometry, String source) {
    if (!coordinates.isReprojecting()) {
      return geometry;
    }
    CoordinateSystem from = system(geometry.getSRID());
    if (reprojection == null || !reprojection.isFrom(from)) {
      reprojection = Reprojection.toWgs84(from, source);
    }
    return reprojection.apply(geometry);
  }

  private void learn(Row row, TextForms[] forms) {
    List<Attribute> attributes = attributes();
    for (int i = 0; i < types.size(); i++) {
      if (row.isNull(i)) {
        continue;
      }
      org.flashgrove.access.attribute.AttributeType own = attributes.get(i).type();
      boolean isString = own == org.flashgrove.access.attribute.AttributeType.STRING;
      if (isString) {
        forms[i].look(row.getString(i));
      } else if (types.get(i) == AttributeType.TEXT) {
        texts[i]++;
      } else if (types.get(i) == AttributeType.REAL && !Double.isFinite(row.getDouble(i))) {
        types.set(i, AttributeType.TEXT); // most formats do not support non-finite numbers
        texts[i]++;
      }
    }
  }

  private List<String> likeOtherTypes(TextForms[] forms) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < forms.length; i++) {
      if (forms[i].form() != null) {
        names.add(attributes().get(i).name());
      }
    }
    return names;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      if (texts[i] > 0) {
        Attribute attribute = attributes().get(i);
        notes.add(
            String.format(
                Locale.ROOT,
                "attribute %s: its type %s is written as text, because of %s",
                attribute.name(),
                attribute.type(),
                Numbers.counted(texts[i], "value")));
      }
    }
    if (emptied > 0) {
      notes.add(GeometryCursor.emptied(emptied));
    }
    if (systems.size() > 1 && !coordinates.isReprojecting()) {
      notes.add(
          "the coordinate system is not written, as not all records name one: " + systemsText());
    }
    return notes;
  }

  void write(Terminal terminal, FeatureSchema schema) throws IOException {
    try (OutputFile file = OutputFile.named(out.toString())) {
      try (TableCursor records = TableQuery.of(snapshot).cursor();
          FeatureWriter writer = format.create(file, schema);
          Progress progress = new Progress(terminal, "export", schema.count())) {
        while (records.next()) {
          Geometry geometry = records.record().geometry();
          boolean hasGeometry = geometry != null && !geometry.isEmpty();
          writer.write(
              records.record().key(),
              hasGeometry ? transformed(geometry, "") : null,
              values(records.record()));
          progress.step();
        }
      }
      file.complete();
    }
  }

  private Object[] values(TableRecord record) {
    Object[] values = new Object[types.size()];
    Row row = record.row();
    for (int i = 0; i < values.length; i++) {
      Object value = row.value(i);
      values[i] =
          value == null
              ? null
              : switch (types.get(i)) {
                case INTEGER -> ((Number) value).longValue();
                case TEXT -> ValueText.of(value);
                default -> value;
              };
    }
    return values;
  }
}
