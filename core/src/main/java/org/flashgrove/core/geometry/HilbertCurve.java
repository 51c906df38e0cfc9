package org.flashgrove.core.geometry;

import org.flashgrove.core.order.RadixSort;

/**
 * The Hilbert curve through a grid of 2^31 by 2^31 cells over a rectangle, its domain. It maps
 * points to numbers such that neighbours on the curve are neighbours in the plane (D. Hilbert,
 * 1891). The curve starts in the lower left cell and ends in the lower right cell.
 *
 * <p>Each axis is divided evenly, so cells are square only if the domain is square. A point outside
 * the domain counts as the nearest point of the domain's border.
 *
 * <p>A value has 62 bits and is never negative, so signed and unsigned comparison agree. Points
 * closer than 2^-31 of the domain's extent on both axes may share a value (2 cm if the domain is
 * the world in degrees). A tree in curve order breaks ties by id and coordinates.
 *
 * <p>A lookup table advances the curve by four levels per look-up, so a value takes eight look-ups.
 */
public final class HilbertCurve {
  /** Number of levels of the curve, which is also the number of bits of a cell's column and row. */
  public static final int ORDER = 31;

  /** The greatest value, that of the cell in the lower right corner. */
  public static final long MAX_VALUE = (1L << (2 * ORDER)) - 1;

  private static final int MOST_LEVELS = 32;

  /** Number of bits of a value that {@link #order} compares. */
  private static final int ORDERED_BITS = 40;

  /**
   * Factor by which {@link #order} scales coordinates, so that the width and height of the largest
   * extent do not overflow.
   */
  private static final double SCALE = 0.25;

  private static final int CORNERS = 4;
  private static final int STEP_LEVELS = 4;
  private static final int SWAPPED = 1;
  private static final int FLIPPED = 2;
  private static final int STATES = 4;

  /**
   * Lookup table for four levels of the curve. An index consists of a state, four bits of x and
   * four bits of y. An element contains eight bits of the position and, from bit 8 on, the next
   * state.
   */
  private static final short[] STEPS = steps();

  private final double minX;
  private final double minY;
  private final double maxX;
  private final double maxY;
  private final double cellsPerX;
  private final double cellsPerY;

  /**
   * Creates the curve of a domain. The domain may have extent zero on an axis. On that axis the
   * curve then only distinguishes coordinates below and above the domain.
   *
   * @throws IllegalArgumentException if a coordinate or an extent is not finite, or a minimum
   *     exceeds its maximum
   */
  public HilbertCurve(double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    Rectangles.requireFiniteExtents(minX, minY, maxX, maxY);
    this.minX = minX;
    this.minY = minY;
    this.maxX = maxX;
    this.maxY = maxY;
    double cells = 1L << ORDER;
    cellsPerX = cells / (maxX - minX);
    cellsPerY = cells / (maxY - minY);
  }

  private static short[] steps() {
    short[] steps = new short[STATES << (2 * STEP_LEVELS)];
    for (int state = 0; state < STATES; state++) {
      for (int x = 0; x < 1 << STEP_LEVELS; x++) {
        for (int y = 0; y < 1 << STEP_LEVELS; y++) {
          steps[index(state, x, y)] = step(state, x, y);
        }
      }
    }
    return steps;
  }

  private static int index(int state, int x, int y) {
    return state << (2 * STEP_LEVELS) | x << STEP_LEVELS | y;
  }

  /**
   * Computes an element of the lookup table by descending four levels of the curve. Each level
   * divides a square into four quarters. In the initial state, the curve starts in the lower left
   * quarter and goes up, right and down. Other states exchange or reverse both axes.
   */
  private static short step(int firstState, int x, int y) {
    int state = firstState;
    int position = 0;
    for (int bit = STEP_LEVELS - 1; bit >= 0; bit--) {
      int turned = (state & FLIPPED) != 0 ? 1 : 0;
      int first = (x >>> bit & 1) ^ turned;
      int second = (y >>> bit & 1) ^ turned;
      int right = (state & SWAPPED) != 0 ? second : first;
      int up = (state & SWAPPED) != 0 ? first : second;
      position = position << 2 | (3 * right) ^ up;
      if (up == 0) {
        state ^= right == 1 ? SWAPPED | FLIPPED : SWAPPED;
      }
    }
    return (short) (state << (2 * STEP_LEVELS) | position);
  }

