package org.flashgrove.cli.upkeep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.access.query.TableCursor;
import org.flashgrove.access.query.TableQueries;
import org.flashgrove.access.query.TableRecord;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.datasets.ExtentAccumulator;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.OutputFile;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Writes the records of a table to a data file: their keys as ids, their geometries, and their
 * attributes, those of types that files do not know as text. Two passes at one commit: one to learn
 * what formats must know before the first feature, one to write.
 */
final class TableExport {
  private final TableSnapshot snapshot;
  private final DataFormat format;
  private final Path out;
  private final List<AttributeType> types = new ArrayList<>();
  private final ExtentAccumulator bounds = new ExtentAccumulator();
  private String geometryType;
  private boolean isMixed;
  private boolean hasHeights;
  private long leftOut;

  TableExport(TableSnapshot snapshot, DataFormat format, Path out) {
    this.snapshot = snapshot;
    this.format = format;
    this.out = out;
    for (Attribute each : attributes()) {
      types.add(
          switch (each.type()) {
            case BOOLEAN -> AttributeType.BOOLEAN;
            case INT, LONG -> AttributeType.INTEGER;
            case DOUBLE -> AttributeType.REAL;
            default -> AttributeType.TEXT;
          });
    }
  }

  private List<Attribute> attributes() {
    Schema schema = snapshot.schema();
    return schema.isBytes() ? List.of() : schema.attributes();
  }

  /** Records that have no geometry, or an empty one, which data files do not hold. */
  long leftOut() {
    return leftOut;
  }

  /** Writes all records that have a geometry; returns what was written. */
  FeatureSchema run(Terminal terminal) throws IOException {
    FeatureSchema schema = learned();
    try (OutputFile file = OutputFile.named(out.toString())) {
      try (TableCursor records = TableQueries.of(snapshot).cursor(ScanQuery.ALL);
          FeatureWriter writer = format.create(file, schema);
          Progress progress = new Progress(terminal, "export", schema.count())) {
        while (records.next()) {
          Geometry geometry = records.record().geometry();
          if (geometry != null && !geometry.isEmpty()) {
            writer.write(records.record().key(), geometry, values(records.record()));
            progress.step();
          }
        }
      }
      file.complete();
    }
    return schema;
  }

  private FeatureSchema learned() {
    try (TableCursor records = TableQueries.of(snapshot).cursor(ScanQuery.ALL)) {
      while (records.next()) {
        Geometry geometry = records.record().geometry();
        if (geometry == null || geometry.isEmpty()) {
          leftOut++;
        } else {
          learn(records.record(), geometry);
        }
      }
    }
    boolean arePoints = !isMixed && Geometry.TYPENAME_POINT.equals(geometryType);
    return new FeatureSchema(
        arePoints ? EntryKind.POINTS : EntryKind.GEOMETRIES,
        false,
        isMixed ? null : geometryType,
        hasHeights,
        attributes().stream().map(Attribute::name).toList(),
        types,
        bounds.entryCount(),
        bounds.extent());
  }

  private void learn(TableRecord record, Geometry geometry) {
    Envelope box = geometry.getEnvelopeInternal();
    bounds.accept(record.key(), box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    String type = geometry.getGeometryType();
    isMixed |= geometryType != null && !geometryType.equals(type);
    geometryType = type;
    hasHeights |= !Double.isNaN(geometry.getCoordinate().getZ());
    for (int i = 0; i < types.size(); i++) {
      // no format has numbers that are none
      if (types.get(i) == AttributeType.REAL
          && !record.row().isNull(i)
          && !Double.isFinite(record.row().getDouble(i))) {
        types.set(i, AttributeType.TEXT);
      }
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
                case BOOLEAN -> value;
                case INTEGER -> ((Number) value).longValue();
                case REAL -> value;
                case TEXT -> ValueText.of(value);
              };
    }
    return values;
  }
}
