package org.flashgrove.grove.packed;

/**
 * Compares the cells of a split page, which are the upper bits of coordinates, with a window. It
 * compares four cells in one word at a time. Each 16-bit lane holds a cell of 15 bits below a guard
 * bit. After the guard bits are set, a subtraction leaves a guard bit set if the cell was not less
 * than the subtrahend.
 */
final class CellScan {
  /** Mask with the guard bit above each cell of a word. */
  private static final long GUARDS = 0x8000_8000_8000_8000L;

  /** Factor that copies a cell to all four 16-bit lanes of a word. */
  private static final long EACH_LANE = 0x0001_0001_0001_0001L;

  /** Factor that gathers the lowest bits of the four 16-bit lanes of a word in the topmost lane. */
  private static final long GATHER = 0x0001_0002_0004_0008L;

  private static final int GREATEST_CELL = (1 << PageColumns.CELL_BITS) - 1;

  private final PackedPage of;
  private final PageColumns columns;
  private final Axis xAxis;
  private final Axis yAxis;

  // cells of the window in each lane: the first four bound possible hits, the others sure hits
  private long lowX;
  private long highX;
  private long lowY;
  private long highY;
  private long sureLowX;
  private long sureHighX;
  private long sureLowY;
  private long sureHighY;

  // window of the sure hits, as single cells
  private long leastX;
  private long mostX;
  private long leastY;
  private long mostY;

  private long unsure;
  private boolean isEdged; // whether the last scan found hits that are not sure

  CellScan(PackedPage of) {
    this.of = of;
    columns = of.columns;
    xAxis = of.xAxis;
    yAxis = of.yAxis;
  }

  /**
   * Converts the window of both axes to cells. The window must overlap the coordinates of the page.
   */
  void window() {
    lowX = (xAxis.low() >>> columns.xShift) * EACH_LANE;
    lowY = (yAxis.low() >>> columns.yShift) * EACH_LANE;
    highX = (xAxis.high() >>> columns.xShift) * EACH_LANE | GUARDS;
    highY = (yAxis.high() >>> columns.yShift) * EACH_LANE | GUARDS;
    leastX = sureLow(xAxis, columns.xShift);
    leastY = sureLow(yAxis, columns.yShift);
    mostX = sureHigh(xAxis, columns.xShift);
    mostY = sureHigh(yAxis, columns.yShift);
    if (leastX > GREATEST_CELL || leastY > GREATEST_CELL || mostX < 0 || mostY < 0) {
      leastX = GREATEST_CELL + 1L; // larger than all cells, so that no hit is sure
      leastY = 0;
      mostX = GREATEST_CELL;
      mostY = GREATEST_CELL;
    }
    sureLowX = leastX * EACH_LANE;
    sureLowY = leastY * EACH_LANE;
    sureHighX = mostX * EACH_LANE | GUARDS;
    sureHighY = mostY * EACH_LANE | GUARDS;
  }

  /**
   * Returns the first cell in which all coordinates are at or above the lower side of the window.
   */
  private static long sureLow(Axis axis, int shift) {
    long cell = axis.low() >>> shift;
    return cell << shift == axis.low() ? cell : cell + 1;
  }

  /**
   * Returns the last cell in which all coordinates are at or below the upper side of the window.
   * Returns -1 if there is none.
   */
  private static long sureHigh(Axis axis, int shift) {
    long cell = axis.high() >>> shift;
    long end = cell << shift | PackedBits.greatest(shift);
    return end == axis.high() || axis.high() == axis.last() ? cell : cell - 1;
  }

  /**
   * Returns which of the entries {@code first} to {@code end - 1} are hits, as bit {@code i & 63}
   * for entry i. All of these bits must belong to one word of 64 entries. The hits include entries
   * that may or may not match, because a scan compares only the upper bits of coordinates. {@link
   * #unsure} returns these entries.
   */
  long scan(int first, int end) {
    int from = first & -PageColumns.LANES;
    long found = columns.points ? points(from, end) : rectangles(from, end);
    found &= PageScan.bits(first, end);
    unsure = isEdged && columns.rowBits != 0 ? notSure(found, first & -Long.SIZE) : 0;
    return found;
  }

  /**
   * Returns the uncertain hits of the last {@link #scan}, as the same bits as in the result of the
   * scan. Their cells, which are the upper bits of coordinates, do not show whether the entries
   * match. The caller must test the lower bits, which are in the rows of residual pages.
   */
  long unsure() {
    return unsure;
  }

  private long points(int from, int end) {
    byte[] bytes = of.page;
    int atX = (of.xBit >> 3) + from * Short.BYTES;
    int atY = (of.yBit >> 3) + from * Short.BYTES;
    long found = 0;
    long edge = 0;
    for (int i = from; i < end; i += PageColumns.LANES) {
      long x = (long) PackedBits.LONG.get(bytes, atX);
      long y = (long) PackedBits.LONG.get(bytes, atY);
      long x1 = x & ~GUARDS;
      long x2 = x | GUARDS;
      long y2 = y | GUARDS;
      long within = x2 - lowX & y2 - lowY & highX - x1 & highY - y & GUARDS;
      edge |= within & ~(x2 - sureLowX & y2 - sureLowY & sureHighX - x1 & sureHighY - y);
      found |= (within >>> PageColumns.CELL_BITS) * GATHER >>> 48 << i;
      atX += Long.BYTES;
      atY += Long.BYTES;
    }
    isEdged = edge != 0;
    return found;
  }

  private long rectangles(int from, int end) {
    byte[] bytes = of.page;
    int lowerXAt = (of.xBit >> 3) + from * Short.BYTES;
    int lowerYAt = (of.yBit >> 3) + from * Short.BYTES;
    int upperXAt = (of.upperXBit >> 3) + from * Short.BYTES;
    int upperYAt = (of.upperYBit >> 3) + from * Short.BYTES;
    long found = 0;
    long edge = 0;
    for (int i = from; i < end; i += PageColumns.LANES) {
      long x1 = (long) PackedBits.LONG.get(bytes, lowerXAt) & ~GUARDS;
      long x2 = (long) PackedBits.LONG.get(bytes, upperXAt) | GUARDS;
      long y1 = (long) PackedBits.LONG.get(bytes, lowerYAt) & ~GUARDS;
      long y2 = (long) PackedBits.LONG.get(bytes, upperYAt) | GUARDS;
      long within = x2 - lowX & highX - x1 & y2 - lowY & highY - y1 & GUARDS;
      edge |= within & ~(x2 - sureLowX & sureHighX - x1 & y2 - sureLowY & sureHighY - y1);
      found |= (within >>> PageColumns.CELL_BITS) * GATHER >>> 48 << i;
      lowerXAt += Long.BYTES;
      lowerYAt += Long.BYTES;
      upperXAt += Long.BYTES;
      upperYAt += Long.BYTES;
    }
    isEdged = edge != 0;
    return found;
  }

  /**
   * Returns the hits that may or may not match according to the upper bits of their coordinates, as
   * bit i for entry {@code word + i}.
   */
  private long notSure(long found, int word) {
    long left = found;
    for (long rest = found; rest != 0; rest &= rest - 1) {
      int i = word + Long.numberOfTrailingZeros(rest);
      boolean isSure =
          of.cell(of.upperXBit, i) >= leastX
              && of.cell(of.xBit, i) <= mostX
              && of.cell(of.upperYBit, i) >= leastY
              && of.cell(of.yBit, i) <= mostY;
      left &= isSure ? ~(rest & -rest) : -1;
    }
    return left;
  }
}