  /**
   * Returns the position of a cell on the curve through a grid of 2^order by 2^order cells.
   *
   * @param order 1 to 32
   * @param x the cell's column, 0 to 2^order - 1, as an unsigned number
   * @param y the cell's row, in the same range
   * @return 0 to 4^order - 1; with order 32 an unsigned number
   */
  public static long position(int order, int x, int y) {
    if (order < 1 || order > MOST_LEVELS) {
      throw new IllegalArgumentException("order " + order + " (allowed: 1 to 32)");
    }
    if (order < MOST_LEVELS && ((x | y) >>> order) != 0) {
      throw new IllegalArgumentException(
          "cell " + x + ", " + y + " (allowed: 0 to " + ((1L << order) - 1) + ")");
    }
    return walk(order, x, y);
  }

  private static long walk(int order, int x, int y) {
    // Each level above the grid exchanges the axes once more: the walk begins in the state that
    // gives the grid's own level the documented orientation.
    int state = (MOST_LEVELS - order & 1) != 0 ? SWAPPED : 0;
    long position = 0;
    for (int shift = MOST_LEVELS - STEP_LEVELS; shift >= 0; shift -= STEP_LEVELS) {
      int step = STEPS[index(state, x >>> shift & 0xF, y >>> shift & 0xF)];
      position = position << (2 * STEP_LEVELS) | step & 0xFF;
      state = step >>> (2 * STEP_LEVELS);
    }
    return position;
  }

  /**
   * Returns the value of a point.
   *
   * @return 0 to {@link #MAX_VALUE}
   */
  public long value(double x, double y) {
    return walk(ORDER, cell(x, minX, cellsPerX), cell(y, minY, cellsPerY));
  }

  /**
   * Returns the value of a rectangle's centre.
   *
   * @return 0 to {@link #MAX_VALUE}
   */
  public long valueOfCentre(double x1, double y1, double x2, double y2) {
    return value(0.5 * x1 + 0.5 * x2, 0.5 * y1 + 0.5 * y2); // the sum could overflow
  }

  /**
   * Returns the indexes of rectangles in the order of their centres along a curve. The domain of
   * the curve is the extent of all rectangles. Centres whose values differ only after the first 40
   * bits keep the order of their indexes.
   *
   * @param corners minX, minY, maxX and maxY of each rectangle
   * @param count number of rectangles
   */
  public static int[] order(double[] corners, int count) {
    if (count == 0) {
      return new int[0];
    }
    HilbertCurve curve = over(corners, count);
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count); // bits of an index
    int dropped = Math.max(2 * ORDER - ORDERED_BITS, bits - 1);
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      int at = CORNERS * i;
      long value =
          curve.valueOfCentre(
              SCALE * corners[at],
              SCALE * corners[at + 1],
              SCALE * corners[at + 2],
              SCALE * corners[at + 3]);
      values[i] = value >>> dropped << bits | i;
    }
    new RadixSort().sortNext(values, count, bits);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = (int) (values[i] & (1L << bits) - 1);
    }
    return order;
  }

  /** Returns the curve over the extent of rectangles, with all coordinates scaled down. */
  private static HilbertCurve over(double[] corners, int count) {
    double west = corners[0];
    double south = corners[1];
    double east = corners[2];
    double north = corners[3];
    for (int at = CORNERS; at < CORNERS * count; at += CORNERS) {
      west = Math.min(west, corners[at]);
      south = Math.min(south, corners[at + 1]);
      east = Math.max(east, corners[at + 2]);
      north = Math.max(north, corners[at + 3]);
    }
    return new HilbertCurve(SCALE * west, SCALE * south, SCALE * east, SCALE * north);
  }

  /**
   * Returns the column or row of a coordinate. The cast turns NaN, the product of no distance and
   * infinitely many cells per unit, into 0, and everything beyond the last cell into the last cell,
   * which is {@link Integer#MAX_VALUE}.
   */
  private static int cell(double at, double min, double cells) {
    return Math.max(0, (int) ((at - min) * cells));
  }

  /** Returns a copy of the domain: minX, minY, maxX, maxY. */
  public double[] domain() {
    return new double[] {minX, minY, maxX, maxY};
  }
}
