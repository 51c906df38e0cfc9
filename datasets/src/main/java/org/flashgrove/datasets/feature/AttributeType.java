package org.flashgrove.datasets.feature;

/** What the values of an attribute are. */
public enum AttributeType {
  /** Strings. */
  TEXT,
  /** Longs. */
  INTEGER,
  /** Doubles. */
  REAL,
  /** Booleans. */
  BOOLEAN;

  /** Returns the type of a value that is not null. */
  static AttributeType of(Object value) {
    if (value instanceof Long) {
      return INTEGER;
    }
    if (value instanceof Double) {
      return REAL;
    }
    return value instanceof Boolean ? BOOLEAN : TEXT;
  }

  /** Returns the type that holds values of both; null stands for no value so far. */
  static AttributeType both(AttributeType a, AttributeType b) {
    if (a == null || b == null || a == b) {
      return a == null ? b : a;
    }
    boolean numbers = (a == INTEGER || a == REAL) && (b == INTEGER || b == REAL);
    return numbers ? REAL : TEXT;
  }

  /** Returns a value as one of this type; null for null. */
  Object cast(Object value) {
    if (value == null) {
      return null;
    }
    if (this == REAL && value instanceof Long whole) {
      return (double) whole;
    }
    return this == TEXT ? value.toString() : value;
  }
}
