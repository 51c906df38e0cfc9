package org.flashgrove.datasets.geopackage;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.flashgrove.datasets.feature.AttributeType;

/** Column types of a GeoPackage (OGC 12-128r17, table 1), and their values in SQLite. */
final class GeoPackageType {
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
  private static final int NANOS_OF_MILLI = 1_000_000;

  private GeoPackageType() {}

  /** Returns the SQL name of a type. */
  static String nameOf(AttributeType type) {
    return switch (type) {
      case TEXT -> "TEXT";
      case INTEGER -> "INTEGER";
      case REAL -> "DOUBLE";
      case BOOLEAN -> "BOOLEAN";
      case BYTES -> "BLOB";
      case DATE -> "DATE";
      case MOMENT -> "DATETIME";
    };
  }

  /** Returns the type of a column definition, or null if the standard does not define it. */
  static AttributeType typeOf(String definition) {
    String name = definition == null ? "" : definition.toUpperCase(Locale.ROOT);
    int size = name.indexOf('(');
    return switch (size < 0 ? name : name.substring(0, size).strip()) {
      case "TEXT" -> AttributeType.TEXT;
      case "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER" -> AttributeType.INTEGER;
      case "FLOAT", "DOUBLE", "REAL" -> AttributeType.REAL;
      case "BOOLEAN" -> AttributeType.BOOLEAN;
      case "BLOB" -> AttributeType.BYTES;
      case "DATE" -> AttributeType.DATE;
      case "DATETIME", "TIMESTAMP" -> AttributeType.MOMENT;
      default -> null;
    };
  }

  /**
   * Converts a value that SQLite returned. The type of the value may differ from the type of its
   * column.
   *
   * @param type type of the column, may be null
   * @param stored value, may be null
   */
  static Object value(AttributeType type, Object stored) {
    if (stored instanceof Integer || stored instanceof Long) {
      long whole = ((Number) stored).longValue();
      boolean isTruth = type == AttributeType.BOOLEAN && (whole == 0 || whole == 1);
      return isTruth ? (Object) (whole == 1) : (Object) whole;
    }
    if (stored instanceof String text) {
      return timeOrText(type, text);
    }
    return stored instanceof Number number ? (Object) number.doubleValue() : stored;
  }

  private static Object timeOrText(AttributeType type, String text) {
    try {
      if (type == AttributeType.DATE) {
        return LocalDate.parse(text);
      }
      return type == AttributeType.MOMENT && text.endsWith("Z") ? Instant.parse(text) : text;
    } catch (DateTimeException e) {
      return text; // SQLite accepts any text as a date
    }
  }

  /** Returns the value that SQLite stores for an attribute value. */
  static Object stored(Object value) {
    if (value instanceof Boolean yes) {
      return yes ? 1L : 0L;
    }
    if (value instanceof Instant moment) {
      boolean isOfMillis = moment.getNano() % NANOS_OF_MILLI == 0;
      return isOfMillis ? MILLIS.format(moment) : moment.toString();
    }
    return value instanceof LocalDate day ? day.toString() : value;
  }
}
