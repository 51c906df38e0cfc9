package org.flashgrove.access.attribute;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import org.flashgrove.core.spec.SpecException;

/** Types of attributes. */
public enum AttributeType {
  /** True or false; false sorts first. */
  BOOLEAN(Boolean.class, 1),
  /** Whole numbers of 32 bits. */
  INT(Integer.class, Integer.BYTES),
  /** Whole numbers of 64 bits. */
  LONG(Long.class, Long.BYTES),
  /**
   * Doubles. In comparisons NaN equals itself and is greater than infinity, and -0.0 equals 0.0.
   */
  DOUBLE(Double.class, Double.BYTES),
  /**
   * Decimal numbers of any precision. 1.0 equals 1.00 in comparisons, but each value is stored with
   * its scale.
   */
  DECIMAL(BigDecimal.class, 0),
  /** Unicode text, sorted by code points. */
  STRING(String.class, 0),
  /** Byte strings, sorted by unsigned bytes. */
  BYTES(byte[].class, 0),
  /** Dates of the ISO calendar. */
  DATE(LocalDate.class, Integer.BYTES),
  /** Timestamps with nanoseconds. */
  INSTANT(Instant.class, Long.BYTES + Integer.BYTES),
  /** UUIDs, sorted like their texts. */
  UUID(UUID.class, 2 * Long.BYTES);

  private final Class<?> javaType;
  private final int fixedBytes;

  AttributeType(Class<?> javaType, int fixedBytes) {
    this.javaType = javaType;
    this.fixedBytes = fixedBytes;
  }

  /** Returns the Java class of the values. */
  public Class<?> javaType() {
    return javaType;
  }

  /**
   * Returns whether values differ in length. Rows store such values after the values of fixed
   * length.
   */
  boolean isVariable() {
    return fixedBytes == 0;
  }

  /** Returns whether a value of this type can consist of any bytes of the right length. */
  boolean allowsAllBytes() {
    return this != DECIMAL && this != DATE && this != INSTANT;
  }

  /**
   * Returns the number of bytes that a value takes in the fixed part of a row. For a value of
   * variable length, the fixed part contains only the offset of the value's end.
   */
  int fixedBytes() {
    return isVariable() ? Integer.BYTES : fixedBytes;
  }

  /**
   * Returns whether two different values always have different order words ({@link Row#orderWord}).
   */
  public boolean hasExactWords() {
    return switch (this) {
      case BOOLEAN, INT, LONG, DOUBLE, DATE -> true;
      default -> false;
    };
  }

  /**
   * Returns the type with a name such as {@code string}, ignoring case.
   *
   * @throws SpecException for an unknown name; the message lists the known names
   */
  public static AttributeType named(String name) {
    for (AttributeType type : values()) {
      if (type.name().equalsIgnoreCase(name)) {
        return type;
      }
    }
    String allowed =
        Arrays.stream(values()).map(AttributeType::toString).collect(Collectors.joining(", "));
    throw new SpecException("unknown attribute type '" + name + "' (allowed: " + allowed + ")");
  }

  /** Returns the name of the type in lower case, such as {@code string}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
