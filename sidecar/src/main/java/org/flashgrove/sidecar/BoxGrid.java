package org.flashgrove.sidecar;

import org.flashgrove.core.geometry.Rectangles;

/**
 * Grid of decimal numbers that bounds are rounded to, so that an index stores them in few bits. The
 * step is a small part of a usual box: larger bounds cost reads of rows that do not match.
 *
 * @param power number of steps in one unit, a power of ten; 0 if coordinates become floats
 */
record BoxGrid(double power) {
  /** Greatest number of decimal places, as pages of entries store decimals. */
  private static final int MOST_PLACES = 9;

  /** Least number of steps in a usual box. */
  private static final double STEPS = 32;

  /** Greatest number of steps from 0: all smaller ones are exact doubles. */
  private static final double MOST_STEPS = 1L << 52;

  /**
   * Returns a grid for boxes.
   *
   * @param side a usual side of a box; 0 or infinite if unknown
   */
  static BoxGrid of(double side) {
    double power = 1;
    for (int places = 0; places <= MOST_PLACES; places++) {
      if (side * power >= STEPS) {
        return new BoxGrid(power);
      }
      power *= 10;
    }
    return new BoxGrid(0);
  }

  /** Returns a number of the grid that is at most a coordinate. */
  double below(double coordinate) {
    double steps = Math.floor(coordinate * power);
    if (power == 0 || Math.abs(steps) >= MOST_STEPS) {
      return finite(Rectangles.below(coordinate), coordinate);
    }
    return steps / power <= coordinate ? positive(steps / power) : positive((steps - 1) / power);
  }

  /** Returns a number of the grid that is at least a coordinate. */
  double above(double coordinate) {
    double steps = Math.ceil(coordinate * power);
    if (power == 0 || Math.abs(steps) >= MOST_STEPS) {
      return finite(Rectangles.above(coordinate), coordinate);
    }
    return steps / power >= coordinate ? positive(steps / power) : positive((steps + 1) / power);
  }

  /** Replaces -0.0, which is no decimal of a page. */
  private static double positive(double number) {
    return number == 0 ? 0 : number;
  }

  /** Returns a float, or the number itself if it is beyond the floats. */
  private static double finite(float rounded, double exact) {
    return Float.isFinite(rounded) ? rounded : exact;
  }
}
