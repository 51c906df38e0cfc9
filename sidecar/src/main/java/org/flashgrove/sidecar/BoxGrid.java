package org.flashgrove.sidecar;

import org.flashgrove.core.geometry.Rectangles;

/**
 * Grid of decimal numbers to which an index rounds bounds, so that it stores them in few bits. The
 * distance of neighbouring numbers is small compared with a typical bounding box. With a coarser
 * grid, larger bounds would make queries read rows that do not match.
 *
 * @param power number of grid steps in one unit of the coordinates, a power of ten; 0 to round to
 *     floats instead
 */
record BoxGrid(double power) {
  /** Maximum number of decimal places, because packed pages of entries store at most nine. */
  private static final int MOST_PLACES = 9;

  /** Minimum number of grid steps along a side of a typical box. */
  private static final double STEPS = 32;

  /**
   * Maximum distance of a grid number from 0, in grid steps. A double represents every number of
   * steps up to this one exactly.
   */
  private static final double MOST_STEPS = 1L << 52;

  /**
   * Returns a grid for boxes of a typical size.
   *
   * @param side side of a typical box; 0 or infinite if unknown
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

  /** Rounds a coordinate down to a number of the grid. */
  double below(double coordinate) {
    double steps = Math.floor(coordinate * power);
    if (power == 0 || Math.abs(steps) >= MOST_STEPS) {
      return finite(Rectangles.below(coordinate), coordinate);
    }
    return steps / power <= coordinate ? positive(steps / power) : positive((steps - 1) / power);
  }

  /** Rounds a coordinate up to a number of the grid. */
  double above(double coordinate) {
    double steps = Math.ceil(coordinate * power);
    if (power == 0 || Math.abs(steps) >= MOST_STEPS) {
      return finite(Rectangles.above(coordinate), coordinate);
    }
    return steps / power >= coordinate ? positive(steps / power) : positive((steps + 1) / power);
  }

  /** Replaces -0.0 by 0.0, because packed pages cannot store -0.0 as a decimal. */
  private static double positive(double number) {
    return number == 0 ? 0 : number;
  }

  /** Returns the rounded coordinate, or the exact one if it is outside the range of floats. */
  private static double finite(float rounded, double exact) {
    return Float.isFinite(rounded) ? rounded : exact;
  }
}
