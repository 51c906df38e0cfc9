package org.flashgrove.indexes.packed;

import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Reads a packed page (format FGP1, docs/packed-format.md) in place. To be used again and again;
 * not by several threads at once.
 *
 * <p>On a split page the exact coordinates of an entry need its row on a residual page, unless the
 * page has no rows ({@link #residualPages} is 0): attach the residual pages first. Scans compare
 * cells, four of them in a word, and say which entries only their rows decide.
 *
 * <p>Content that no writer makes ends in {@link DamagedStoreException} or in wrong answers: finite
 * coordinates in order, and no more entries than the page has bytes.
 */
public final class PackedPage {
  /** The guard bit above each cell of a word. */
  private static final long GUARDS = 0x8000_8000_8000_8000L;

  /** Times a cell: the cell in each lane. */
  private static final long EACH_LANE = 0x0001_0001_0001_0001L;

  /** Times the lowest bits of the lanes: these bits, next to each other, in the topmost lane. */
  private static final long GATHER = 0x0001_0002_0004_0008L;

  private static final int GREATEST_CELL = (1 << PageColumns.CELL_BITS) - 1;
  private static final int WORD_BITS = 6;
  private static final int RUN_SIDES = 4;
  private static final int GREATEST_RUN_CELL = 0xff;

  private final String file;
  private final PageColumns columns = new PageColumns();
  private final Axis xAxis = new Axis();
  private final Axis yAxis = new Axis();
  private final double[] box = new double[4];
  private byte[] page;
  private int index;
  private long block;

  // first bits of the columns in the array, and the greatest numbers in them
  private int xBit;
  private int yBit;
  private int upperXBit;
  private int upperYBit;
  private int idBit;
  private int deletionBit;
  private long xMask;
  private long yMask;
  private long wMask;
  private long hMask;
  private long idMask;

  // rows on residual pages
  private int rowsOnFirst;
  private int rowsOnPage;
  private int residualPages;
  private byte[][] residual = new byte[2][];
  private int[] residualAt = new int[2];
  private int residualContent;

  // the window's cells in each lane: entries within may be hits; within the second four they are
  private long lowX;
  private long highX;
  private long lowY;
  private long highY;
  private long sureLowX;
  private long sureHighX;
  private long sureLowY;
  private long sureHighY;
  private boolean sureAnywhere;

  private long[] hits = new long[0];
  private long[] unsure = new long[0];
  private int unsureCount;

  /** Creates a reader of pages of a file, whose name is for the messages of errors. */
  public PackedPage(String file) {
    this.file = file;
  }

  /**
   * Turns to a page of entries.
   *
   * @param bytes an array that holds the page
   * @param at where its content begins behind the store's envelope
   * @param limit where its content may end at most
   * @param blockNumber number of its block, for the message of an error
   * @param indexInBlock of the page, for the message of an error
   * @throws DamagedStoreException if the content is no packed page of entries
   */
  public void reset(byte[] bytes, int at, int limit, long blockNumber, int indexInBlock) {
    page = bytes;
    block = blockNumber;
    index = indexInBlock;
    if (limit - at < PageColumns.LEAST_CONTENT) {
      throw damaged((limit - at) + " bytes (allowed: " + PageColumns.LEAST_CONTENT + " or more)");
    }
    String wrong = columns.read(bytes, at, limit);
    if (wrong != null) {
      throw damaged(wrong);
    }
    placeColumns(at * Byte.SIZE);
    placeRows(limit - at);
    resetAxes();
    int words = (columns.count - 1 >> WORD_BITS) + 1;
    if (hits.length < words) {
      hits = new long[words];
      unsure = new long[words];
    }
  }

  private void placeColumns(int start) {
    xBit = start + (int) columns.xBit;
    yBit = start + (int) columns.yBit;
    upperXBit = start + (int) columns.upperXBit;
    upperYBit = start + (int) columns.upperYBit;
    idBit = start + (int) columns.idBit;
    deletionBit = start + (int) columns.deletionBit;
    xMask = PackedBits.greatest(columns.xWidth);
    yMask = PackedBits.greatest(columns.yWidth);
    wMask = PackedBits.greatest(columns.wWidth);
    hMask = PackedBits.greatest(columns.hWidth);
    idMask = PackedBits.greatest(columns.idWidth);
  }

  private void placeRows(int content) {
    Arrays.fill(residual, null);
    residualContent = content;
    residualPages = 0;
    if (columns.rowBits > 0) {
      int capacity = PageColumns.residualCapacity(content);
      rowsOnFirst = (capacity - columns.residualBit) / columns.rowBits;
      rowsOnPage = capacity / columns.rowBits;
      residualPages = residualPageOf(columns.count - 1) + 1;
      if (residual.length < residualPages) {
        residual = new byte[residualPages][];
        residualAt = new int[residualPages];
      }
    }
  }

  private void resetAxes() {
    xAxis.reset(columns.xMode, columns.xBase, greatestDelta(xMask, columns.wBase, wMask));
    yAxis.reset(columns.yMode, columns.yBase, greatestDelta(yMask, columns.hBase, hMask));
  }

  /** Returns the greatest difference of an upper side that widths allow; saturated. */
  private long greatestDelta(long mask, long extentBase, long extentMask) {
    if (columns.split || columns.points) {
      return mask;
    }
    return saturatedSum(mask, saturatedSum(extentBase, extentMask));
  }

  private static long saturatedSum(long a, long b) {
    return Long.compareUnsigned(a + b, a) < 0 ? -1 : a + b;
  }

  private DamagedStoreException damaged(String cause) {
    return new DamagedStoreException(file, "block " + block + ", page " + index, cause);
  }

  /** Returns the number of entries, at least 1. */
  public int count() {
    return columns.count;
  }

  /** Returns whether all entries are points. */
  public boolean isPoints() {
    return columns.points;
  }

  /** Returns whether some entries are deletions. */
  public boolean hasDeletions() {
    return columns.deletions;
  }

  /** Returns how many residual pages hold rows of this page; 0 if it has no rows. */
  public int residualPages() {
    return residualPages;
  }

  /**
   * Returns which of the block's residual pages, which stand behind its pages of entries, is the
   * first with rows of this page: 0 for the first of them.
   */
  public int firstResidual() {
    return columns.residualPage;
  }

  /** Returns which residual page holds the row of entry i: 0 to {@code residualPages() - 1}. */
  public int residualPageOf(int i) {
    return i < rowsOnFirst ? 0 : 1 + (i - rowsOnFirst) / rowsOnPage;
  }

  /**
   * Hands over residual page {@code firstResidual() + k} of the block.
   *
   * @param at where its content begins behind the store's envelope
   * @param limit where its content ends: it is at least as long as that of this page
   * @throws DamagedStoreException if it is no residual page
   */
  public void attach(int k, byte[] bytes, int at, int limit) {
    if (limit - at < residualContent) {
      throw new IllegalArgumentException(
          "residual page of " + (limit - at) + " bytes (allowed: " + residualContent + " or more)");
    }
    String wrong = PageColumns.readResidual(bytes, at);
    if (wrong != null) {
      throw new DamagedStoreException(
          file, "block " + block + ", residual page " + (columns.residualPage + k), wrong);
    }
    residual[k] = bytes;
    residualAt[k] = at;
  }

  /** Takes back residual page {@code firstResidual() + k}: its bytes may become others. */
  public void detach(int k) {
    residual[k] = null;
  }

  /**
   * Returns whether the exact coordinates of entry i can be read: its row is attached, or it has
   * none.
   */
  public boolean isExact(int i) {
    return columns.rowBits == 0 || residual[residualPageOf(i)] != null;
  }

  /** Returns the id of entry i. */
  public long id(int i) {
    return columns.idBase
        + PackedBits.read(page, idBit + i * columns.idWidth, columns.idWidth, idMask);
  }

  /** Returns whether entry i stands for the removal of one. */
  public boolean isDeletion(int i) {
    if (!columns.deletions) {
      return false;
    }
    int bit =
        columns.split ? xBit + i * PageColumns.LANE_BITS + PageColumns.CELL_BITS : deletionBit + i;
    return (page[bit >> 3] >> (bit & 7) & 1) != 0;
  }

  /**
   * Decodes the rectangle of entry i.
   *
   * @param into takes minX, minY, maxX, maxY
   * @throws IllegalStateException if its row is not attached
   * @throws DamagedStoreException if it is none
   */
  public void rectangle(int i, double[] into) {
    into[0] = coordinate(xAxis, lowerX(i));
    into[1] = coordinate(yAxis, lowerY(i));
    if (columns.points) {
      into[2] = into[0];
      into[3] = into[1];
      return;
    }
    into[2] = coordinate(xAxis, upperX(i));
    into[3] = coordinate(yAxis, upperY(i));
    if (!(into[0] <= into[2] && into[1] <= into[3])) {
      throw damaged("entry " + i + " has a lower side above its upper side");
    }
  }

  private double coordinate(Axis axis, long delta) {
    if (!axis.holds(delta)) {
      throw damaged("an entry has no finite coordinate");
    }
    return axis.coordinate(delta);
  }

  /**
   * Decodes a rectangle that holds that of entry i and needs no residual row: for lower bounds of
   * distances. It is the rectangle itself if the page has no rows.
   *
   * @param into takes minX, minY, maxX, maxY
   * @throws DamagedStoreException if it is none
   */
  public void outerRectangle(int i, double[] into) {
    if (columns.rowBits == 0) {
      rectangle(i, into);
      return;
    }
    into[0] = coordinate(xAxis, cell(xBit, i) << columns.xShift);
    into[1] = coordinate(yAxis, cell(yBit, i) << columns.yShift);
    into[2] = upperBound(xAxis, cell(upperXBit, i), columns.xShift);
    into[3] = upperBound(yAxis, cell(upperYBit, i), columns.yShift);
    if (!(into[0] <= into[2] && into[1] <= into[3])) {
      throw damaged("entry " + i + " has a lower side above its upper side");
    }
  }

  /**
   * Decodes how far the sides of entry i may be from those that {@link #outerRectangle} gives, for
   * upper bounds of distances without the entry's residual row: the greatest that its lower sides
   * may be, and the least that its upper sides may be. They are no rectangle, as a lower side may
   * be above an upper one.
   *
   * @param into takes the greatest minX and minY, the least maxX and maxY
   * @throws DamagedStoreException if there is no such entry
   */
  public void innerSides(int i, double[] into) {
    if (columns.rowBits == 0) {
      rectangle(i, into);
      return;
    }
    into[0] = upperBound(xAxis, cell(xBit, i), columns.xShift);
    into[1] = upperBound(yAxis, cell(yBit, i), columns.yShift);
    into[2] = coordinate(xAxis, cell(upperXBit, i) << columns.xShift);
    into[3] = coordinate(yAxis, cell(upperYBit, i) << columns.yShift);
  }

  private static double upperBound(Axis axis, long cell, int shift) {
    long delta = cell << shift | PackedBits.greatest(shift);
    return axis.coordinate(axis.holds(delta) ? delta : axis.last());
  }

  private long cell(int firstBit, int i) {
    int at = (firstBit >> 3) + i * Short.BYTES;
    return page[at] & 0xff | (page[at + 1] & 0x7f) << Byte.SIZE;
  }

  private long lowerX(int i) {
    return columns.split
        ? exact(i, cell(xBit, i), columns.xShift, 0)
        : PackedBits.read(page, xBit + i * columns.xWidth, columns.xWidth, xMask);
  }

  private long lowerY(int i) {
    return columns.split
        ? exact(i, cell(yBit, i), columns.yShift, columns.xShift)
        : PackedBits.read(page, yBit + i * columns.yWidth, columns.yWidth, yMask);
  }

  private long upperX(int i) {
    if (columns.points) {
      return lowerX(i);
    }
    return columns.split
        ? exact(i, cell(upperXBit, i), columns.xShift, columns.xShift + columns.yShift)
        : upper(
            lowerX(i),
            columns.wBase,
            PackedBits.read(page, upperXBit + i * columns.wWidth, columns.wWidth, wMask));
  }

  private long upperY(int i) {
    if (columns.points) {
      return lowerY(i);
    }
    return columns.split
        ? exact(i, cell(upperYBit, i), columns.yShift, 2 * columns.xShift + columns.yShift)
        : upper(
            lowerY(i),
            columns.hBase,
            PackedBits.read(page, upperYBit + i * columns.hWidth, columns.hWidth, hMask));
  }

  /**
   * Returns the difference of an upper side: the lower one's, and an extent that is one more than
   * it is.
   */
  private long upper(long lower, long base, long packed) {
    long extent = base + packed;
    long sum = lower + extent;
    if (Long.compareUnsigned(extent, packed) < 0
        || Long.compareUnsigned(sum, lower) < 0
        || sum == 0) {
      throw damaged("an entry has no finite extent");
    }
    return sum - 1;
  }

  /**
   * Returns a cell with the rest of its bits, which stand {@code offset} bits behind the row's
   * first.
   */
  private long exact(int i, long cell, int shift, int offset) {
    if (shift == 0) {
      return cell;
    }
    int k = residualPageOf(i);
    byte[] rows = residual[k];
    if (rows == null) {
      throw new IllegalStateException("the residual page of entry " + i + " is not attached");
    }
    int bit =
        k == 0
            ? columns.residualBit + i * columns.rowBits
            : (i - rowsOnFirst - (k - 1) * rowsOnPage) * columns.rowBits;
    int first = (residualAt[k] + PageColumns.RESIDUAL_HEADER_BYTES) * Byte.SIZE;
    return cell << shift
        | PackedBits.read(rows, first + bit + offset, shift, PackedBits.greatest(shift));
  }

  /** Sets the closed window of {@link #scan} for this page: not NaN; infinite sides are allowed. */
  public void window(double minX, double minY, double maxX, double maxY) {
    xAxis.window(minX, maxX);
    yAxis.window(minY, maxY);
    if (!columns.split || isBeside()) {
      return;
    }
    lowX = (xAxis.low() >>> columns.xShift) * EACH_LANE;
    lowY = (yAxis.low() >>> columns.yShift) * EACH_LANE;
    highX = (xAxis.high() >>> columns.xShift) * EACH_LANE | GUARDS;
    highY = (yAxis.high() >>> columns.yShift) * EACH_LANE | GUARDS;
    long leastX = sureLow(xAxis, columns.xShift);
    long leastY = sureLow(yAxis, columns.yShift);
    long mostX = sureHigh(xAxis, columns.xShift);
    long mostY = sureHigh(yAxis, columns.yShift);
    sureAnywhere = leastX <= GREATEST_CELL && leastY <= GREATEST_CELL && mostX >= 0 && mostY >= 0;
    sureLowX = leastX * EACH_LANE;
    sureLowY = leastY * EACH_LANE;
    sureHighX = mostX * EACH_LANE | GUARDS;
    sureHighY = mostY * EACH_LANE | GUARDS;
  }

  private boolean isBeside() {
    return xAxis.isEmpty() || yAxis.isEmpty();
  }

  /** Returns the first cell whose differences are all at least the window's least. */
  private static long sureLow(Axis axis, int shift) {
    long cell = axis.low() >>> shift;
    return cell << shift == axis.low() ? cell : cell + 1;
  }

  /** Returns the last cell whose differences are all at most the window's greatest, or -1. */
  private static long sureHigh(Axis axis, int shift) {
    long cell = axis.high() >>> shift;
    long end = cell << shift | PackedBits.greatest(shift);
    return end == axis.high() || axis.high() == axis.last() ? cell : cell - 1;
  }

  /**
   * Finds the entries whose rectangles share a point with the window, as bits: bit {@code i & 63}
   * of {@code hits()[i >> 6]} for entry i. Run r of {@code runs} is entries {@code [n r / runs, n
   * (r + 1) / runs)} of n. Deletions are found as other entries are.
   *
   * @param met bit r: run r is looked at; 1 to look at all entries as one run
   * @param inside bit r: all entries of run r are hits; of runs that are not met without meaning
   * @param runs 1 to 64
   * @return how many bits are set in {@link #unsure}
   */
  public int scan(long met, long inside, int runs) {
    scanRuns(met, inside, runs, columns.count);
    return unsureCount;
  }

  /**
   * Scans as {@link #scan} does, with runs of the first entries; those behind are all looked at.
   */
  private void scanRuns(long met, long inside, int runs, int covered) {
    int words = (columns.count - 1 >> WORD_BITS) + 1;
    Arrays.fill(hits, 0, words, 0);
    Arrays.fill(unsure, 0, words, 0);
    unsureCount = 0;
    boolean beside = isBeside();
    long left = met;
    while (left != 0) {
      int first = Long.numberOfTrailingZeros(left);
      boolean whole = (inside >>> first & 1) != 0;
      long alike = met & (whole ? inside : ~inside);
      int end = Math.min(runs, first + Long.numberOfTrailingZeros(~(alike >>> first)));
      if (end <= first) {
        break; // a bit above the runs
      }
      int from = KdTiling.runStart(0, covered, first, runs);
      int to = KdTiling.runStart(0, covered, end, runs);
      if (whole) {
        setAll(from, to);
      } else if (!beside) {
        scan(from, to);
      }
      left = end == Long.SIZE ? 0 : left & -1L << end;
    }
    if (covered < columns.count && !beside) {
      scan(covered, columns.count);
    }
  }

  /**
   * Finds the boxes of runs of a joined page's entries, in cells: the topmost bits of differences.
   *
   * @param boxes takes the lower and upper cell of x, then of y, a byte each, of each run
   */
  void runCells(int runs, byte[] boxes) {
    int xShift = cellShift(xAxis);
    int yShift = cellShift(yAxis);
    for (int run = 0; run < runs; run++) {
      long minX = GREATEST_RUN_CELL;
      long minY = GREATEST_RUN_CELL;
      long maxX = 0;
      long maxY = 0;
      int to = KdTiling.runStart(0, columns.count, run + 1, runs);
      for (int i = KdTiling.runStart(0, columns.count, run, runs); i < to; i++) {
        long x = lowerX(i);
        long y = lowerY(i);
        minX = Math.min(minX, x >>> xShift);
        minY = Math.min(minY, y >>> yShift);
        maxX = Math.max(maxX, (columns.points ? x : upperX(i)) >>> xShift);
        maxY = Math.max(maxY, (columns.points ? y : upperY(i)) >>> yShift);
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
   * Scans a joined page as {@link #scan} does, of the first entries by the runs whose cells the
   * window meets, of those behind by all.
   *
   * @param boxes of {@link #runCells} when the page had only the first {@code covered} entries
   */
  void scanCells(byte[] boxes, int runs, int covered) {
    int xShift = cellShift(xAxis);
    int yShift = cellShift(yAxis);
    long lowCellX = xAxis.low() >>> xShift;
    long lowCellY = yAxis.low() >>> yShift;
    long highCellX = xAxis.high() >>> xShift;
    long highCellY = yAxis.high() >>> yShift;
    // All coordinates of a cell are in the window unless its side is in the cell.
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

  private void setAll(int from, int to) {
    for (int first = from; first < to; first = endOfWord(first, to)) {
      hits[first >> WORD_BITS] |= bits(first, endOfWord(first, to));
    }
  }

  /** Returns where the entries of one word of bits end, of those up to {@code to}. */
  private static int endOfWord(int first, int to) {
    return Math.min(to, (first >> WORD_BITS) + 1 << WORD_BITS);
  }

  /** Returns the bits of entries first to end - 1, at least one, all of one word. */
  private static long bits(int first, int end) {
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
      long may = inCells(first, end, lowX, highX, lowY, highY);
      hits[word] |= may;
      if (columns.rowBits != 0 && may != 0) {
        long sure =
            sureAnywhere ? inCells(first, end, sureLowX, sureHighX, sureLowY, sureHighY) : 0;
        unsure[word] |= may & ~sure;
        unsureCount += Long.bitCount(may & ~sure);
      }
    }
  }

  /**
   * Compares the cells of entries first to end - 1, four at a time: subtracting from a word with
   * its guard bits set leaves a lane's guard bit set if the lane was not less.
   */
  private long inCells(int first, int end, long low0, long high0, long low1, long high1) {
    int from = first & -PageColumns.LANES;
    long found =
        columns.points
            ? pointsInCells(from, end, low0, high0, low1, high1)
            : rectanglesInCells(from, end, low0, high0, low1, high1);
    return found & bits(first, end);
  }

  private long pointsInCells(int from, int end, long low0, long high0, long low1, long high1) {
    byte[] bytes = page;
    int atX = (xBit >> 3) + from * Short.BYTES;
    int atY = (yBit >> 3) + from * Short.BYTES;
    long found = 0;
    for (int i = from; i < end; i += PageColumns.LANES) {
      long x = (long) PackedBits.LONG.get(bytes, atX);
      long y = (long) PackedBits.LONG.get(bytes, atY);
      long notBelow = (x | GUARDS) - low0 & (y | GUARDS) - low1;
      long notAbove = high0 - (x & ~GUARDS) & high1 - y;
      found |= ((notBelow & notAbove & GUARDS) >>> PageColumns.CELL_BITS) * GATHER >>> 48 << i;
      atX += Long.BYTES;
      atY += Long.BYTES;
    }
    return found;
  }

  private long rectanglesInCells(int from, int end, long low0, long high0, long low1, long high1) {
    byte[] bytes = page;
    int lowerXAt = (xBit >> 3) + from * Short.BYTES;
    int lowerYAt = (yBit >> 3) + from * Short.BYTES;
    int upperXAt = (upperXBit >> 3) + from * Short.BYTES;
    int upperYAt = (upperYBit >> 3) + from * Short.BYTES;
    long found = 0;
    for (int i = from; i < end; i += PageColumns.LANES) {
      long x1 = (long) PackedBits.LONG.get(bytes, lowerXAt) & ~GUARDS;
      long x2 = (long) PackedBits.LONG.get(bytes, upperXAt) | GUARDS;
      long y1 = (long) PackedBits.LONG.get(bytes, lowerYAt) & ~GUARDS;
      long y2 = (long) PackedBits.LONG.get(bytes, upperYAt) | GUARDS;
      long within = x2 - low0 & high0 - x1 & y2 - low1 & high1 - y1 & GUARDS;
      found |= (within >>> PageColumns.CELL_BITS) * GATHER >>> 48 << i;
      lowerXAt += Long.BYTES;
      lowerYAt += Long.BYTES;
      upperXAt += Long.BYTES;
      upperYAt += Long.BYTES;
    }
    return found;
  }

  private long joined(int first, int end) {
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

  /** Compares 63-bit numbers: of four differences none is negative for a hit. */
  private long narrowPoints(int first, int end) {
    byte[] bytes = page;
    int xWidth = columns.xWidth;
    int yWidth = columns.yWidth;
    int atX = xBit + first * xWidth;
    int atY = yBit + first * yWidth;
    long ofX = xMask;
    long ofY = yMask;
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
    byte[] bytes = page;
    int atX = xBit + first * columns.xWidth;
    int atY = yBit + first * columns.yWidth;
    int atW = upperXBit + first * columns.wWidth;
    int atH = upperYBit + first * columns.hWidth;
    // Extents are one more than they are.
    long leastX = xAxis.low() - columns.wBase + 1;
    long leastY = yAxis.low() - columns.hBase + 1;
    long mostX = xAxis.high();
    long mostY = yAxis.high();
    long found = 0;
    for (int i = first; i < end; i++) {
      long x = PackedBits.readNarrow(bytes, atX, xMask);
      long y = PackedBits.readNarrow(bytes, atY, yMask);
      long w = PackedBits.readNarrow(bytes, atW, wMask);
      long h = PackedBits.readNarrow(bytes, atH, hMask);
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
      long x = lowerX(i);
      long y = lowerY(i);
      found |= (meets(xAxis, x, x) && meets(yAxis, y, y) ? 1L : 0L) << i;
    }
    return found;
  }

  private long wideRectangles(int first, int end) {
    long found = 0;
    for (int i = first; i < end; i++) {
      boolean hit = meets(xAxis, lowerX(i), upperX(i)) && meets(yAxis, lowerY(i), upperY(i));
      found |= (hit ? 1L : 0L) << i;
    }
    return found;
  }

  private static boolean meets(Axis axis, long lower, long upper) {
    return Long.compareUnsigned(lower, axis.high()) <= 0
        && Long.compareUnsigned(upper, axis.low()) >= 0;
  }

  /**
   * Returns what {@link #scan} found: hits, and entries that may be; bits 0 to {@code count() - 1}.
   */
  public long[] hits() {
    return hits;
  }

  /** Returns those of {@link #hits} that only their residual rows decide. */
  public long[] unsure() {
    return unsure;
  }

  /**
   * Decides the unsure hits whose rows are attached: they are sure hits or none from now on.
   *
   * @return how many unsure hits are left
   */
  public int settle() {
    int words = (columns.count - 1 >> WORD_BITS) + 1;
    for (int word = 0; word < words && unsureCount > 0; word++) {
      for (long left = unsure[word]; left != 0; left &= left - 1) {
        int i = (word << WORD_BITS) + Long.numberOfTrailingZeros(left);
        if (!isExact(i)) {
          continue;
        }
        long bit = left & -left;
        unsure[word] &= ~bit;
        unsureCount--;
        if (!meets(xAxis, lowerX(i), upperX(i)) || !meets(yAxis, lowerY(i), upperY(i))) {
          hits[word] &= ~bit;
        }
      }
    }
    return unsureCount;
  }

  /**
   * Appends all entries to a list; their keys are 0. The rows of all entries must be attached.
   *
   * @throws DamagedStoreException if a rectangle is none; some entries may have been appended
   */
  public void appendTo(EntryColumns entries) {
    if (!columns.split && columns.points && !columns.deletions) {
      appendPoints(entries);
      return;
    }
    for (int i = 0; i < columns.count; i++) {
      rectangle(i, box);
      entries.add(0, id(i), box[0], box[1], box[2], box[3], isDeletion(i));
    }
  }

  /** Appends the points of a joined page without deletions, column by column. */
  private void appendPoints(EntryColumns entries) {
    int count = columns.count;
    int at = entries.addPoints(count);
    PackedBits.readAll(page, idBit, columns.idWidth, columns.idBase, entries.ids(), at, count);
    appendAxis(xAxis, xBit, columns.xWidth, entries.minXs(), at);
    appendAxis(yAxis, yBit, columns.yWidth, entries.minYs(), at);
    entries.closePoints(at);
  }

  private void appendAxis(Axis axis, int firstBit, int width, double[] into, int at) {
    long mask = PackedBits.greatest(width);
    int bit = firstBit;
    for (int i = at; i < at + columns.count; i++) {
      into[i] = coordinate(axis, PackedBits.read(page, bit, width, mask));
      bit += width;
    }
  }
}
