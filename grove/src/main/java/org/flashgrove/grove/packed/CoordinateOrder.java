package org.flashgrove.grove.packed;

/**
 * Order-preserving mapping between doubles and integers. It is strictly monotone and distinguishes
 * -0.0 from 0.0: -0.0 comes directly before 0.0.
 */
final class CoordinateOrder {
  /** Integer to which the largest finite double is mapped. */
  static final long GREATEST = Double.doubleToRawLongBits(Double.MAX_VALUE);

  /** Integer to which the smallest finite double is mapped. */
  static final long LEAST = ~GREATEST;

  private CoordinateOrder() {}

  /** Returns the integer to which a double is mapped. The double must not be NaN. */
  static long of(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return bits ^ (bits >> Long.SIZE - 1) & Long.MAX_VALUE;
  }

  static double value(long order) {
    return Double.longBitsToDouble(order ^ (order >> Long.SIZE - 1) & Long.MAX_VALUE);
  }
}
