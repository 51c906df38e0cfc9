package org.flashgrove.grove.packed;

/**
 * Doubles as integers of the same order: a strictly monotone map of the bits. -0.0 comes directly
 * before 0.0, which no comparison of doubles does.
 */
final class CoordinateOrder {
  /** Value of the greatest finite double. */
  static final long GREATEST = Double.doubleToRawLongBits(Double.MAX_VALUE);

  /** Value of the least finite double. */
  static final long LEAST = ~GREATEST;

  private CoordinateOrder() {}

  /** Returns the integer of a double that is not NaN. */
  static long of(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return bits ^ (bits >> Long.SIZE - 1) & Long.MAX_VALUE;
  }

  /** Returns the double of an integer. */
  static double value(long order) {
    return Double.longBitsToDouble(order ^ (order >> Long.SIZE - 1) & Long.MAX_VALUE);
  }
}
