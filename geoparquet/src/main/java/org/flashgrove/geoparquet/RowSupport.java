package org.flashgrove.geoparquet;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.IsoWkb;
import org.flashgrove.datasets.feature.Ordinates;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Passes features to Parquet's writer value by value, and writes the description of the geometry
 * column to the footer.
 */
final class RowSupport extends WriteSupport<GeoParquetWriter.Row> {
  private static final long MICROS_A_SECOND = 1_000_000;
  private static final int NANOS_A_MICRO = 1_000;
  private static final JsonMapper JSON = new JsonMapper();

  private final FeatureSchema schema;
  private final MessageType message;
  private final IsoWkb wkb = new IsoWkb();
  private final Set<String> geometryTypes = new TreeSet<>();
  private final Envelope extent = new Envelope();
  private RecordConsumer out;

  RowSupport(FeatureSchema schema) {
    this.schema = schema;
    Types.MessageTypeBuilder fields = Types.buildMessage();
    fields.addField(Types.required(PrimitiveTypeName.INT64).named(GeoParquetWriter.ID));
    for (int i = 0; i < schema.names().size(); i++) {
      fields.addField(field(schema.types().get(i), schema.names().get(i)));
    }
    fields.addField(
        Types.optional(PrimitiveTypeName.BINARY)
            .as(NativeTypes.geometry(nativeSystem()))
            .named(GeoParquetWriter.GEOMETRY));
    Types.GroupBuilder<org.apache.parquet.schema.GroupType> box = Types.optionalGroup();
    GeometryColumn.BOX.forEach(
        side -> box.addField(Types.required(PrimitiveTypeName.FLOAT).named(side)));
    message = fields.addField(box.named(GeoParquetWriter.BOX)).named("features");
  }

  private static Type field(AttributeType type, String name) {
    return switch (type) {
      case INTEGER -> Types.optional(PrimitiveTypeName.INT64).named(name);
      case REAL -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
      case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN).named(name);
      case BYTES -> Types.optional(PrimitiveTypeName.BINARY).named(name);
      case TEXT ->
          Types.optional(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case DATE ->
          Types.optional(PrimitiveTypeName.INT32).as(LogicalTypeAnnotation.dateType()).named(name);
      case MOMENT ->
          Types.optional(PrimitiveTypeName.INT64)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
              .named(name);
    };
  }

  /**
   * Returns whether a coordinate system is longitude and latitude, which is the default of files
   * that name no system.
   */
  static boolean isDefault(CoordinateSystem system) {
    return system.epsg() == CoordinateSystem.WGS84.epsg();
  }

  /**
   * Returns the name of the coordinate system for the native geometry type. Returns null for
   * longitude and latitude.
   */
  private String nativeSystem() {
    CoordinateSystem system = schema.coordinateSystem();
    if (isDefault(system)) {
      return null;
    }
    return system.epsg() > 0
        ? "srid:" + system.epsg()
        : system.isKnown() ? system.name() : "srid:0";
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(message, Map.of());
  }

  @Override
  public WriteContext init(Configuration configuration) {
    throw new UnsupportedOperationException("a configuration of Hadoop is not used");
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    out = consumer;
  }

  @Override
  public void write(GeoParquetWriter.Row row) {
    Object[] attributes = row.attributes();
    Object[] stored = new Object[attributes.length];
    for (int i = 0; i < stored.length; i++) {
      stored[i] = stored(schema.names().get(i), attributes[i]); // fails before the row begins
    }
    out.startMessage();
    field(GeoParquetWriter.ID, 0, row.id());
    for (int i = 0; i < stored.length; i++) {
      field(schema.names().get(i), i + 1, stored[i]);
    }
    if (row.geometry() != null) {
      write(row.geometry(), attributes.length + 1);
    }
    out.endMessage();
  }

