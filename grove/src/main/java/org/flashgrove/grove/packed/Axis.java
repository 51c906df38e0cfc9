package org.flashgrove.grove.packed;

/**
 * Mapping between the coordinates of one axis of a page and integers. The sides of a window are
 * mapped in the same way.
 *
 * <p>The integers have the same order as the coordinates. If every coordinate of the axis is
 * exactly m / 10^exponent, the integer is m (a decimal). Otherwise it consists of the {@linkplain
 * CoordinateOrder ordered bits} of the double, without the lowest ones if all coordinates are
 * floats. A page stores the differences from the base, which is at most the smallest integer. The
 * differences are unsigned 64-bit numbers.
 */
final class Axis {
  /** Greatest exponent of a decimal. Modes 0 to 9 are such exponents. */
  static final int MAX_EXPONENT = 9;

  /** Mode in which the integers are the {@linkplain CoordinateOrder ordered bits} of doubles. */
  static final int ORDERED = 10;

  /** Mode in which the integers are the {@linkplain CoordinateOrder ordered bits} of floats. */
  static final int FLOATS = 11;

  /** Number of low bits of a double that are redundant if its value is a float. */
  private static final int FLOAT_SHIFT = 29;

  private static final long FLOAT_REST = (1L << FLOAT_SHIFT) - 1;

  /**
   * Largest absolute value of an integer m in the representation m / 10^exponent. All integers up
   * to this value are exact doubles.
   */
  static final long MAX_DECIMAL = 1L << 53;

  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

  private int mode;
  private long base;
  private long last;
  private boolean narrow;
  private long low;
  private long high;
  private boolean empty;
  private long sought;

  /**
   * Returns whether a coordinate is exactly m / 10^exponent for an integer m. Returns false for
   * -0.0.
   */
  static boolean isDecimal(double value, int exponent) {
    double power = POWERS[exponent];
    long whole = (long) Math.rint(value * power);
    return whole >= -MAX_DECIMAL
        && whole <= MAX_DECIMAL
        && Double.doubleToRawLongBits(whole / power) == Double.doubleToRawLongBits(value);
  }

  /**
   * Returns whether a coordinate has no more significand bits than a float. Its exponent may be
   * outside the range of floats.
   */
  static boolean isFloat(double value) {
    return (Double.doubleToRawLongBits(value) & FLOAT_REST) == 0;
  }

  /** Returns whether a mode represents a coordinate exactly. */
  static boolean keeps(double value, int mode) {
    return mode == ORDERED || (mode == FLOATS ? isFloat(value) : isDecimal(value, mode));
  }

  /** Returns the number of low bits that a mode drops. This is 0 except in the mode for floats. */
  private static int shift(int mode) {
    return mode == FLOATS ? FLOAT_SHIFT : 0;
  }

  /**
   * Returns the integer to which a mode maps a coordinate. The mode must represent the coordinate
   * exactly.
   */
  static long map(double value, int mode) {
    return mode >= ORDERED
        ? CoordinateOrder.of(value) >> shift(mode)
        : (long) Math.rint(value * POWERS[mode]);
  }

  /** Returns the coordinate that a mode maps to the integer {@code mapped}. */
  static double value(long mapped, int mode) {
    if (mode == ORDERED) {
      return CoordinateOrder.value(mapped);
    }
    return mode == FLOATS ? ofFloat(mapped) : mapped / POWERS[mode];
  }

  /**
   * Returns the coordinate that the {@linkplain CoordinateOrder ordered bits} of a float stand for.
   * Restores the dropped low bits, which are ones if the number is negative.
   */
  private static double ofFloat(long mapped) {
    return CoordinateOrder.value(mapped << FLOAT_SHIFT | mapped >> Long.SIZE - 1 & FLOAT_REST);
  }

  /**
   * Returns the smallest base that is possible in a mode. The base is a lower bound of the mapped
   * coordinates of a page.
   */
  static long leastBase(int mode) {
    return mode >= ORDERED ? CoordinateOrder.LEAST >> shift(mode) : -MAX_DECIMAL;
  }

  /** Returns the largest integer that a mode allows. */
  private static long greatest(int mode) {
    return mode >= ORDERED ? CoordinateOrder.GREATEST >> shift(mode) : MAX_DECIMAL;
  }

  /**
   * Returns whether {@code mode} is a mode that a page may have, and {@code base} is a possible
   * base in this mode. The base is a lower bound of the mapped coordinates.
   */
  static boolean isPossible(int mode, long base) {
    return mode >= 0 && mode <= FLOATS && base >= leastBase(mode) && base <= greatest(mode);
  }

