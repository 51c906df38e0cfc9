package org.flashgrove.indexes.bplus;

import java.util.Locale;

/** Types of B+-tree keys. Trees store keys as words in signed order. */
public enum KeyKind {
  /** Whole numbers of 64 bits: a key is its own word. */
  LONG,
  /**
   * Doubles but NaN, infinities included: their bits, those of negative numbers but the sign turned
   * round, so that the words' order is that of the numbers. -0.0 is taken as 0.0.
   */
  DOUBLE;

  /**
   * Returns the word of a double.
   *
   * @throws IllegalArgumentException for NaN, which has no place in the order
   */
  public static long word(double key) {
    if (Double.isNaN(key)) {
      throw new IllegalArgumentException("key NaN (allowed: every other double)");
    }
    return turned(Double.doubleToRawLongBits(key + 0.0));
  }

  /** Returns the double of a word that {@link #word} made. */
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
