package org.flashgrove.grove.packed;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * Reads a packed page (format FGP1, docs/format/packed.md) in place. To be used again and again;
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
  private static final long CELL_MASK = PackedBits.greatest(PageColumns.CELL_BITS);

  private final String file;

  // What scans look at, too.
  final PageColumns columns = new PageColumns();
  final Axis xAxis = new Axis();
  final Axis yAxis = new Axis();
  byte[] page;

  final PageRows rows = new PageRows(columns);
  private final PageScan scan = new PageScan(this);
  private final PageDecoder decoder = new PageDecoder(this);
  private int index;
  private long block;

  // first bits of the columns in the array, and the greatest numbers in them
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
    return rows.pages();
  }

  /**
   * Returns which of the block's residual pages, from 0, is the k-th with rows of this page.
   *
   * @param inBlock number of the block's residual pages
   * @throws DamagedStoreException if it is none of those
   */
  public int residual(int k, int inBlock) {
    int residual = columns.residualPage + k;
    if (residual < 0 || residual >= inBlock) {
      throw damaged("refers to residual page " + residual + " of " + inBlock);
    }
    return residual;
  }

  /** Returns which residual page holds the row of entry i: 0 to {@code residualPages() - 1}. */
  public int residualPageOf(int i) {
    return rows.pageOf(i);
  }

  /** Returns the entry behind those with a row on the residual page of entry i. */
  public int endOfRows(int i) {
    return rows.endOf(rows.pageOf(i));
  }

  /**
   * Hands over the k-th residual page.
   *
   * @param at where its content begins behind the store's envelope
   * @param limit where its content ends: it is at least as long as that of this page
   * @throws DamagedStoreException if it is no residual page
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

  /** Takes back the k-th residual page: its bytes may become others. */
  public void detach(int k) {
    rows.detach(k);
  }

  /**
   * Returns whether the exact coordinates of entry i can be read: its row is attached, or it has
   * none.
   */
  public boolean isExact(int i) {
    return rows.has(i);
  }

  /** Returns the id of entry i. */
  public long id(int i) {
    return columns.idBase
        + PackedBits.read(page, idBit + i * columns.idWidth, columns.idWidth, idMask);
  }

  /** Returns false if no entry has an id: the widths of the page's ids do not allow it. */
  public boolean mayHoldId(long id) {
    return ((id - columns.idBase) & ~idMask) == 0;
  }

  /**
   * Reads the ids of some entries.
   *
   * @param of bits of the entries in some words, bit {@code i & 63} of {@code of[i >> 6]} for i
   * @param into takes the ids from {@code at} on
   */
  public void ids(long[] of, int words, long[] into, int at) {
    decoder.ids(of, words, into, at);
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
    rectangle(i, into, 0);
  }

  /** Decodes the rectangle of entry i into four numbers from a place on. */
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

  /** Refuses a rectangle of an entry that is none. */
  void requireSides(int i, double[] sides, int at) {
    if (!(sides[at] <= sides[at + 2] && sides[at + 1] <= sides[at + 3])) {
      throw damaged("entry " + i + " has a lower side above its upper side");
    }
  }

  /**
   * Decodes the rectangles of some entries, as {@link #rectangle} does one.
   *
   * @param of bits of the entries in some words, as {@link #ids} takes them
   * @param into takes minX, minY, maxX, maxY of each, from those of rectangle {@code at} on
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
    requireSides(i, into, 0);
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

  /** Returns a side's cell of entry i of a split page. */
  long cell(int firstBit, int i) {
    int at = (firstBit >> 3) + i * Short.BYTES;
    return (long) PackedBits.LONG.get(page, at) & CELL_MASK; // ids and the tail are behind it
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
   * Returns the difference of the right side of entry i, which is no point.
   *
   * @param lower that of its left side, which only a joined page needs
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

  /** Sets the closed window of {@link #scan} for this page: not NaN; infinite sides are allowed. */
  public void window(double minX, double minY, double maxX, double maxY) {
    scan.window(minX, minY, maxX, maxY);
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
    return scan.scan(met, inside, runs);
  }

  /** Returns the scans of this page. */
  PageScan scan() {
    return scan;
  }

  /**
   * Returns what {@link #scan} found: hits, and entries that may be; bits 0 to {@code count() - 1}.
   */
  public long[] hits() {
    return scan.hits();
  }

  /** Returns those of {@link #hits} that only their residual rows decide. */
  public long[] unsure() {
    return scan.unsure();
  }

  /**
   * Decides the unsure hits whose rows are attached: they are sure hits or none from now on.
   *
   * @return how many unsure hits are left
   */
  public int settle() {
    return scan.settle();
  }

  /**
   * Appends all entries to a list; their keys are 0. The rows of all entries must be attached.
   *
   * @throws DamagedStoreException if a rectangle is none; some entries may have been appended
   */
  public void appendTo(EntryColumns entries) {
    decoder.append(entries, 0, columns.count);
  }

  /** Appends entries {@code from} to {@code to - 1} as {@link #appendTo(EntryColumns)} does all. */
  public void appendTo(EntryColumns entries, int from, int to) {
    decoder.append(entries, from, to);
  }
}
