package org.flashgrove.grove.packed;

import java.util.Arrays;
import org.flashgrove.grove.columns.KdTiling;

/**
 * Finds the entries of a page that meet a window. On a split page, it compares cells, which are the
 * upper bits of coordinates. On a joined page, which has all bits of coordinates, it compares
 * packed coordinates.
 */
final class PageScan {
  private static final int WORD_BITS = 6;
  private static final int RUN_SIDES = 4;
  private static final int GREATEST_RUN_CELL = 0xff;

  /**
   * Initial length, in words, of the arrays of hits, which are entries that meet the window. It is
   * enough for most pages. Since the arrays rarely grow, the JIT compiler need not discard compiled
   * code that assumes that they do not grow.
   */
  private static final int FIRST_WORDS = 16;

  private final PackedPage of;
  private final PageColumns columns;
  private final Axis xAxis;
  private final Axis yAxis;

  private final CellScan cells;

  private long[] hits = new long[FIRST_WORDS];
  private long[] unsure = new long[FIRST_WORDS];
  private int unsureCount;
  private boolean seeks; // whether joined pages compare ids instead of coordinates
  private long sought; // difference of the id and the page's lower bound of ids

  PageScan(PackedPage of) {
    this.of = of;
    columns = of.columns;
    xAxis = of.xAxis;
    yAxis = of.yAxis;
    cells = new CellScan(of);
  }

  /** Makes the arrays of hits (entries that meet the window) large enough for the current page. */
  void reset() {
    int words = (columns.count - 1 >> WORD_BITS) + 1;
    if (hits.length < words) {
      hits = new long[words];
      unsure = new long[words];
    }
  }

  /** Implements {@link PackedPage#window}. */
  void window(double minX, double minY, double maxX, double maxY) {
    xAxis.window(minX, maxX);
    yAxis.window(minY, maxY);
    if (columns.split && !isBeside()) {
      cells.window();
    }
    seeks = false;
  }

  /**
   * Restricts the next scan of a joined page to entries with this id, which the page may hold. In
   * the runs that meet the window, every entry with the id is then a hit, whatever its rectangle.
   */
  void seek(long id) {
    seeks = columns.idWidth <= PackedBits.ONE_WORD;
    sought = id - columns.idBase;
  }

  private boolean isBeside() {
    return xAxis.isEmpty() || yAxis.isEmpty();
  }

  /** Implements {@link PackedPage#scan(long, long, int)}. */
  void scan(long met, long inside, int runs) {
    scanRuns(met, inside, runs, columns.count);
  }

  /**
   * Scans the runs (groups of close entries) whose bits are set in {@code met}. Runs contain only
   * the first {@code covered} entries. Also scans all entries after these.
   */
  private void scanRuns(long met, long inside, int runs, int covered) {
    int words = (columns.count - 1 >> WORD_BITS) + 1;
    Arrays.fill(hits, 0, words, 0);
    Arrays.fill(unsure, 0, words, 0);
    unsureCount = 0;
    boolean beside = isBeside();
    long left = met;
    boolean isLast = false;
    while (!isLast) { // one call of scan, because the JIT compiler inlines every call
      isLast = left == 0;
      boolean whole = false;
      int from = covered; // the last step scans the entries after the runs
      int to = columns.count;
      if (!isLast) {
        int first = Long.numberOfTrailingZeros(left);
        whole = (inside >>> first & 1) != 0;
        long alike = met & (whole ? inside : ~inside);
        int end = Math.min(runs, first + Long.numberOfTrailingZeros(~(alike >>> first)));
        if (end <= first) {
          left = 0; // a bit above the runs
          continue;
        }
        from = KdTiling.runStart(0, covered, first, runs);
        to = KdTiling.runStart(0, covered, end, runs);
        left = end == Long.SIZE ? 0 : left & -1L << end;
      }
      if (whole) {
        setAll(from, to);
      } else if (!beside) {
        scan(from, to);
      }
    }
  }

  /**
   * Computes the boxes of runs (groups of close entries) of a page that stores all bits of
   * coordinates. Each side of a box is a cell: the highest 8 bits of the side's difference from the
   * base, a lower bound of the page's coordinates.
   *
   * @param covered number of entries, from the first on, that belong to the runs
   * @param boxes receives four bytes for each run: lower and upper cell of x, then of y
   */
  void runCells(int runs, int covered, byte[] boxes) {
    int xShift = cellShift(xAxis);
    int yShift = cellShift(yAxis);
    for (int run = 0; run < runs; run++) {
      long minX = GREATEST_RUN_CELL;
      long minY = GREATEST_RUN_CELL;
      long maxX = 0;
      long maxY = 0;
      int to = KdTiling.runStart(0, covered, run + 1, runs);
      for (int i = KdTiling.runStart(0, covered, run, runs); i < to; i++) {
        long x = of.lowerX(i);
        long y = of.lowerY(i);
        minX = Math.min(minX, x >>> xShift);
        minY = Math.min(minY, y >>> yShift);
        maxX = Math.max(maxX, (columns.points ? x : of.upperX(i)) >>> xShift);
        maxY = Math.max(maxY, (columns.points ? y : of.upperY(i)) >>> yShift);
      }
      boxes[run * RUN_SIDES] = (byte) minX;
      boxes[run * RUN_SIDES + 1] = (byte) maxX;
      boxes[run * RUN_SIDES + 2] = (byte) minY;
      boxes[run * RUN_SIDES + 3] = (byte) maxY;
    }
  }

