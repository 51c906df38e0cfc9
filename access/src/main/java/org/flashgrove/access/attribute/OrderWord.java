package org.flashgrove.access.attribute;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.flashgrove.indexes.bplus.KeyKind;

/** Computes order words: 64-bit numbers that sort like the values; see {@link Row#orderWord}. */
final class OrderWord {
  private static final int NANO_STEPS = 1 << Byte.SIZE;
  private static final long NANOS = 1_000_000_000;

  private OrderWord() {}

  static long of(boolean value) {
    return value ? 1 : 0;
  }

  /** Returns the order word of a double. NaN is greater than infinity. */
  static long of(double value) {
    return Double.isNaN(value) ? Long.MAX_VALUE : KeyKind.word(value);
  }

  static long unsigned(long word) {
    return word ^ Long.MIN_VALUE;
  }

  /**
   * Returns the order word of a timestamp, rounded down to 1/256 second. The fraction of the second
   * takes eight bits. The seconds of all possible years fit in the other 56 bits.
   */
  static long of(long second, int nano) {
    return second << Byte.SIZE | nano * (long) NANO_STEPS / NANOS;
  }

  /**
   * Returns the first eight bytes of a byte string as an order word. A shorter string is padded
   * with zeros.
   */
  static long of(ByteBuffer bytes, int offset, int length) {
    long word = 0;
    int count = Math.min(Long.BYTES, length);
    for (int i = 0; i < count; i++) {
      word = word << Byte.SIZE | Byte.toUnsignedInt(bytes.get(offset + i));
    }
    return unsigned(count == 0 ? 0 : word << Byte.SIZE * (Long.BYTES - count));
  }

  /**
   * Returns the order word of an attribute's value.
   *
   * @throws IllegalStateException if the attribute is null
   */
  static long of(Row row, int attribute) {
    if (row.isNull(attribute)) {
      throw new IllegalStateException(
          "attribute '"
              + row.schema().attributes().get(attribute).name()
              + "' is null and has no order word; check isNull first");
    }
    return switch (row.schema().attributes().get(attribute).type()) {
      case BOOLEAN -> of(row.getBoolean(attribute));
      case INT -> row.getInt(attribute);
      case LONG -> row.getLong(attribute);
      case DOUBLE -> of(row.getDouble(attribute));
      case DECIMAL -> of(Objects.requireNonNull(row.getDecimal(attribute)).doubleValue());
      case STRING, BYTES ->
          of(row.bytes(), row.variableAt(attribute), row.variableBytes(attribute));
      case DATE -> row.epochDay(attribute);
      case INSTANT -> of(row.first(attribute), row.nano(attribute));
      case UUID -> unsigned(row.first(attribute));
    };
  }

  /**
   * Returns the second order word of a UUID or a timestamp. It decides the order if the first words
   * are equal.
   */
  static long last(Row row, int attribute) {
    return row.schema().attributes().get(attribute).type() == AttributeType.UUID
        ? unsigned(row.second(attribute))
        : row.nano(attribute);
  }
}
