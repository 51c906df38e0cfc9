package org.flashgrove.spark.file;

import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueText;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.column.GeometryColumn;
import org.locationtech.jts.geom.Geometry;

/**
 * Columns of a data file: the ids, the geometries as WKB, and the attributes of the features. An
 * attribute whose name is taken, or differs from another one only by case, gets underscores.
 */
final class FileColumns implements Serializable {
  /** Name of the column with geometries. */
  static final String GEOMETRY = "geometry";

  private static final long serialVersionUID = 1;
  private static final String ID = "id";

  /** Number of characters of a date, such as 2024-02-29. */
  private static final int DATE_CHARACTERS = 10;

  /** Number of columns before the attributes. */
  private static final int BEFORE = 2;

  /**
   * Types whose values compare in a filter as in Spark. Timestamps do not, because a file may state
   * nanoseconds.
   */
  private static final Set<AttributeType> COMPARABLE =
      Set.of(
          AttributeType.TEXT,
          AttributeType.INTEGER,
          AttributeType.REAL,
          AttributeType.BOOLEAN,
          AttributeType.DATE);

  private final List<String> names;
  private final List<AttributeType> types;
  private final Columns columns;

  FileColumns(FileIndex index) {
    names = List.copyOf(index.attributeNames());
    types = List.copyOf(index.attributeTypes());
    List<String> free = FeatureSchema.freeNames(names, true, ID, GEOMETRY);
    StructType schema =
        new StructType().add(ID, DataTypes.LongType).add(GEOMETRY, DataTypes.BinaryType);
    for (int i = 0; i < free.size(); i++) {
      schema = schema.add(free.get(i), typeOf(types.get(i)));
    }
    columns = new Columns(schema, GEOMETRY);
  }

  private static DataType typeOf(AttributeType type) {
    return switch (type) {
      case TEXT -> DataTypes.StringType;
      case INTEGER -> DataTypes.LongType;
      case REAL -> DataTypes.DoubleType;
      case BOOLEAN -> DataTypes.BooleanType;
      case BYTES -> DataTypes.BinaryType;
      case DATE -> DataTypes.DateType;
      case MOMENT -> DataTypes.TimestampType;
    };
  }

  Columns columns() {
    return columns;
  }

  StructType schema() {
    return columns.schema();
  }

  /** Returns whether a filter of the file can compare the attribute of this name. */
  boolean isComparable(String name) {
    int attribute = names.indexOf(name);
    if (attribute < 0
        || !COMPARABLE.contains(types.get(attribute))
        || columns.indexOf(name) != attribute + BEFORE) {
      return false;
    }
    try {
      Schema.builder().nullable(name, columns.attributeType(attribute + BEFORE)).build();
      return true;
    } catch (IllegalArgumentException e) {
      return false; // a name that filters cannot have
    }
  }

  /**
   * Returns a row in Spark's internal form.
   *
   * @param wanted indexes of the columns
   * @param values returns the value of an attribute in the file
   */
  Object[] row(int[] wanted, long id, Geometry geometry, IntFunction<Object> values) {
    Object[] row = new Object[wanted.length];
    for (int i = 0; i < row.length; i++) {
      row[i] =
          switch (wanted[i]) {
            case 0 -> id;
            case 1 -> GeometryColumn.wkb(geometry);
            default -> value(wanted[i], values.apply(wanted[i] - BEFORE));
          };
    }
    return row;
  }

  private Object value(int column, Object value) {
    if (value == null) {
      return null;
    }
    return switch (types.get(column - BEFORE)) {
      case TEXT -> UTF8String.fromString(AttributeType.textOf(value));
      case DATE -> Math.toIntExact(((LocalDate) of(column, value)).toEpochDay());
      case MOMENT -> ChronoUnit.MICROS.between(Instant.EPOCH, moment(column, value));
      default -> of(column, value);
    };
  }

  /** Returns a value as a moment. Dates and local times, which some formats allow, are in UTC. */
  private Instant moment(int column, Object value) {
    String text = value instanceof Instant ? "" : AttributeType.textOf(value);
    try {
      if (text.length() == DATE_CHARACTERS) {
        return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
      }
      if (!text.isEmpty() && !text.endsWith("Z")) {
        return LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
      }
    } catch (DateTimeException e) {
      // falls through: the message for other texts names the column
    }
    return (Instant) of(column, value);
  }

  /** Returns a value as an object of the class of its type. A value of a CSV file may be a text. */
  private Object of(int column, Object value) {
    var type = columns.attributeType(column);
    if (type.javaType().isInstance(value)) {
      return value;
    }
    try {
      return ValueText.parse(type, AttributeType.textOf(value));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "column '" + columns.schema().apply(column).name() + "': " + e.getMessage(), e);
    }
  }

  /** Returns the names in the file of the attributes among some columns. */
  Set<String> attributesOf(int[] wanted) {
    Set<String> found = new HashSet<>();
    for (int each : wanted) {
      if (each >= BEFORE) {
        found.add(names.get(each - BEFORE));
      }
    }
    return found;
  }
}
