package org.flashgrove.grove.packed;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * Reads a packed page (format FGP1, docs/format/packed.md) in place. Reusable; not safe for use by
 * several threads.
 *
 * <p>Exact coordinates on a split page require the residual row of the entry. Callers attach the
 * residual pages first, unless {@link #residualPages} is 0. Scans compare cells, which are the
 * upper bits of coordinates. They also report which entries match only if the residual rows, with
 * the lower bits, confirm it.
 *
 * <p>Damaged content causes {@link DamagedStoreException} or wrong answers. Even then, coordinates
 * are finite and in order, and there are no more entries than bytes.
 */
public final class PackedPage {
  private static final long CELL_MASK = PackedBits.greatest(PageColumns.CELL_BITS);

  private final String file;

  // also used by scans
  final PageColumns columns = new PageColumns();
  final Axis xAxis = new Axis();
  final Axis yAxis = new Axis();
  byte[] page;

  final PageRows rows = new PageRows(columns);
  final PageScan scan = new PageScan(this);
  private final PageDecoder decoder = new PageDecoder(this);
  private int index;
  private long block;

  // first bit of each column in the array, and the largest number of each column
  int xBit;
  int yBit;
  int upperXBit;
  int upperYBit;
  int idBit;
  private int deletionBit;
  long xMask;
  long yMask;
  long wMask;
  long hMask;
  long idMask;

  /** Creates a reader. The name of the file is used in error messages. */
  public PackedPage(String file) {
    this.file = file;
  }

  /**
   * Positions this reader on a page of entries.
   *
   * @param bytes array that contains the page
   * @param at start of its content, after the page header of the store
   * @param limit end of the array range that it may use
   * @param blockNumber number of its block, for error messages
   * @param indexInBlock index of the page in its block, for error messages
   * @throws DamagedStoreException if the content is not a valid page of entries
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
    rows.reset(limit - at);
    resetAxes();
    scan.reset();
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

  private void resetAxes() {
    xAxis.reset(columns.xMode, columns.xBase, greatestDelta(xMask, columns.wBase, wMask));
    yAxis.reset(columns.yMode, columns.yBase, greatestDelta(yMask, columns.hBase, hMask));
  }

  /** Returns how far an upper side can be above the page's lower bound with these widths. */
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

  /** Returns the number of residual pages with low bits of this page's coordinates; 0 if none. */
  public int residualPages() {
    return rows.pages();
  }

  /**
   * Returns the index, among the residual pages of the block, of the k-th residual page with low
   * bits of this page.
   *
   * @param inBlock number of residual pages of the block
   * @throws DamagedStoreException if the block has no such residual page
   */
  public int residual(int k, int inBlock) {
    int residual = columns.residualPage + k;
    if (residual < 0 || residual >= inBlock) {
      throw damaged("refers to residual page " + residual + " of " + inBlock);
    }
    return residual;
  }

  /** Returns which residual page has the low bits of entry i: 0 to {@code residualPages() - 1}. */
  public int residualPageOf(int i) {
    return rows.pageOf(i);
  }

  /** Returns the index after the last entry whose low bits are on the residual page of entry i. */
  public int endOfRows(int i) {
    return rows.endOf(rows.pageOf(i));
  }

  /**
   * Attaches the k-th residual page, which contains low bits of coordinates.
   *
   * @param at start of its content, after the page header of the store
   * @param limit end of its content, which must be at least as long as the content of this page
   * @throws DamagedStoreException if the content is not a valid residual page
   */
  public void attach(int k, byte[] bytes, int at, int limit) {
    if (limit - at < rows.content()) {
      throw new IllegalArgumentException(
          "residual page of " + (limit - at) + " bytes (allowed: " + rows.content() + " or more)");
    }
    String wrong = PageColumns.readResidual(bytes, at);
    if (wrong != null) {
      throw new DamagedStoreException(
          file, "block " + block + ", residual page " + (columns.residualPage + k), wrong);
    }
    rows.attach(k, bytes, at);
  }

  /** Detaches the k-th residual page (low bits), so that its array may be reused. */
  public void detach(int k) {
    rows.detach(k);
  }

  /**
   * Returns whether the exact coordinates of entry i can be read: its low bits are on this page, or
   * on a residual page that is attached.
   */
  public boolean isExact(int i) {
    return rows.has(i);
  }

  public long id(int i) {
    return columns.idBase
        + PackedBits.read(page, idBit + i * columns.idWidth, columns.idWidth, idMask);
  }

  /** Returns whether an entry of the page may have this id. If not, no entry has this id. */
  public boolean mayHoldId(long id) {
    return ((id - columns.idBase) & ~idMask) == 0;
  }

  /**
   * Reads the ids of some entries.
   *
   * @param of set of entries: bit {@code i & 63} of {@code of[i >> 6]} for entry i
   * @param words number of words of {@code of} in use
   * @param into receives the ids from index {@code at} on
   */
  public void ids(long[] of, int words, long[] into, int at) {
    decoder.ids(of, words, into, at);
  }

  /** Returns whether entry i is a deletion. */
  public boolean isDeletion(int i) {
    if (!columns.deletions) {
      return false;
    }
    int bit =
        columns.split ? xBit + i * PageColumns.LANE_BITS + PageColumns.CELL_BITS : deletionBit + i;
    return (page[bit >> 3] >> (bit & 7) & 1) != 0;
  }

  /**
   * Reads the rectangle of entry i.
   *
   * @param into receives minX, minY, maxX, maxY
   * @throws IllegalStateException if its low bits are on a residual page that is not attached
   * @throws DamagedStoreException if its sides are invalid
   */
  public void rectangle(int i, double[] into) {
    rectangle(i, into, 0);
  }

  /** Reads the rectangle of entry i into four elements from index {@code at} on. */
  void rectangle(int i, double[] into, int at) {
    long x = lowerX(i);
    long y = lowerY(i);
    into[at] = coordinate(xAxis, x);
    into[at + 1] = coordinate(yAxis, y);
    if (columns.points) {
      into[at + 2] = into[at];
      into[at + 3] = into[at + 1];
      return;
    }
    into[at + 2] = coordinate(xAxis, upperX(i, x));
    into[at + 3] = coordinate(yAxis, upperY(i, y));
    requireSides(i, into, at);
  }

  /**
   * Throws an exception if the lower side of a rectangle is above the upper side.
   *
   * @param i index of the entry, for the message
   */
  void requireSides(int i, double[] sides, int at) {
    if (!(sides[at] <= sides[at + 2] && sides[at + 1] <= sides[at + 3])) {
      throw damaged("entry " + i + " has a lower side above its upper side");
    }
  }

  /**
   * Reads the rectangles of some entries.
   *
   * @param of set of entries: bit {@code i & 63} of {@code of[i >> 6]} for entry i
   * @param words number of words of {@code of} in use
   * @param into receives minX, minY, maxX, maxY of each rectangle, from index {@code 4 * at} on
   */
  public void rectangles(long[] of, int words, double[] into, int at) {
    decoder.rectangles(of, words, into, at);
  }

  double coordinate(Axis axis, long delta) {
    if (!axis.holds(delta)) {
      throw damaged("an entry has no finite coordinate");
    }
    return axis.coordinate(delta);
  }

  /**
   * Reads a rectangle that contains the rectangle of entry i. Does not use the residual row (low
   * bits) of the entry. Distances to the result are lower bounds. On a page without rows, the
   * result is the exact rectangle.
   *
   * @param into receives minX, minY, maxX, maxY
   * @throws DamagedStoreException if its sides are invalid
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
    requireSides(i, into, 0);
  }

  /**
   * Reads, for each side of entry i, the innermost coordinate that is possible. Does not use the
   * residual row (low bits) of the entry. Distances to the result are upper bounds. A lower side
   * may be above its upper side, so the result need not be a rectangle.
   *
   * @param into receives the largest possible minX and minY, and the smallest possible maxX and
   *     maxY
   * @throws DamagedStoreException if a coordinate is not finite
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

  /** Returns the cell (upper bits) of a side of entry i. The page must have residual pages. */
  long cell(int firstBit, int i) {
    int at = (firstBit >> 3) + i * Short.BYTES;
    return (long) PackedBits.LONG.get(page, at)
        & CELL_MASK; // masks off bytes of the next lanes, the ids or the tail
  }

  long lowerX(int i) {
    return columns.split
        ? rows.exact(i, cell(xBit, i), columns.xShift, 0)
        : PackedBits.read(page, xBit + i * columns.xWidth, columns.xWidth, xMask);
  }

  long lowerY(int i) {
    return columns.split
        ? rows.exact(i, cell(yBit, i), columns.yShift, columns.xShift)
        : PackedBits.read(page, yBit + i * columns.yWidth, columns.yWidth, yMask);
  }

  long upperX(int i) {
    return columns.points ? lowerX(i) : upperX(i, columns.split ? 0 : lowerX(i));
  }

  /**
   * Returns the right side of entry i, which is no point, minus the page's lower bound of x.
   *
   * @param lower left side of the entry minus the same bound; ignored for split pages
   */
  private long upperX(int i, long lower) {
    return columns.split
        ? rows.exact(i, cell(upperXBit, i), columns.xShift, columns.xShift + columns.yShift)
        : upper(
            lower,
            columns.wBase,
            PackedBits.read(page, upperXBit + i * columns.wWidth, columns.wWidth, wMask));
  }

  long upperY(int i) {
    return columns.points ? lowerY(i) : upperY(i, columns.split ? 0 : lowerY(i));
  }

  private long upperY(int i, long lower) {
    return columns.split
        ? rows.exact(i, cell(upperYBit, i), columns.yShift, 2 * columns.xShift + columns.yShift)
        : upper(
            lower,
            columns.hBase,
            PackedBits.read(page, upperYBit + i * columns.hWidth, columns.hWidth, hMask));
  }

  /** Returns an upper side minus the page's lower bound. Extents are stored increased by 1. */
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

  /** Sets the closed window of {@link #scan}. Sides may be infinite, but not NaN. */
  public void window(double minX, double minY, double maxX, double maxY) {
    scan.window(minX, minY, maxX, maxY);
  }

  /**
   * Finds the entries that share a point with the window, including deletions. The results are
   * {@link #hits} and {@link #unsure}. Of n entries, run r consists of entries {@code n * r / runs}
   * to {@code n * (r + 1) / runs}, exclusive.
   *
   * @param met runs to scan, as bit r for run r; 1 with {@code runs} 1 scans all entries
   * @param inside runs to take completely, as bit r for run r; ignored for runs not in {@code met}
   * @param runs 1 to 64
   */
  public void scan(long met, long inside, int runs) {
    scan.scan(met, inside, runs);
  }

  /**
   * Returns the hits of the last scan, including those of {@link #unsure}: bit {@code i & 63} of
   * {@code hits()[i >> 6]} for entry i.
   */
  public long[] hits() {
    return scan.hits();
  }

  /**
   * Returns the entries of the last scan that are hits only if their residual rows, the lower bits
   * of coordinates, confirm it.
   */
  public long[] unsure() {
    return scan.unsure();
  }

  /** Returns the number of bits set in {@link #unsure}. */
  public int unsureCount() {
    return scan.unsureCount();
  }

  /**
   * Tests the exact rectangles of the hits that {@link #unsure} returns, if the residual pages with
   * their low bits are attached. Removes entries that do not match from {@link #hits}.
   */
  public void settle() {
    scan.settle();
  }

  /**
   * Appends all entries with key 0. The residual rows of all entries (lower bits of coordinates)
   * must be attached.
   *
   * @throws DamagedStoreException if a rectangle is invalid; some entries may have been appended
   */
  public void appendTo(EntryColumns entries) {
    decoder.append(entries, 0, columns.count);
  }

  /** Appends entries {@code from} to {@code to - 1}. Their low bits must be attached. */
  public void appendTo(EntryColumns entries, int from, int to) {
    decoder.append(entries, from, to);
  }
}
