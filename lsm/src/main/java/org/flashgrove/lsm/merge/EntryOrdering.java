package org.flashgrove.lsm.merge;

import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.curve.DomainSample;

/**
 * Order of the entries in a component. The sort key of an entry is computed from the centre of its
 * rectangle. Mao, Qader and Hristidis (2020) call such an order a comparator. Entries with equal
 * keys are ordered by id.
 *
 * <p>The Hilbert curve and the Z-order need a domain. If none is declared, it is chosen once, from
 * the first entries. Until then all keys are 0. An entry with its centre outside the domain is
 * ordered as if the centre lay on the border. This makes the order less effective but loses no
 * results.
 */
public final class EntryOrdering implements EntryKey {
  /** Number of values that describe a domain: minX, minY, maxX, maxY. */
  public static final int PARTS = 4;

  /** Kind of the sort key. */
  public enum Kind {
    /** Sorts by the position of the centre on the Hilbert curve through the domain. */
    HILBERT,
    /** Sorts by the position of the centre in Z-order, which interleaves the bits of x and y. */
    ZORDER,
    /** Sorts by the x of the centre. Mao et al. (2020) call this the simple comparator. */
    SIMPLE;

    /** Returns whether the order depends on a domain. */
    public boolean needsDomain() {
      return this != SIMPLE;
    }
  }

  private static final int CELL_BITS = 31;

  private final Kind kind;
  private volatile double[] domain;
  private volatile HilbertCurve curve;

  /**
   * Creates an order.
   *
   * @param declared curve through the declared domain, or null if no domain is declared
   */
  EntryOrdering(Kind kind, HilbertCurve declared) {
    this.kind = kind;
    if (declared != null) {
      domain = declared.domain();
      curve = declared;
    }
  }

  /** Returns a copy. Setting the domain of the copy does not change this order. */
  public EntryOrdering copy() {
    EntryOrdering copy = new EntryOrdering(kind, null);
    copy.domain = domain;
    copy.curve = curve;
    return copy;
  }

  /** Returns whether the domain is known or not needed. If so, sort keys do not change any more. */
  public boolean isKnown() {
    return domain != null || !kind.needsDomain();
  }

  /**
   * Sets the domain.
   *
   * @throws IllegalArgumentException if the domain is invalid
   */
  public void define(double[] definition) {
    if (isKnown()) {
      throw new IllegalStateException("ordering: its domain is already set; define it once");
    }
    curve = new HilbertCurve(definition[0], definition[1], definition[2], definition[3]);
    domain = definition.clone();
  }

  /** Returns minX, minY, maxX, maxY of a domain that suits the entries of a sample. */
  public static double[] definition(DomainSample sample) {
    double[] chosen = new double[PARTS];
    System.arraycopy(sample.definition(), 0, chosen, 0, PARTS);
    return chosen;
  }

  /** Returns minX, minY, maxX, maxY of the domain. Returns four zeros if there is no domain. */
  public double[] definition() {
    double[] known = domain;
    return known == null ? new double[PARTS] : known.clone();
  }

  /** Returns whether four numbers, minX, minY, maxX, maxY, are a valid domain. */
  public static boolean isPossible(double[] definition) {
    try {
      Rectangles.requireValid(definition[0], definition[1], definition[2], definition[3]);
      Rectangles.requireFiniteExtents(definition[0], definition[1], definition[2], definition[3]);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public long of(double minX, double minY, double maxX, double maxY) {
    if (kind == Kind.SIMPLE) {
      return ordered(Rectangles.centre(minX, maxX));
    }
    double[] known = domain;
    if (known == null) {
      return 0;
    }
    if (kind == Kind.HILBERT) {
      return curve.valueOfCentre(minX, minY, maxX, maxY);
    }
    return zValue(known, Rectangles.centre(minX, maxX), Rectangles.centre(minY, maxY));
  }

  /** Converts a coordinate to an integer. The integers have the same order as the coordinates. */
  private static long ordered(double value) {
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return bits ^ bits >> Long.SIZE - 1 & Long.MAX_VALUE;
  }

  /** Returns the position of a point on the Z-order curve through a domain. */
  static long zValue(double[] domain, double x, double y) {
    long column = cell(x, domain[0], domain[2]);
    long row = cell(y, domain[1], domain[3]);
    return spread(column) << 1 | spread(row);
  }

  private static long cell(double at, double min, double max) {
    if (at <= min) {
      return 0;
    }
    if (at >= max) {
      return (1L << CELL_BITS) - 1;
    }
    return Math.min((1L << CELL_BITS) - 1, (long) ((at - min) / (max - min) * (1L << CELL_BITS)));
  }

  /** Inserts a zero bit before each bit of a 31-bit number. */
  private static long spread(long cell) {
    long bits = cell;
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFFL;
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FFL;
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0FL;
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333L;
    return (bits | bits << 1) & 0x5555_5555_5555_5555L;
  }
}
