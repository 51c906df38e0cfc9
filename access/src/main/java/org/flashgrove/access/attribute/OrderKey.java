package org.flashgrove.access.attribute;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Byte string whose unsigned order is the order of an attribute's values ({@link ValueOrder});
 * equal values have equal bytes. The key of a value is never a prefix of the key of another value
 * of the same type, so further bytes may follow a key. The array is reused.
 *
 * <p>The first byte is 1. The next bytes depend on the type:
 *
 * <ul>
 *   <li>text (UTF-8) and bytes: the bytes, with 0 encoded as {@code 01 01} and 1 as {@code 01 02},
 *       then {@code 00};
 *   <li>whole numbers, doubles, days and booleans: the eight bytes of their order word (a 64-bit
 *       number that sorts like the value) with the first bit inverted, where -0.0 has the key of
 *       0.0 and NaN comes last;
 *   <li>timestamps: the seconds since 1970 in eight bytes with the first bit inverted, then the
 *       nanoseconds of the second in four bytes;
 *   <li>UUIDs: their 16 bytes;
 *   <li>decimals: 0 for a negative number, 1 for zero, 2 for a positive number. A positive number
 *       has the exponent of its first digit in five bytes. One byte for each pair of digits
 *       follows, which is the value of the pair plus 1, and {@code 00} at the end. A negative
 *       number has these bytes inverted. Trailing zeros are ignored, so 1.0 equals 1.00.
 * </ul>
 *
 * <p>For one thread.
 */
public final class OrderKey {
  private static final byte VALUE = 1;

  /**
   * First byte of the two-byte codes for the bytes 0 and 1. Because of these codes, a byte 0 can
   * mark the end of a text.
   */
  private static final byte ESCAPE = 1;

  private static final int NEGATIVE = 0;
  private static final int ZERO = 1;
  private static final int POSITIVE = 2;
  private static final int EXPONENT_BYTES = 5;
  private static final long EXPONENT_BIAS = 1L << 39;

  private final int most;
  private byte[] bytes = new byte[64];
  private int length;

  /**
   * Creates an empty key.
   *
   * @param most number of bytes above which the key of a text may be cut off
   */
  public OrderKey(int most) {
    this.most = most;
  }

  /** Returns an array that starts with the key; valid until the key changes. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the length of the key. */
  public int length() {
    return length;
  }

  /** Returns a copy of the key. */
  public byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /**
   * Sets this key to the value of an attribute, and returns this key.
   *
   * @param row a row with a value of the attribute
   */
  public OrderKey set(Row row, int attribute) {
    length = 0;
    put(VALUE);
    AttributeType type = row.schema().attributes().get(attribute).type();
    switch (type) {
      case STRING, BYTES -> {
        putBytes(row.bytes(), row.variableAt(attribute), row.variableBytes(attribute));
        put(0);
      }
      case DECIMAL -> putDecimal(Objects.requireNonNull(row.getDecimal(attribute)));
      case INSTANT -> {
        putNumber(row.first(attribute) ^ Long.MIN_VALUE, Long.BYTES);
        putNumber(row.nano(attribute), Integer.BYTES);
      }
      case UUID -> {
        putNumber(row.first(attribute), Long.BYTES);
        putNumber(row.second(attribute), Long.BYTES);
      }
      default -> putNumber(OrderWord.of(row, attribute) ^ Long.MIN_VALUE, Long.BYTES);
    }
    return this;
  }

  /**
   * Sets this key to the beginning that the keys of all texts with the prefix {@code text} have in
   * common. Returns this key.
   */
  public OrderKey setBeginning(byte[] text) {
    length = 0;
    put(VALUE);
    putBytes(ByteBuffer.wrap(text), 0, text.length);
    return this;
  }

  private void put(int value) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    bytes[length++] = (byte) value;
  }

  private void putNumber(long number, int size) {
    for (int i = size - 1; i >= 0; i--) {
      put((int) (number >>> Byte.SIZE * i));
    }
  }

  private void putBytes(ByteBuffer from, int at, int count) {
    for (int i = 0; i < count && length <= most; i++) {
      byte each = from.get(at + i);
      if (each == 0 || each == ESCAPE) {
        put(ESCAPE);
        put(each + 1);
      } else {
        put(each);
      }
    }
  }

  private void putDecimal(BigDecimal value) {
    int sign = value.signum();
    if (sign == 0) {
      put(ZERO);
      return;
    }
    put(sign < 0 ? NEGATIVE : POSITIVE);
    int from = length;
    byte[] digits = value.unscaledValue().abs().toString().getBytes(StandardCharsets.US_ASCII);
    putNumber((long) digits.length - value.scale() + EXPONENT_BIAS, EXPONENT_BYTES);
    int end = digits.length;
    while (digits[end - 1] == '0') {
      end--;
    }
    for (int i = 0; i < end; i += 2) {
      int second = i + 1 < end ? digits[i + 1] - '0' : 0;
      put(10 * (digits[i] - '0') + second + 1);
    }
    put(0);
    for (int i = from; sign < 0 && i < length; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
  }
}
