package org.flashgrove.grove.packed;

/**
 * Mapping of one axis of a page to integers, and of a window's sides on it.
 *
 * <p>A coordinate is mapped to an integer of the same order: to m if every coordinate of the axis
 * is m / 10^exponent, exactly (decimals), else to its {@linkplain CoordinateOrder ordered bits}, of
 * which the lowest are left out if all coordinates are floats. A page holds differences from the
 * least integer, the base; they are 64-bit numbers without sign.
 */
final class Axis {
  /** The greatest decimal exponent; modes 0 to 9 are exponents. */
  static final int MAX_EXPONENT = 9;

  /** The mode of ordered bits. */
  static final int ORDERED = 10;

  /** The mode of ordered bits of floats. */
  static final int FLOATS = 11;

  /** The lowest bits of a double, which say nothing if it is a float. */
  private static final int FLOAT_SHIFT = 29;

  private static final long FLOAT_REST = (1L << FLOAT_SHIFT) - 1;

  /** Integers up to here, of either sign, are doubles. */
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

  /** Returns whether a coordinate is m / 10^exponent for a whole m, bit for bit; -0.0 is not. */
  static boolean isDecimal(double value, int exponent) {
    double power = POWERS[exponent];
    long whole = (long) Math.rint(value * power);
    return whole >= -MAX_DECIMAL
        && whole <= MAX_DECIMAL
        && Double.doubleToRawLongBits(whole / power) == Double.doubleToRawLongBits(value);
  }

  /**
   * Returns whether a coordinate has no more digits than a float, bit for bit; its exponent may be
   * one that no float has.
   */
  static boolean isFloat(double value) {
    return (Double.doubleToRawLongBits(value) & FLOAT_REST) == 0;
  }

  /** Returns whether a mode keeps a coordinate. */
  static boolean keeps(double value, int mode) {
    return mode == ORDERED || (mode == FLOATS ? isFloat(value) : isDecimal(value, mode));
  }

  /** Returns how many of the lowest ordered bits a mode of these leaves out. */
  private static int shift(int mode) {
    return mode == FLOATS ? FLOAT_SHIFT : 0;
  }

  /** Returns the integer of a coordinate that the mode keeps. */
  static long map(double value, int mode) {
    return mode >= ORDERED
        ? CoordinateOrder.of(value) >> shift(mode)
        : (long) Math.rint(value * POWERS[mode]);
  }

  /** Returns the coordinate of an integer. */
  static double value(long mapped, int mode) {
    if (mode == ORDERED) {
      return CoordinateOrder.value(mapped);
    }
    return mode == FLOATS ? ofFloat(mapped) : mapped / POWERS[mode];
  }

  /** Returns the coordinate without the bits that are left out: ones in the order of negatives. */
  private static double ofFloat(long mapped) {
    return CoordinateOrder.value(mapped << FLOAT_SHIFT | mapped >> Long.SIZE - 1 & FLOAT_REST);
  }

  /** Returns the least base of a mode. */
  static long leastBase(int mode) {
    return mode >= ORDERED ? CoordinateOrder.LEAST >> shift(mode) : -MAX_DECIMAL;
  }

  /** Returns the greatest integer of a mode. */
  private static long greatest(int mode) {
    return mode >= ORDERED ? CoordinateOrder.GREATEST >> shift(mode) : MAX_DECIMAL;
  }

  /** Returns whether a page may have a mode and a base. */
  static boolean isPossible(int mode, long base) {
    return mode >= 0 && mode <= FLOATS && base >= leastBase(mode) && base <= greatest(mode);
  }

  /**
   * Turns to an axis of a page.
   *
   * @param axisMode 0 to 11
   * @param axisBase the least integer
   * @param greatest the greatest difference that the widths of the columns allow, without sign
   */
  void reset(int axisMode, long axisBase, long greatest) {
    mode = axisMode;
    base = axisBase;
    long room = greatest(axisMode) - axisBase;
    last = Long.compareUnsigned(greatest, room) < 0 ? greatest : room;
    narrow = greatest >= 0;
  }

  /** Returns whether differences have 63 bits at most, so that signed arithmetic does for them. */
  boolean isNarrow() {
    return narrow;
  }

  /** Returns the greatest difference that stands for a finite coordinate, without sign. */
  long last() {
    return last;
  }

  /** Returns whether a difference stands for a finite coordinate. */
  boolean holds(long delta) {
    return Long.compareUnsigned(delta, last) <= 0;
  }

  /**
   * Returns whether all coordinates are ordered bits of one sign: the bits of a coordinate are then
   * {@link #start} plus the difference shifted by {@link #leftShift}, with those of {@link #flip}
   * inverted.
   */
  boolean isOneSign() {
    return mode >= ORDERED && (base >= 0 || base + last < 0);
  }

  /** Returns the base, shifted. */
  long start() {
    return base << shift(mode);
  }

  /** Returns how many bits a mode of ordered bits leaves out. */
  int leftShift() {
    return shift(mode);
  }

  /** Returns the bits that are inverted if all coordinates are ordered bits of one sign. */
  long flip() {
    return base >= 0 ? 0 : Long.MAX_VALUE & -1L << shift(mode);
  }

  /** Returns the coordinate of a difference, no greater than {@link #last}. */
  double coordinate(long delta) {
    return value(base + delta, mode);
  }

  /** Sets a closed window from one coordinate to another. */
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

  /** Returns whether the window is beside all coordinates of the axis. */
  boolean isEmpty() {
    return empty;
  }

  /** Returns the least difference in the window. */
  long low() {
    return low;
  }

  /**
   * Returns the greatest difference in the window; less than {@link #low} if the window is between
   * two.
   */
  long high() {
    return high;
  }

  /**
   * Finds the least difference of a coordinate that is not below a bound, and returns whether there
   * is one.
   */
  private boolean seek(double bound) {
    if (mode < ORDERED) {
      return seekDecimal(bound);
    }
    long order = bound == 0 ? -1 : CoordinateOrder.of(bound); // -0.0 is not below 0.0
    if (mode == FLOATS) {
      // a negative float is the last double of those with its bits, another one the first
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
    // The answer is near or beside it, but for bounds with as many digits as doubles have.
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