  private static int cellShift(Axis axis) {
    return Math.max(0, PackedBits.width(axis.last()) - Byte.SIZE);
  }

  /**
   * Scans a page that stores all bits of coordinates. It scans only the runs (groups of close
   * entries) whose boxes meet the window, and all entries after the runs.
   *
   * @param boxes result of {@link #runCells}, computed when the page had only its first {@code
   *     covered} entries
   */
  void scanCells(byte[] boxes, int runs, int covered) {
    int xShift = cellShift(xAxis);
    int yShift = cellShift(yAxis);
    long lowCellX = xAxis.low() >>> xShift;
    long lowCellY = yAxis.low() >>> yShift;
    long highCellX = xAxis.high() >>> xShift;
    long highCellY = yAxis.high() >>> yShift;
    // The window contains a whole cell unless one of its sides lies within the cell.
    long sureLowX = xAxis.low() == 0 ? 0 : lowCellX + 1;
    long sureLowY = yAxis.low() == 0 ? 0 : lowCellY + 1;
    long sureHighX = xAxis.high() == xAxis.last() ? highCellX : highCellX - 1;
    long sureHighY = yAxis.high() == yAxis.last() ? highCellY : highCellY - 1;
    long met = 0;
    long inside = 0;
    for (int run = 0; run < runs && !isBeside(); run++) {
      int minX = boxes[run * RUN_SIDES] & 0xff;
      int maxX = boxes[run * RUN_SIDES + 1] & 0xff;
      int minY = boxes[run * RUN_SIDES + 2] & 0xff;
      int maxY = boxes[run * RUN_SIDES + 3] & 0xff;
      long apart = highCellX - minX | maxX - lowCellX | highCellY - minY | maxY - lowCellY;
      long out = minX - sureLowX | sureHighX - maxX | minY - sureLowY | sureHighY - maxY;
      met |= ~apart >>> Long.SIZE - 1 << run;
      inside |= ~out >>> Long.SIZE - 1 << run;
    }
    scanRuns(met, inside & met, runs, covered);
  }

  /** Makes entries {@code from} to {@code to - 1} the hits, and no other entries. */
  void take(int from, int to) {
    Arrays.fill(hits, 0, (columns.count - 1 >> WORD_BITS) + 1, 0);
    setAll(from, to);
  }

  /**
   * Reads the box of a run (group of close entries), rounded outwards to cells.
   *
   * @param boxes result of {@link #runCells}
   * @param into receives minX, minY, maxX, maxY
   */
  void runBox(byte[] boxes, int run, double[] into) {
    int at = run * RUN_SIDES;
    into[0] = side(xAxis, boxes[at], 0);
    into[1] = side(yAxis, boxes[at + 2], 0);
    into[2] = side(xAxis, boxes[at + 1], -1L);
    into[3] = side(yAxis, boxes[at + 3], -1L);
  }

  private static double side(Axis axis, byte cell, long lowBits) {
    int shift = cellShift(axis);
    long side = (cell & 0xffL) << shift | lowBits & PackedBits.greatest(shift);
    return axis.coordinate(Long.compareUnsigned(side, axis.last()) > 0 ? axis.last() : side);
  }

  private void setAll(int from, int to) {
    for (int first = from; first < to; first = endOfWord(first, to)) {
      hits[first >> WORD_BITS] |= bits(first, endOfWord(first, to));
    }
  }

  /**
   * Returns the end of the entries whose bits are in the same word as the bit of entry {@code
   * first}. The result is at most {@code to}.
   */
  private static int endOfWord(int first, int to) {
    return Math.min(to, (first >> WORD_BITS) + 1 << WORD_BITS);
  }

  /**
   * Returns a word with the bits of entries {@code first} to {@code end - 1} set. These entries
   * must belong to one word.
   */
  static long bits(int first, int end) {
    return -1L << first & -1L >>> -end;
  }

  private void scan(int from, int to) {
    for (int first = from; first < to; first = endOfWord(first, to)) {
      int end = endOfWord(first, to);
      int word = first >> WORD_BITS;
      if (!columns.split) {
        hits[word] |= joined(first, end);
        continue;
      }
      hits[word] |= cells.scan(first, end);
      long left = cells.unsure();
      if (left != 0) {
        unsure[word] |= left;
        unsureCount += Long.bitCount(left);
      }
    }
  }

