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
  /** Decimal numbers of any precision. 1.0 equals 1.00, but each keeps its scale. */
  DECIMAL(BigDecimal.class, 0),
  /** Text in Unicode, in the order of code points. */
  STRING(String.class, 0),
  /** Bytes, in the order of unsigned bytes. */
  BYTES(byte[].class, 0),
  /** Days of the ISO calendar. */
  DATE(LocalDate.class, Integer.BYTES),
  /** Moments to the nanosecond. */
  INSTANT(Instant.class, Long.BYTES + Integer.BYTES),
  /** UUIDs, in the order of their text. */
  UUID(UUID.class, 2 * Long.BYTES);

  private final Class<?> javaType;
  private final int fixedBytes;

  AttributeType(Class<?> javaType, int fixedBytes) {
    this.javaType = javaType;
    this.fixedBytes = fixedBytes;
  }

  /** Returns the class of values as objects. */
  public Class<?> javaType() {
    return javaType;
  }

  /**
   * Returns whether values differ in length. Such values are stored after those of fixed length.
   */
  boolean isVariable() {
    return fixedBytes == 0;
  }

  /** Returns the bytes that each record has at a fixed place for the value. */
  int fixedBytes() {
    return isVariable() ? Integer.BYTES : fixedBytes;
  }

  /**
   * Returns whether the order words of two values that differ always differ, too ({@link
   * Row#orderWord}).
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
   * @throws SpecException for an unknown name; the message lists the known ones
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

  /** Returns the name in specs. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
