package org.flashgrove.access.attribute;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Text form of attribute values, for example in row files. {@link #parse} reads what {@link #of}
 * returns.
 */
public final class ValueText {
  private static final int MOST_DIGITS = 10_000;

  private ValueText() {}

  /**
   * Converts a value to text: bytes as hexadecimal digits, dates and timestamps in ISO 8601,
   * decimals with all digits of their scale.
   *
   * @param value value of a class that a type uses
   */
  public static String of(Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString();
  }

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException if the text is not a value of the type; the message names the
   *     allowed form
   */
  public static Object parse(AttributeType type, String text) {
    try {
      Object value = read(type, text);
      if (value != null) {
        return value;
      }
    } catch (IllegalArgumentException | DateTimeException e) {
      // The exception below names the allowed form.
    }
    String shown = text.length() > 40 ? text.substring(0, 40) + "..." : text;
    throw new IllegalArgumentException(
        "'" + shown + "' as " + type + " (allowed: " + allowed(type) + ")");
  }

  private static @Nullable Object read(AttributeType type, String text) {
    return switch (type) {
      case BOOLEAN -> truth(text);
      case INT -> isPlain(text) ? Integer.valueOf(text) : null;
      case LONG -> isPlain(text) ? Long.valueOf(text) : null;
      case DOUBLE -> real(text);
      case DECIMAL -> text.length() <= MOST_DIGITS && isPlain(text) ? new BigDecimal(text) : null;
      case STRING -> text;
      case BYTES -> HexFormat.of().parseHex(text);
      case DATE -> LocalDate.parse(text);
      case INSTANT -> Instant.parse(text);
      case UUID -> uuid(text);
    };
  }

  private static @Nullable Boolean truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> null;
    };
  }

  private static @Nullable Double real(String text) {
    boolean isWord = text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
    return isWord || isPlain(text) ? Double.valueOf(text) : null;
  }

  private static @Nullable UUID uuid(String text) {
    UUID read = UUID.fromString(text); // also accepts groups of other lengths
    return read.toString().equalsIgnoreCase(text) ? read : null;
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9' || "+-.eE".indexOf(c) >= 0);
  }

  private static String allowed(AttributeType type) {
    return switch (type) {
      case BOOLEAN -> "true, false";
      case INT -> Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;
      case LONG -> Long.MIN_VALUE + " to " + Long.MAX_VALUE;
      case DOUBLE -> "a decimal number, NaN, Infinity, -Infinity";
      case DECIMAL -> "a decimal number of at most " + MOST_DIGITS + " characters";
      case STRING -> "any text";
      case BYTES -> "two hexadecimal digits for each byte";
      case DATE -> "a day such as 2024-02-29";
      case INSTANT -> "a moment such as 2024-02-29T12:00:00Z";
      case UUID -> "a UUID such as 123e4567-e89b-12d3-a456-426614174000";
    };
  }
}
