package org.flashgrove.grove.fence;

/**
 * Divides an interval of coordinates by steps, so that a coordinate that is rounded to a step takes
 * few bits.
 *
 * <p>Each step is a coordinate. Steps are numbered from 0 in ascending order. The first and the
 * last step are exactly the ends of the interval. Rounding compares a coordinate with the exact
 * coordinates of steps. Therefore a box whose sides are rounded outwards never becomes smaller.
 * This holds even if the interval is subnormal or wider than the largest double.
 */
public final class FenceScale {
  private double low;
  private double high;
  private double halfStep;
  private double inverse;
  private int last;

  /**
   * Sets the interval and the number of its last step. Both ends of the interval must be finite.
   */
  public void reset(double lower, double upper, int lastStep) {
    low = lower;
    high = upper;
    last = lastStep;
    halfStep = halfStep(lower, upper, lastStep);
    inverse = lastStep / (upper - lower); // used for guesses; may be infinite for extreme intervals
  }

  /**
   * Returns half the width of a step. Halves are used because the width of the interval could
   * overflow.
   */
  private static double halfStep(double low, double high, int last) {
    return (0.5 * high - 0.5 * low) / last;
  }

  /**
   * Returns the coordinate that step {@code step} of an interval represents.
   *
   * @param low lower end of the interval
   * @param high upper end of the interval
   * @param last number of the last step
   */
  public static double coordinate(double low, double high, int step, int last) {
    return coordinate(low, high, halfStep(low, high, last), step, last);
  }

  private static double coordinate(double low, double high, double halfStep, int step, int last) {
    double half = step * halfStep;
    return step >= last ? high : Math.min(high, low + half + half);
  }

  /** Returns the coordinate that a step represents. The step must be at least 0. */
  public double coordinate(int step) {
    return coordinate(low, high, halfStep, step, last);
  }

  /**
   * Returns the last step whose coordinate is at most {@code value}. Returns -1 if there is none.
   */
  public int floor(double value) {
    if (value < low) {
      return -1;
    }
    if (value >= high) {
      return last;
    }
    // Except for extreme intervals, the guess is correct or off by one.
    int step = Math.max(0, Math.min(last - 1, (int) ((value - low) * inverse)));
    if (coordinate(step) > value) {
      return coordinate(step - 1) <= value ? step - 1 : floor(value, 0, step - 1);
    }
    if (coordinate(step + 1) > value) {
      return step;
    }
    return coordinate(step + 2) > value ? step + 1 : floor(value, step + 2, last);
  }

  /** Returns the last step whose coordinate is at most {@code value}, by binary search. */
  private int floor(double value, int notAbove, int firstAbove) {
    int atMost = notAbove;
    int above = firstAbove;
    while (above - atMost > 1) {
      int middle = atMost + above >>> 1;
      if (coordinate(middle) <= value) {
        atMost = middle;
      } else {
        above = middle;
      }
    }
    return atMost;
  }

  /**
   * Returns the first step whose coordinate is at least {@code value}. If there is none, returns
   * the number after the last step.
   */
  public int ceiling(double value) {
    if (value <= low) {
      return 0;
    }
    if (value > high) {
      return last + 1;
    }
    int step = floor(value);
    if (coordinate(step) < value) {
      return step + 1;
    }
    if (coordinate(step - 1) < value) {
      return step;
    }
    int below = 0;
    int notBelow = step;
    while (notBelow - below > 1) {
      int middle = below + notBelow >>> 1;
      if (coordinate(middle) < value) {
        below = middle;
      } else {
        notBelow = middle;
      }
    }
    return notBelow;
  }
}
