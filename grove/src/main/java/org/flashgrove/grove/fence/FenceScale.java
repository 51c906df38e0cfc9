package org.flashgrove.grove.fence;

/**
 * Divides a span of coordinates into steps; coordinates rounded to steps take few bits.
 *
 * <p>Steps 0 to last represent coordinates in ascending order, from the lower to the upper end of
 * the span, both exact. Rounding compares these coordinates, so no rounding error can move an entry
 * out of its box, even if the span is subnormal or exceeds the greatest double.
 */
public final class FenceScale {
  private double low;
  private double high;
  private double halfStep;
  private double inverse;
  private int last;

  /** Turns to a closed span of finite ends in steps 0 to {@code lastStep}. */
  public void reset(double lower, double upper, int lastStep) {
    low = lower;
    high = upper;
    last = lastStep;
    halfStep = halfStep(lower, upper, lastStep);
    inverse = lastStep / (upper - lower); // for guesses: not finite for extreme spans
  }

  /** Returns half a step: the width of the whole span could overflow. */
  private static double halfStep(double low, double high, int last) {
    return (0.5 * high - 0.5 * low) / last;
  }

  /** Returns the coordinate of a step in a span. */
  public static double coordinate(double low, double high, int step, int last) {
    return coordinate(low, high, halfStep(low, high, last), step, last);
  }

  private static double coordinate(double low, double high, double halfStep, int step, int last) {
    double half = step * halfStep;
    return step >= last ? high : Math.min(high, low + half + half);
  }

  /** Returns the coordinate of a step, at least 0. */
  public double coordinate(int step) {
    return coordinate(low, high, halfStep, step, last);
  }

  /** Returns the greatest step whose coordinate is at most a value, or -1. */
  public int floor(double value) {
    if (value < low) {
      return -1;
    }
    if (value >= high) {
      return last;
    }
    // The guess is right, or one too many or too few, but for spans of extreme coordinates.
    int step = Math.max(0, Math.min(last - 1, (int) ((value - low) * inverse)));
    if (coordinate(step) > value) {
      return coordinate(step - 1) <= value ? step - 1 : floor(value, 0, step - 1);
    }
    if (coordinate(step + 1) > value) {
      return step;
    }
    return coordinate(step + 2) > value ? step + 1 : floor(value, step + 2, last);
  }

  /** Returns the greatest step not above a value, from one that is not, up to one that is. */
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

  /** Returns the least step whose coordinate is at least a value, or last + 1. */
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