  /**
   * Sets this object to the mapping of a page.
   *
   * @param axisMode 0 to 11
   * @param axisBase lower bound of the integers of the axis
   * @param greatest largest unsigned difference that the widths of the columns can store
   */
  void reset(int axisMode, long axisBase, long greatest) {
    mode = axisMode;
    base = axisBase;
    long room = greatest(axisMode) - axisBase;
    last = Long.compareUnsigned(greatest, room) < 0 ? greatest : room;
    narrow = greatest >= 0;
  }

  /**
   * Returns whether all differences from the base (a lower bound of the mapped coordinates) have at
   * most 63 bits, so that signed arithmetic is enough.
   */
  boolean isNarrow() {
    return narrow;
  }

  /**
   * Returns the largest difference from the base (a lower bound of the mapped coordinates) that
   * stands for a finite coordinate, as an unsigned number.
   */
  long last() {
    return last;
  }

  /**
   * Returns whether a difference from the base (a lower bound of the mapped coordinates) represents
   * a finite coordinate.
   */
  boolean holds(long delta) {
    return Long.compareUnsigned(delta, last) <= 0;
  }

  /**
   * Returns whether all coordinates are stored as {@linkplain CoordinateOrder ordered bits} and
   * have the same sign. To get the bits of a coordinate, shift its difference left by {@link
   * #leftShift}, add {@link #start}, and invert the bits of {@link #flip}.
   */
  boolean isOneSign() {
    return mode >= ORDERED && (base >= 0 || base + last < 0);
  }

  /**
   * Returns the base (a lower bound of the mapped coordinates), shifted to the position that its
   * bits have in a double.
   */
  long start() {
    return base << shift(mode);
  }

  /** Returns the number of low bits that the mode of this axis drops. */
  int leftShift() {
    return shift(mode);
  }

  /** Returns the bits of a double to invert, if {@link #isOneSign} is true. */
  long flip() {
    return base >= 0 ? 0 : Long.MAX_VALUE & -1L << shift(mode);
  }

  /**
   * Returns the coordinate whose mapped value exceeds the base (a lower bound of the mapped
   * coordinates) by {@code delta}. The difference must be at most {@link #last}.
   */
  double coordinate(long delta) {
    return value(base + delta, mode);
  }

  /** Sets the window to the closed interval [from, to]. */
  void window(double from, double to) {
    empty = !seek(from);
    low = sought;
    if (seek(Math.nextUp(to))) {
      empty |= sought == 0;
      high = sought - 1;
    } else {
      high = last;
    }
  }

  /** Returns whether no possible coordinate of the axis lies in the window. */
  boolean isEmpty() {
    return empty;
  }

  /**
   * Returns the smallest difference from the base (a lower bound of the mapped coordinates) whose
   * coordinate is in the window.
   */
  long low() {
    return low;
  }

  /**
   * Returns the largest difference from the base (a lower bound of the mapped coordinates) whose
   * coordinate is in the window. The result is less than {@link #low} if the window lies between
   * two neighbouring differences.
   */
  long high() {
    return high;
  }

  /**
   * Finds the smallest difference from the base (a lower bound of the mapped coordinates) whose
   * coordinate is at least {@code bound}. Returns whether there is one.
   */
  private boolean seek(double bound) {
    if (mode < ORDERED) {
      return seekDecimal(bound);
    }
    long order = bound == 0 ? -1 : CoordinateOrder.of(bound); // -0.0 is not below 0.0
    if (mode == FLOATS) {
      // Among doubles with the same upper bits, a negative float is the last, and any other float
      // the first.
      order = order > 0 ? (order - 1 >> FLOAT_SHIFT) + 1 : order >> FLOAT_SHIFT;
    }
    sought = order <= base ? 0 : order - base;
    return Long.compareUnsigned(sought, last) <= 0;
  }

  private boolean seekDecimal(double bound) {
    sought = 0;
    if (coordinate(0) >= bound) {
      return true;
    }
    if (coordinate(last) < bound) {
      return false;
    }
    long below = 0;
    long notBelow = last;
    long near = (long) Math.rint(bound * POWERS[mode]);
    near = Math.max(1, Math.min(last, Math.min(near, base + last) - base));
    // The answer is near or next to it, except for bounds with as many digits as a double.
    for (long guess = Math.max(1, near - 1); guess <= near + 1; guess++) {
      if (guess > below && guess < notBelow) {
        if (coordinate(guess) >= bound) {
          notBelow = guess;
        } else {
          below = guess;
        }
      }
    }
    while (notBelow - below > 1) {
      long middle = below + notBelow >>> 1;
      if (coordinate(middle) >= bound) {
        notBelow = middle;
      } else {
        below = middle;
      }
    }
    sought = notBelow;
    return true;
  }
}
