package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;

/**
 * Computes the narrowest columns for the entries of a page: the mode of each axis, and the minimum
 * and width of each column. Reusable; not safe for use by several threads.
 */
final class PageMeasure {
  /**
   * If a page has at most this number of entries, its column of ids gets two spare bits for larger
   * ids instead of one.
   */
  private static final int FEW = 128;

  private final PageColumns columns;
  private final boolean centred;
  private final boolean risingIds;
  private final boolean plain;
  private EntryColumns entries;
  private int from;
  private int to;
  private long leastId;
  private long greatestId;
  private int mode;
  private long least;
  private long greatestLower;
  private long greatest;
  private long leastExtent;
  private long greatestExtent;

  /**
   * Creates an object that measures for one writer.
   *
   * @param columns receives the result; its {@code split} flag is an input
   * @param centred whether to lower minima where this costs no bits
   * @param risingIds whether columns of ids get one or two spare bits for larger ids that are added
   *     later; requires {@code centred}
   * @param plain whether each value has 64 bits
   */
  PageMeasure(PageColumns columns, boolean centred, boolean risingIds, boolean plain) {
    this.columns = columns;
    this.centred = centred;
    this.risingIds = risingIds;
    this.plain = plain;
  }

  /**
   * Implements {@link PackedWriter#measure}.
   *
   * <p>This method is too long for inlining (over 325 bytes of code). The JIT compiler thus
   * compiles it once, and not again for every caller.
   */
  int measure(EntryColumns measured, int measuredFrom, int measuredTo) {
    entries = measured;
    from = measuredFrom;
    to = measuredTo;
    columns.count = to - from;
    measureIds();
    long range = greatestId - leastId;
    columns.idWidth = PackedBits.width(range);
    columns.idBase = leastId;
    if (centred) {
      // New entries mostly have larger ids.
      if (risingIds) {
        columns.idWidth = Math.min(Long.SIZE, columns.idWidth + (to - from <= FEW ? 2 : 1));
      }
      columns.idBase = lowered(leastId, columns.idWidth, range, Long.MIN_VALUE, 2);
    }
    measureAxis(measured.minXs(), measured.maxXs());
    columns.xMode = mode;
    columns.xBase = least;
    columns.xWidth = lowerWidth();
    columns.wBase = columns.split ? 0 : leastExtent;
    columns.wWidth = extentWidth();
    measureAxis(measured.minYs(), measured.maxYs());
    columns.yMode = mode;
    columns.yBase = least;
    columns.yWidth = lowerWidth();
    columns.hBase = columns.split ? 0 : leastExtent;
    columns.hWidth = extentWidth();
    if (plain) {
      widen();
    }
    columns.place();
    boolean isPossible = PageColumns.isCountable(columns.count);
    return isPossible ? (int) columns.bytes : Integer.MAX_VALUE;
  }

  private void measureIds() {
    columns.points = true;
    columns.deletions = false;
    leastId = Long.MAX_VALUE;
    greatestId = Long.MIN_VALUE;
    for (int i = from; i < to; i += PackedWriter.SLICE) {
      measureIds(i, Math.min(i + PackedWriter.SLICE, to));
    }
  }

  private void measureIds(int first, int end) {
    long[] ids = entries.ids();
    long low = leastId;
    long high = greatestId;
    boolean points = columns.points;
    boolean deletions = columns.deletions;
    for (int i = first; i < end; i++) {
      low = Math.min(low, ids[i]);
      high = Math.max(high, ids[i]);
      points &= entries.isPoint(i);
      deletions |= entries.isDeletion(i);
    }
    leastId = low;
    greatestId = high;
    columns.points = points;
    columns.deletions = deletions;
  }

  private void widen() {
    columns.xWidth = Long.SIZE;
    columns.yWidth = Long.SIZE;
    columns.wWidth = columns.points ? 0 : Long.SIZE;
    columns.hWidth = columns.wWidth;
    columns.idWidth = Long.SIZE;
  }

  private int lowerWidth() {
    return PackedBits.width((columns.split ? greatest : greatestLower) - least);
  }

  private int extentWidth() {
    return columns.split ? 0 : PackedBits.width(greatestExtent - leastExtent);
  }

