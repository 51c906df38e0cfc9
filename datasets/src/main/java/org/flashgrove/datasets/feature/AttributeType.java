package org.flashgrove.datasets.feature;

import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Locale;

/** Type of an attribute in a data file. */
public enum AttributeType {
  /** Strings. */
  TEXT,
  /** Longs. */
  INTEGER,
  /** Doubles. */
  REAL,
  /** Booleans. */
  BOOLEAN,
  /** Byte arrays. */
  BYTES,
  /** Dates, as {@link LocalDate}. */
  DATE,
  /** Timestamps, as {@link Instant}. */
  MOMENT;

  private static final long EXACT = 1L << 53;

  /** Returns the type of a value, which must not be null. */
  public static AttributeType of(Object value) {
    if (value instanceof Long) {
      return INTEGER;
    }
    if (value instanceof Double) {
      return REAL;
    }
    if (value instanceof byte[]) {
      return BYTES;
    }
    if (value instanceof LocalDate) {
      return DATE;
    }
    if (value instanceof Instant) {
      return MOMENT;
    }
    return value instanceof Boolean ? BOOLEAN : TEXT;
  }

  /**
   * Returns the narrowest type that can represent every value of {@code a} and of {@code b}. A null
   * argument is the type of an attribute that has had no values.
   */
  static AttributeType both(AttributeType a, AttributeType b) {
    if (a == null || b == null || a == b) {
      return a == null ? b : a;
    }
    boolean numbers = (a == INTEGER || a == REAL) && (b == INTEGER || b == REAL);
    return numbers ? REAL : TEXT;
  }

  /** Returns whether a double can represent a number exactly. */
  public static boolean isExact(long whole) {
    return Math.abs(whole) <= EXACT && whole != Long.MIN_VALUE;
  }

  /** Converts a value, or the text of a value, to this type. Returns null for null. */
  Object cast(Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof String text) {
      return parsed(text);
    }
    if (this == REAL && value instanceof Long whole) {
      return (double) whole;
    }
    return this == TEXT ? textOf(value) : value;
  }

  private Object parsed(String text) {
    return switch (this) {
      case INTEGER -> Long.parseLong(text);
      case REAL -> Double.parseDouble(text);
      case BOOLEAN -> Boolean.parseBoolean(text);
      case DATE -> LocalDate.parse(text);
      case MOMENT -> Instant.parse(text);
      case TEXT, BYTES -> text;
    };
  }

  /**
   * Returns the text of a value. Bytes become two hexadecimal digits each, and dates and timestamps
   * are in ISO 8601.
   */
  public static String textOf(Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString();
  }

  /** Returns the name in lower case, for messages. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