  private void write(Geometry geometry, int field) {
    Ordinates ordinates = Ordinates.of(geometry);
    String form = (ordinates.hasZ() ? "Z" : "") + (ordinates.hasM() ? "M" : "");
    geometryTypes.add(geometryType(geometry) + (form.isEmpty() ? "" : " " + form));
    field(GeoParquetWriter.GEOMETRY, field, Binary.fromConstantByteArray(wkb.write(geometry)));
    Envelope box = geometry.getEnvelopeInternal();
    extent.expandToInclude(box);
    out.startField(GeoParquetWriter.BOX, field + 1);
    out.startGroup();
    field(GeometryColumn.BOX.get(0), 0, Rectangles.below(box.getMinX()));
    field(GeometryColumn.BOX.get(1), 1, Rectangles.below(box.getMinY()));
    field(GeometryColumn.BOX.get(2), 2, Rectangles.above(box.getMaxX()));
    field(GeometryColumn.BOX.get(3), 3, Rectangles.above(box.getMaxY()));
    out.endGroup();
    out.endField(GeoParquetWriter.BOX, field + 1);
  }

  private static String geometryType(Geometry geometry) {
    String name = geometry.getGeometryType();
    return name.equals(Geometry.TYPENAME_LINEARRING) ? Geometry.TYPENAME_LINESTRING : name;
  }

  private static Object stored(String name, Object value) {
    if (value instanceof LocalDate date) {
      long day = date.toEpochDay();
      if (day != (int) day) {
        throw outside(name, value, "years -5877641 to 5881580");
      }
      return (int) day;
    }
    if (value instanceof Instant time) {
      if (time.getNano() % NANOS_A_MICRO != 0) {
        throw outside(name, value, "whole microseconds");
      }
      try {
        return Math.addExact(
            Math.multiplyExact(time.getEpochSecond(), MICROS_A_SECOND),
            time.getNano() / NANOS_A_MICRO);
      } catch (ArithmeticException e) {
        throw outside(name, value, "microseconds of 64 bits");
      }
    }
    if (value instanceof String text) {
      return Binary.fromString(text);
    }
    return value instanceof byte[] bytes ? Binary.fromConstantByteArray(bytes) : value;
  }

  private static IllegalArgumentException outside(String name, Object value, String allowed) {
    return new IllegalArgumentException(
        "attribute " + name + ": " + value + " (allowed in GeoParquet: " + allowed + ")");
  }

  private void field(String name, int field, Object value) {
    if (value == null) {
      return;
    }
    out.startField(name, field);
    if (value instanceof Long number) {
      out.addLong(number);
    } else if (value instanceof Integer number) {
      out.addInteger(number);
    } else if (value instanceof Double number) {
      out.addDouble(number);
    } else if (value instanceof Float number) {
      out.addFloat(number);
    } else if (value instanceof Boolean yes) {
      out.addBoolean(yes);
    } else {
      out.addBinary((Binary) value);
    }
    out.endField(name, field);
  }

  @Override
  public FinalizedWriteContext finalizeWrite() {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", "1.1.0").put("primary_column", GeoParquetWriter.GEOMETRY);
    ObjectNode column = root.putObject("columns").putObject(GeoParquetWriter.GEOMETRY);
    column.put("encoding", "WKB");
    geometryTypes.forEach(column.withArray("geometry_types")::add);
    if (!isDefault(schema.coordinateSystem())) {
      column.putNull("crs"); // PROJJSON would need the parameters of the system
    }
    if (!extent.isNull()) {
      column
          .putArray("bbox")
          .add(extent.getMinX())
          .add(extent.getMinY())
          .add(extent.getMaxX())
          .add(extent.getMaxY());
    }
    ObjectNode covering = column.putObject("covering").putObject(GeoParquetWriter.BOX);
    GeometryColumn.BOX.forEach(side -> covering.putArray(side).add(GeoParquetWriter.BOX).add(side));
    String definition = schema.coordinateSystem().definition();
    return new FinalizedWriteContext(
        definition.isEmpty()
            ? Map.of("geo", root.toString())
            : Map.of("geo", root.toString(), GeometryColumn.DEFINITION, definition));
  }
}
