package org.flashgrove.grove.curve;

import java.util.Arrays;

/**
 * Chooses the domain of a curve from the first entries, if none is declared.
 *
 * <p>The curve has 31 bits for each axis. This leaves room for growing data. The <em>middle</em> is
 * the box of the first entries without the outermost twentieth at each end of an axis. Its
 * <em>width</em> is its longer side.
 *
 * <p>The domain is a square. Its side is at least 2^17 times the width of the middle, and at least
 * 16 times the distance of the middle from the origin. The side is at most 2^19 times the width of
 * the middle. A cell of the curve is therefore 2^-14 to 2^-12 times as wide as the middle. The
 * centre of the middle lies at a third of the square on each axis. At a third of the square, no
 * border of a large curve cell divides the data. Entries outside the square are ordered as if they
 * lay on its border. This only makes their order less effective.
 *
 * <p>An entry is oversized if its width or height exceeds both of two limits. One limit is 1/16 of
 * the width of the middle. For the other limit, take the smallest extent that at least nine tenths
 * of the first entries do not exceed. The limit is eight times this extent.
 */
public final class DomainSample {
  /**
   * Upper bound of the width of a curve cell, as a fraction of the width of the region in which
   * most of the first entries lie.
   */
  public static final double CELL_PART = 0x1p-11;

  private static final int OUTER_PART = 20;
  private static final int LARGE_PART = 10;
  private static final double LEAST_GROWTH = 0x1p17;
  private static final double MOST_GROWTH = 0x1p19;
  private static final double ORIGIN_PART = 16;
  private static final double LEAST_SIDE = 0x1p-960;
  private static final double MOST_SIDE = 0x1p1020;
  private static final double LEAST_PART = 0x1p-16;
  private static final double OVERSIZED_PART = 16;
  private static final double OVERSIZED_TIMES = 8;

  private double[] xs = new double[64];
  private double[] ys = new double[64];
  private double[] extents = new double[64];
  private int count;

  /** Adds an entry. */
  public void add(double minX, double minY, double maxX, double maxY) {
    if (count == xs.length) {
      xs = Arrays.copyOf(xs, 2 * count);
      ys = Arrays.copyOf(ys, 2 * count);
      extents = Arrays.copyOf(extents, 2 * count);
    }
    xs[count] = minX / 2 + maxX / 2;
    ys[count] = minY / 2 + maxY / 2;
    extents[count++] = Math.max(maxX - minX, maxY - minY);
  }

  /** Returns the number of entries added. */
  public int count() {
    return count;
  }

  /**
   * Returns the definition of a domain ({@link CurveOrder#definition}). There must be at least one
   * entry. The order of the entries does not matter.
   */
  public double[] definition() {
    Arrays.sort(xs, 0, count);
    Arrays.sort(ys, 0, count);
    Arrays.sort(extents, 0, count);
    int first = count / OUTER_PART;
    int last = count - 1 - first;
    double typical = extents[count - 1 - count / LARGE_PART];
    double origin =
        Math.max(
            Math.max(Math.abs(xs[first]), Math.abs(xs[last])),
            Math.max(Math.abs(ys[first]), Math.abs(ys[last])));
    double middle = Math.max(xs[last] - xs[first], ys[last] - ys[first]);
    double extent = Math.max(middle, typical);
    if (extent == 0) {
      extent = origin == 0 ? LEAST_PART : LEAST_PART * origin;
    }
    double wanted = Math.max(LEAST_GROWTH * extent, ORIGIN_PART * origin);
    double side = Math.min(wanted, MOST_GROWTH * extent);
    side = Math.max(LEAST_SIDE, Math.min(MOST_SIDE, side));
    double minX = least(xs[first], xs[last], side);
    double minY = least(ys[first], ys[last], side);
    double oversized = Math.max(extent / OVERSIZED_PART, OVERSIZED_TIMES * typical);
    double part = Math.min(oversized / side, Double.MAX_VALUE);
    return new double[] {minX, minY, minX + side, minY + side, Math.max(part, Double.MIN_NORMAL)};
  }

  private static double least(double low, double high, double side) {
    double centre = low / 2 + high / 2;
    double most = Double.MAX_VALUE / 2;
    return Math.max(-most, Math.min(most, centre)) - side / 3;
  }
}
