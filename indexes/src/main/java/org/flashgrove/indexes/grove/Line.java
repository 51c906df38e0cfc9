package org.flashgrove.indexes.grove;

import org.flashgrove.core.geometry.HilbertCurve;

/**
 * The line along which entries are ordered: the Hilbert curve through the domain, on which an entry
 * stands where its centre is, and behind it a second, coarser one for giants, entries so large that
 * the box of a page with one of them would be met by most queries. Giants have intervals, blocks
 * and pages of their own, so that only these are.
 *
 * <p>Where an entry stands depends on nothing but its rectangle.
 */
final class Line {
  /** Where giants begin. */
  static final long GIANTS = 1L << 62;

  /** End of the line: more than the greatest value. */
  static final long END = GIANTS + (GIANTS >>> 1);

  private final HilbertCurve curve;
  private final double giants;
  private final double mostWidth;
  private final double mostHeight;

  /**
   * Creates the line of a curve.
   *
   * @param giants part of the domain's width or height above which an entry is a giant
   */
  Line(HilbertCurve curve, double giants) {
    this.curve = curve;
    this.giants = giants;
    double[] domain = curve.domain();
    mostWidth = giants * (domain[2] - domain[0]);
    mostHeight = giants * (domain[3] - domain[1]);
  }

  /** Returns where a rectangle stands: 0 to {@link #END} - 1. */
  long value(double minX, double minY, double maxX, double maxY) {
    long value = curve.valueOfCentre(minX, minY, maxX, maxY);
    boolean giant = maxX - minX > mostWidth || maxY - minY > mostHeight;
    return giant ? GIANTS | value >>> 1 : value;
  }

  /**
   * Returns what says where entries stand: minX, minY, maxX, maxY of the domain, and the part of it
   * above which an entry is a giant.
   */
  double[] definition() {
    double[] domain = curve.domain();
    return new double[] {domain[0], domain[1], domain[2], domain[3], giants};
  }
}