  /**
   * Returns a minimum for a column that is lower than {@code minimum} by a part of the range that
   * its width leaves unused.
   *
   * @param width width of the column in bits
   * @param range difference of maximum and minimum, unsigned
   * @param lowest smallest allowed minimum
   * @param part 1 for a half of the unused range, 2 for a quarter
   */
  private static long lowered(long minimum, int width, long range, long lowest, int part) {
    long unused = PackedBits.greatest(width) - range >>> part;
    long room = minimum - lowest;
    return minimum - (Long.compareUnsigned(unused, room) < 0 ? unused : room);
  }

  private void centre() {
    long range = greatestLower - least;
    int width = PackedBits.width(range);
    least = lowered(least, width, range, Axis.leastBase(mode), 1);
    greatestLower = least + PackedBits.greatest(width);
    range = greatestExtent - leastExtent;
    width = PackedBits.width(range);
    leastExtent = lowered(leastExtent, width, range, 0, 1);
    greatestExtent = leastExtent + PackedBits.greatest(width);
  }

  private void measureAxis(double[] lower, double[] upper) {
    mode = plain ? Axis.ORDERED : narrowestMode(lower, upper);
    least = Long.MAX_VALUE;
    greatestLower = Long.MIN_VALUE;
    for (int i = from; i < to; i += PackedWriter.SLICE) {
      measureLower(lower, i, Math.min(i + PackedWriter.SLICE, to));
    }
    greatest = greatestLower;
    leastExtent = 0;
    greatestExtent = 0;
    if (!columns.points) {
      measureExtents(lower, upper);
    }
    if (centred) {
      centre();
    }
  }

  private void measureLower(double[] lower, int first, int end) {
    long low = least;
    long high = greatestLower;
    for (int i = first; i < end; i++) {
      long mapped = Axis.map(lower[i], mode);
      low = Math.min(low, mapped);
      high = Math.max(high, mapped);
    }
    least = low;
    greatestLower = high;
  }

  /**
   * Finds the range of extents. An extent is 1 plus the difference of the two mapped sides. The
   * difference is -1 for the closed interval from 0.0 to -0.0, so extents are never negative.
   */
  private void measureExtents(double[] lower, double[] upper) {
    leastExtent = -1;
    for (int i = from; i < to; i++) {
      long mapped = Axis.map(upper[i], mode);
      least = Math.min(least, mapped);
      greatest = Math.max(greatest, mapped);
      long extent = mapped - Axis.map(lower[i], mode) + 1;
      if (Long.compareUnsigned(extent, leastExtent) < 0) {
        leastExtent = extent;
      }
      if (Long.compareUnsigned(extent, greatestExtent) > 0) {
        greatestExtent = extent;
      }
    }
  }

  /**
   * Returns the mode for all coordinates of an axis: decimals if possible, otherwise floats or
   * doubles.
   */
  private int narrowestMode(double[] lower, double[] upper) {
    int exponent = decimalExponent(lower, upper);
    if (exponent < Axis.ORDERED) {
      return exponent;
    }
    boolean floats = true;
    for (int i = from; i < to; i++) {
      floats &= Axis.isFloat(lower[i]) & Axis.isFloat(upper[i]);
    }
    return floats ? Axis.FLOATS : Axis.ORDERED;
  }

  /**
   * Returns the smallest exponent for which all coordinates are decimals. Returns {@link
   * Axis#ORDERED} if there is none.
   */
  private int decimalExponent(double[] lower, double[] upper) {
    int exponent = 0;
    int foundAt = from;
    for (int i = from; i < to && exponent < Axis.ORDERED; i++) {
      int tried = exponent;
      while (exponent < Axis.ORDERED
          && !(Axis.isDecimal(lower[i], exponent) && Axis.isDecimal(upper[i], exponent))) {
        exponent++;
      }
      foundAt = exponent > tried ? i : foundAt;
    }
    if (exponent < Axis.ORDERED) {
      // A number with many digits may be a decimal of one exponent but not of a larger one.
      for (int i = from; i < foundAt; i++) {
        if (!Axis.isDecimal(lower[i], exponent) || !Axis.isDecimal(upper[i], exponent)) {
          return Axis.ORDERED;
        }
      }
    }
    return exponent;
  }
}
