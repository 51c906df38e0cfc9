package org.flashgrove.spark.remote;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes columns of numbers in few bits. A column begins with a byte that has its kind. All values
 * are little-endian. A column of kind 0 or 1 is:
 *
 * <pre>
 * bytes  field
 *     1  {bytes b of the base: bits 0 to 3, kind: bits 4 to 7}
 *     1  bits w of each number
 *     b  base, signed
 *        kind 1: bytes c of the first value (1), first value (c)
 *        numbers, w bits each, padded to a byte
 * </pre>
 *
 * <p>In kind 0, each value is the base plus its number. In kind 1, the base plus the number is the
 * difference from the previous value. Kind 2 is for doubles. The low bits of its byte are an
 * exponent e, and a column of whole numbers follows. Each value is the double that is nearest to
 * the whole number divided by 10 to the power of e (Afroozeh, Kuffo, Boncz, 2023). Kind 3 has no
 * further bytes: the column equals an earlier one, which the reader knows.
 */
final class WordPacker {
  static final int DIFFERENCES = 1;
  static final int DECIMALS = 2;
  static final int EQUAL = 3;

  /** Maximum exponent of a column of kind {@link #DECIMALS}. */
  static final int MOST_DIGITS = 10;

  /** Number of bytes that {@link #putSize} writes. */
  static final int SIZE_BYTES = 3;

  /** Access to the bytes of an array as long integers. */
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final double[] TENS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
  private static final double MOST_EXACT = 1L << 53;

  /**
   * Minimum number of low bits in which the doubles of a column must differ. Otherwise the column
   * is not stored as decimals, because its bits already take little space.
   */
  private static final int FEW_BITS = 8;

  /** Number of steps that are compared at a time. */
  private static final int FEW_STEPS = 16;

  private final byte[] bytes;
  private final ByteBuffer out;
  private long[] whole;
  private int length;

  /**
   * Creates a packer.
   *
   * @param most maximum number of bytes to write
   */
  WordPacker(int most) {
    bytes = new byte[most + 2 * Long.BYTES];
    out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    whole = new long[most / Long.BYTES];
  }

  static double power(int exponent) {
    return TENS[exponent];
  }

  void clear() {
    length = 0;
  }

  int length() {
    return length;
  }

  /** Returns an array that begins with the bytes written. */
  byte[] bytes() {
    return bytes;
  }

  void put(int value) {
    bytes[length++] = (byte) value;
  }

  /** Writes a number as three bytes. */
  void putSize(int value) {
    out.putInt(length, value);
    length += SIZE_BYTES;
  }

  void put(byte[] from, int at, int count) {
    System.arraycopy(from, at, bytes, length, count);
    length += count;
  }

  /** Writes a column that equals an earlier one. */
  void equal() {
    put(EQUAL << 4);
  }

  /** Writes a column of whole numbers, or of doubles that are given by their bits. */
  void column(long[] values, int count, boolean areDoubles) {
    int exponent = areDoubles ? exponent(values, count) : -1;
    if (exponent >= 0) {
      put(DECIMALS << 4 | exponent);
    }
    words(exponent >= 0 ? whole : values, count);
  }

  /**
   * Returns the least exponent e for which each value is a whole number divided by 10 to the power
   * of e. Stores the whole numbers in {@link #whole}. Returns -1 if there is no such exponent.
   */
  private int exponent(long[] values, int count) {
    if (Long.SIZE - Long.numberOfLeadingZeros(differing(values, count)) < FEW_BITS) {
      return -1;
    }
    if (whole.length < count) {
      whole = new long[count];
    }
    for (int exponent = 0; exponent <= MOST_DIGITS; exponent++) {
      if (areDecimals(values, count, TENS[exponent])) {
        return exponent;
      }
    }
    return -1;
  }

  /** Returns a mask of the bits in which at least one value differs from the first value. */
  private static long differing(long[] values, int count) {
    long first = values[0];
    long differing = 0;
    for (int i = 1; i < count; i++) {
      differing |= values[i] ^ first;
    }
    return differing;
  }

  /**
   * Multiplies each double by {@code power} and stores the products in {@link #whole}. Returns
   * false as soon as a product is not a whole number that gives the same double when divided by
   * {@code power}.
   */
  private boolean areDecimals(long[] values, int count, double power) {
    for (int i = 0; i < count; i++) {
      double number = Math.rint(Double.longBitsToDouble(values[i]) * power);
      whole[i] = (long) number;
      if (Math.abs(number) >= MOST_EXACT
          || Double.doubleToRawLongBits(whole[i] / power) != values[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Writes a column of whole numbers, in kind 0 or in kind 1, whichever is shorter. Stops comparing
   * steps once kind 1 cannot be shorter.
   *
   * <p>The method is so long that the JIT compiler does not inline it. Pages of records and of
   * indexes share its code, and a page that needs other branches replaces little compiled code.
   */
  void words(long[] values, int count) {
    if (values[0] == values[count - 1] && differing(values, count) == 0) {
      head(0, 0, values[0]);
      return;
    }
    long least = values[0];
    long greatest = least;
    for (int i = 1; i < count; i++) {
      least = Math.min(least, values[i]);
      greatest = Math.max(greatest, values[i]);
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(greatest - least);
    long leastStep = Long.MAX_VALUE;
    long greatestStep = Long.MIN_VALUE;
    int stepBits = 0;
    boolean areSteps = true;
    for (int from = 1; areSteps && from < count; from += FEW_STEPS) {
      for (int i = from; i < Math.min(count, from + FEW_STEPS); i++) {
        long step = values[i] - values[i - 1];
        leastStep = Math.min(leastStep, step);
        greatestStep = Math.max(greatestStep, step);
      }
      stepBits = Long.SIZE - Long.numberOfLeadingZeros(greatestStep - leastStep);
      areSteps = bits * count > stepBits * (count - 1) + 2 * Long.SIZE;
    }
    long base = areSteps ? leastStep : least;
    int width = areSteps ? stepBits : bits;
    int kind = areSteps ? DIFFERENCES : 0;
    head(kind, width, base);
    if (areSteps) {
      int size = size(values[0]);
      put(size);
      sized(values[0], size);
    }
    if (width == 0) {
      return;
    }
    long mask = -kind;
    long previous = values[0] & mask; // 0 in kind 0
    long pending = 0; // bits that are not written yet
    int filled = 0;
    int at = length;
    for (int i = kind; i < count; i++) {
      long number = values[i] - base - previous;
      previous = values[i] & mask;
      pending |= number << filled;
      filled += width;
      if (filled >= Long.SIZE) {
        LONGS.set(bytes, at, pending);
        at += Long.BYTES;
        filled -= Long.SIZE;
        pending = filled == 0 ? 0 : number >>> (width - filled);
      }
    }
    LONGS.set(bytes, at, pending);
    length = at + (filled + Byte.SIZE - 1) / Byte.SIZE;
  }

  private void head(int kind, int bits, long base) {
    int size = size(base);
    put(kind << 4 | size);
    put(bits);
    sized(base, size);
  }

  private static int size(long value) {
    int bits = Long.SIZE + 1 - Long.numberOfLeadingZeros(value < 0 ? ~value : value);
    return value == 0 ? 0 : (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  private void sized(long value, int size) {
    out.putLong(length, value);
    length += size;
  }
}
