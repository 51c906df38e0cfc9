package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;

/**
 * Finds the narrowest columns for the entries of a page: the mode of each axis, and of each column
 * the minimum and the width. To be used again; not by several threads at once.
 */
final class PageMeasure {
  /** Up to as many entries that others may follow get more room for the ids of these. */
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
   * Creates an object that measures entries for a writer.
   *
   * @param columns takes what is found, and says whether pages are split
   * @param centred whether minima are lowered, at no cost in bits
   * @param risingIds whether ids have a bit or two more than they need, if minima are lowered
   * @param plain whether each column has 64 bits an entry
   */
  PageMeasure(PageColumns columns, boolean centred, boolean risingIds, boolean plain) {
    this.columns = columns;
    this.centred = centred;
    this.risingIds = risingIds;
    this.plain = plain;
  }

  /**
   * Finds the modes, minima and widths of the columns of some entries.
   *
   * <p>This method is longer than what the compiler puts into its callers (325 bytes of code): it
   * is compiled once, and not with each of all those that pack something.
   *
   * @param measuredFrom position of the first, at most measuredTo - 1
   * @param measuredTo position behind the last
   * @return bytes of the page with its header, rows on residual pages aside; {@code
   *     Integer.MAX_VALUE} if no page counts as many entries
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
      // Ids of entries to come are greater more often than not.
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
   * Lowers a minimum by a part of what its width leaves unused.
   *
   * @param width the bits
   * @param range greatest less least, without sign
   * @param lowest least number that the minimum may be
   * @param part 1 for a half of what is unused, 2 for a quarter
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
   * Finds the range of extents. They are one more than the difference of the mapped sides: that of
   * 0.0 to -0.0, which is a closed interval, is -1. As numbers without sign they are never negative
   * then.
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

  /** Returns the mode of all coordinates of an axis: decimals, or else floats, or ordered bits. */
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
   * Returns the least exponent with which all coordinates of an axis are decimals, or ordered bits.
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
      // Numbers of many digits may be decimals with an exponent, but not with a greater one.
      for (int i = from; i < foundAt; i++) {
        if (!Axis.isDecimal(lower[i], exponent) || !Axis.isDecimal(upper[i], exponent)) {
          return Axis.ORDERED;
        }
      }
    }
    return exponent;
  }
}