  private long joined(int first, int end) {
    if (seeks) {
      return ids(first, end);
    }
    boolean isNarrow = xAxis.isNarrow() && yAxis.isNarrow();
    int widest = Math.max(columns.xWidth, columns.yWidth);
    if (columns.points) {
      return isNarrow && widest <= PackedBits.ONE_WORD
          ? narrowPoints(first, end)
          : widePoints(first, end);
    }
    widest = Math.max(widest, Math.max(columns.wWidth, columns.hWidth));
    return isNarrow && widest <= PackedBits.ONE_WORD
        ? narrowRectangles(first, end)
        : wideRectangles(first, end);
  }

  private long ids(int first, int end) {
    byte[] bytes = of.page;
    int width = columns.idWidth;
    int at = of.idBit + first * width;
    long mask = of.idMask;
    long found = 0;
    for (int i = first; i < end; i++) {
      if (PackedBits.readNarrow(bytes, at, mask) == sought) {
        found |= 1L << i;
      }
      at += width;
    }
    return found;
  }

  /**
   * Scans points whose differences have at most 63 bits. An entry is a hit if none of four
   * subtractions gives a negative number.
   */
  private long narrowPoints(int first, int end) {
    byte[] bytes = of.page;
    int xWidth = columns.xWidth;
    int yWidth = columns.yWidth;
    int atX = of.xBit + first * xWidth;
    int atY = of.yBit + first * yWidth;
    long ofX = of.xMask;
    long ofY = of.yMask;
    long leastX = xAxis.low();
    long mostX = xAxis.high();
    long leastY = yAxis.low();
    long mostY = yAxis.high();
    long found = 0;
    for (int i = first; i < end; i++) {
      long x = PackedBits.readNarrow(bytes, atX, ofX);
      long y = PackedBits.readNarrow(bytes, atY, ofY);
      long outside = x - leastX | mostX - x | y - leastY | mostY - y;
      found |= ~outside >>> Long.SIZE - 1 << i;
      atX += xWidth;
      atY += yWidth;
    }
    return found;
  }

  private long narrowRectangles(int first, int end) {
    byte[] bytes = of.page;
    int atX = of.xBit + first * columns.xWidth;
    int atY = of.yBit + first * columns.yWidth;
    int atW = of.upperXBit + first * columns.wWidth;
    int atH = of.upperYBit + first * columns.hWidth;
    // Stored extents are 1 larger than the real ones.
    long leastX = xAxis.low() - columns.wBase + 1;
    long leastY = yAxis.low() - columns.hBase + 1;
    long mostX = xAxis.high();
    long mostY = yAxis.high();
    long found = 0;
    for (int i = first; i < end; i++) {
      long x = PackedBits.readNarrow(bytes, atX, of.xMask);
      long y = PackedBits.readNarrow(bytes, atY, of.yMask);
      long w = PackedBits.readNarrow(bytes, atW, of.wMask);
      long h = PackedBits.readNarrow(bytes, atH, of.hMask);
      long outside = x + w - leastX | mostX - x | y + h - leastY | mostY - y;
      found |= ~outside >>> Long.SIZE - 1 << i;
      atX += columns.xWidth;
      atY += columns.yWidth;
      atW += columns.wWidth;
      atH += columns.hWidth;
    }
    return found;
  }

  private long widePoints(int first, int end) {
    long found = 0;
    for (int i = first; i < end; i++) {
      long x = of.lowerX(i);
      long y = of.lowerY(i);
      found |= (meets(xAxis, x, x) && meets(yAxis, y, y) ? 1L : 0L) << i;
    }
    return found;
  }

  private long wideRectangles(int first, int end) {
    long found = 0;
    for (int i = first; i < end; i++) {
      boolean hit =
          meets(xAxis, of.lowerX(i), of.upperX(i)) && meets(yAxis, of.lowerY(i), of.upperY(i));
      found |= (hit ? 1L : 0L) << i;
    }
    return found;
  }

  private static boolean meets(Axis axis, long lower, long upper) {
    return Long.compareUnsigned(lower, axis.high()) <= 0
        && Long.compareUnsigned(upper, axis.low()) >= 0;
  }

  /** Returns the hits of the last scan, including the hits of {@link #unsure}. */
  long[] hits() {
    return hits;
  }

  /**
   * Returns the hits of the last scan that match only if their residual rows, the lower bits of
   * coordinates, confirm it.
   */
  long[] unsure() {
    return unsure;
  }

  /** Implements {@link PackedPage#unsureCount}. */
  int unsureCount() {
    return unsureCount;
  }

  /** Implements {@link PackedPage#settle}. */
  void settle() {
    int words = (columns.count - 1 >> WORD_BITS) + 1;
    for (int word = 0; word < words && unsureCount > 0; word++) {
      for (long left = unsure[word]; left != 0; left &= left - 1) {
        int i = (word << WORD_BITS) + Long.numberOfTrailingZeros(left);
        if (!of.isExact(i)) {
          continue;
        }
        long bit = left & -left;
        unsure[word] &= ~bit;
        unsureCount--;
        if (!meets(xAxis, of.lowerX(i), of.upperX(i))
            || !meets(yAxis, of.lowerY(i), of.upperY(i))) {
          hits[word] &= ~bit;
        }
      }
    }
  }
}
