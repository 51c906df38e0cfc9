package org.flashgrove.indexes.bplus;

import java.util.Locale;

/** Types of B+-tree keys. A tree stores each key as a signed 64-bit word. */
public enum KeyKind {
  /** 64-bit integers. The word of a key is the key itself. */
  LONG,
  /**
   * Doubles except NaN. A positive number is stored as its bits. For a negative number, all bits
   * except the sign are inverted, so that words have the order of the numbers. -0.0 is stored as
   * 0.0.
   */
  DOUBLE;

  /**
   * Returns the word of a double.
   *
   * @throws IllegalArgumentException for NaN, which has no place in the order
   */
  public static long word(double key) {
    if (Double.isNaN(key)) {
      throw new IllegalArgumentException("key NaN (allowed: any double except NaN)");
    }
    return turned(Double.doubleToRawLongBits(key + 0.0));
  }

  /** Converts a result of {@link #word} back to the double. */
  public static double real(long word) {
    return Double.longBitsToDouble(turned(word));
  }

  private static long turned(long bits) {
    return bits ^ (bits >> (Long.SIZE - 1) & Long.MAX_VALUE);
  }

  /** Returns the name in specs. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
