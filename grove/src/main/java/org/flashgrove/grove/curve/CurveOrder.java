package org.flashgrove.grove.curve;

import java.util.Arrays;
import org.flashgrove.core.geometry.HilbertCurve;

/**
 * Order of entries by the positions of their centres on a Hilbert curve through the domain. Entries
 * whose rectangles are large compared with the domain (oversized entries) follow on a second,
 * coarser curve. Oversized entries have separate intervals, blocks and pages. Otherwise most
 * queries would visit every page that contains an oversized entry.
 *
 * <p>The position of an entry depends only on its rectangle. While the domain is unknown, all
 * entries have position 0. The domain is chosen once ({@link DomainSample}) and does not change.
 */
public final class CurveOrder {
  /** Smallest position of an oversized entry, whose rectangle is large compared with the domain. */
  public static final long OVERSIZED = 1L << 62;

  /** End of the curve, greater than all positions. */
  public static final long END = OVERSIZED + (OVERSIZED >>> 1);

  /** Number of values in {@link #definition}. */
  public static final int PARTS = 5;

  private static final double[] UNKNOWN = new double[PARTS];

  /** A domain that has been chosen, with the width and height above which an entry is oversized. */
  private static final class Known {
    private final HilbertCurve curve;
    private final double oversizedPart;
    private final double mostWidth;
    private final double mostHeight;

    Known(HilbertCurve curve, double oversizedPart) {
      this.curve = curve;
      this.oversizedPart = oversizedPart;
      double[] domain = curve.domain();
      mostWidth = oversizedPart * (domain[2] - domain[0]);
      mostHeight = oversizedPart * (domain[3] - domain[1]);
    }
  }

  private volatile Known known;

  /** Creates an order whose domain is unknown. */
  public CurveOrder() {}

  /**
   * Creates an order along a known curve.
   *
   * @param oversizedPart fraction of the domain's width or height. An entry that is wider or higher
   *     than this fraction of the domain is oversized
   */
  public CurveOrder(HilbertCurve curve, double oversizedPart) {
    known = new Known(curve, oversizedPart);
  }

  /** Returns a copy that has the current domain, or no domain if none has been chosen. */
  public CurveOrder copy() {
    CurveOrder copy = new CurveOrder();
    copy.known = known;
    return copy;
  }

  /** Returns whether the domain is known. */
  public boolean isKnown() {
    return known != null;
  }

  /**
   * Sets the domain of an order that has no domain yet.
   *
   * @param definition result of {@link #definition}
   * @throws IllegalArgumentException if the definition is invalid
   */
  public void define(double[] definition) {
    if (known != null) {
      throw new IllegalStateException("curve: its domain is already set; define it once");
    }
    if (!(definition[4] > 0 && definition[4] <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "oversizedPart=" + definition[4] + " (allowed: more than 0)");
    }
    known =
        new Known(
            new HilbertCurve(definition[0], definition[1], definition[2], definition[3]),
            definition[4]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CurveOrder curve && Arrays.equals(definition(), curve.definition());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(definition());
  }

  /**
   * Returns whether {@link #define} accepts a definition, or the definition is the one of an
   * unknown domain.
   */
  public static boolean isPossible(double[] definition) {
    if (Arrays.equals(definition, UNKNOWN)) {
      return true;
    }
    try {
      new CurveOrder().define(definition);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the position of a rectangle in the order, from 0 to {@link #END} - 1. */
  public long value(double minX, double minY, double maxX, double maxY) {
    Known at = known;
    if (at == null) {
      return 0;
    }
    long value = at.curve.valueOfCentre(minX, minY, maxX, maxY);
    boolean oversized = maxX - minX > at.mostWidth || maxY - minY > at.mostHeight;
    return oversized ? OVERSIZED | value >>> 1 : value;
  }

  /**
   * Returns the definition of the order: minX, minY, maxX and maxY of the domain, and the fraction
   * of the domain's width or height above which an entry is oversized. All values are 0 if the
   * domain is unknown.
   */
  public double[] definition() {
    Known at = known;
    if (at == null) {
      return UNKNOWN.clone();
    }
    double[] domain = at.curve.domain();
    return new double[] {domain[0], domain[1], domain[2], domain[3], at.oversizedPart};
  }
}
