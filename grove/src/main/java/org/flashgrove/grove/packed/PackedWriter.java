package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;

/**
 * Encodes entries as a packed page (format FGP1, docs/format/packed.md). {@link #measure} returns
 * the size of a page before anything is written, so that callers can distribute entries over pages.
 * {@link #encode} then writes the page. Reusable; not safe for use by several threads.
 *
 * <p>Each column of a page has its own mode, minimum and width. Coordinates are stored exactly. A
 * coordinate is stored as its difference from the minimum of the column. On a split page, the
 * highest 15 bits of this difference form a cell. The remaining bits form a row on a residual page.
 */
public final class PackedWriter {
  /**
   * Maximum number of entries that one call of an innermost loop handles. Short calls let the JIT
   * compiler compile each loop early and only once. A loop over all entries would be compiled by
   * on-stack replacement, and later again.
   */
  static final int SLICE = 16;

  private static final byte[] ZEROS = new byte[1 << 13];

  private final PageColumns columns = new PageColumns();
  private final PageColumns before = new PageColumns();
  private final PageMeasure measure;
  private final boolean plain;
  private EntryColumns entries;
  private int from;
  private int to;
  private long[] values = new long[0];

  /**
   * Creates a writer.
   *
   * @param split whether pages contain only the upper bits of coordinates, and residual pages the
   *     rest
   */
  public PackedWriter(boolean split) {
    this(split, false, false, false);
  }

  private PackedWriter(boolean split, boolean centred, boolean risingIds, boolean plain) {
    columns.split = split;
    measure = new PageMeasure(columns, centred, risingIds, plain);
    this.plain = plain;
  }

  /**
   * Creates a writer of pages that store all bits of coordinates. It lowers the minimum of each
   * column by about half of the range that the width of the column leaves unused. Entries that are
   * appended later are then likely to fit the same widths. This costs no additional bits.
   *
   * @param risingIds whether columns of ids get one or two spare bits for larger ids that are added
   *     later
   */
  static PackedWriter centred(boolean risingIds) {
    return new PackedWriter(false, true, risingIds, false);
  }

  /**
   * Creates a writer of unpacked pages with 64 bits for each value. A point takes 24 bytes and a
   * rectangle 40. Readers treat these pages like any others.
   */
  public static PackedWriter plain() {
    return new PackedWriter(false, false, false, true);
  }

  /**
   * Computes the modes, minima and widths of the columns for entries {@code measuredFrom} to {@code
   * measuredTo - 1}, at least one.
   *
   * @return size of the page in bytes, including its header but not the rows (low bits) on residual
   *     pages; {@code Integer.MAX_VALUE} for too many entries
   */
  public int measure(EntryColumns measured, int measuredFrom, int measuredTo) {
    entries = measured;
    from = measuredFrom;
    to = measuredTo;
    return measure.measure(measured, measuredFrom, measuredTo);
  }

  /**
   * Returns the number of bits that a page with {@code contentBytes} bytes of content has for its
   * columns.
   */
  public static long columnBits(int contentBytes) {
    return (contentBytes - PageColumns.HEADER_BYTES - PackedBits.TAIL_BYTES) * (long) Byte.SIZE;
  }

  /** Returns whether pages are not packed. */
  public boolean isPlain() {
    return plain;
  }

  /** Returns the number of bits that each measured entry takes on the page. */
  public int entryBits() {
    return columns.entryBits();
  }

  /**
   * Returns the number of bits in the residual row of each measured entry, which holds the low bits
   * of coordinates. Returns 0 if the page has no rows.
   */
  public int residualBits() {
    return columns.rowBits;
  }

  /**
   * Encodes the entries of the last {@link #measure} call into a page of the returned size. The
   * entries must have no residual rows, which hold low bits of coordinates.
   *
   * @param measured list of these entries
   * @param page array that receives the page
   * @param at offset of the page in the array
   */
  public void encode(EntryColumns measured, byte[] page, int at) {
    if (measured != entries || columns.rowBits != 0) {
      throw new IllegalStateException(
          "packed page: other entries than the measured ones, or rows of "
              + columns.rowBits
              + " bits; measure the entries, and pass a position for rows");
    }
    encode(page, at, at + (int) columns.bytes, null);
  }

  /**
   * Encodes the entries of the last {@link #measure} call.
   *
   * @param page array that receives the page; only bytes {@code at} to {@code limit - 1} are
   *     written
   * @param at start of the page
   * @param limit end of the available range
   * @param rows position of the first row (low bits of an entry) on residual pages; ignored if
   *     entries have no rows
   */
  public void encode(byte[] page, int at, int limit, ResidualPosition rows) {
    if (columns.bytes > limit - at || !PageColumns.isCountable(columns.count)) {
      throw new IllegalArgumentException(
          "page of "
              + columns.count
              + " entries in "
              + columns.bytes
              + " bytes (allowed: at most "
              + PageColumns.MAX_COUNT
              + " entries in "
              + (limit - at)
              + " bytes)");
    }
    clear(page, at, limit);
    columns.residualPage = columns.rowBits == 0 ? 0 : rows.page();
    columns.residualBit = columns.rowBits == 0 ? 0 : rows.bit();
    columns.write(page, at);
    ensureValues();
    if (columns.split) {
      encodeCells(page, at * Byte.SIZE);
      encodeIds(page, at * Byte.SIZE);
    } else {
      encodeJoined(page, at * Byte.SIZE, 0);
    }
  }

  /** Sets bytes {@code at} to {@code limit - 1} to zero. */
  public static void clear(byte[] page, int at, int limit) {
    int done = at;
    while (done
        < limit) { // copying is fast even before the JIT compiler runs, unlike a loop over bytes
      int some = Math.min(limit - done, ZEROS.length);
      System.arraycopy(ZEROS, 0, page, done, some);
      done += some;
    }
  }

  private void encodeIds(byte[] page, int start) {
    long[] ids = entries.ids();
    for (int i = from; i < to; i++) {
      values[i - from] = ids[i] - columns.idBase;
    }
    write(page, start + (int) columns.idBit, 0, columns.idWidth);
  }

  /** Writes {@link #values} to a column, for the entries from index {@code first} on. */
  private void write(byte[] page, int columnBit, int first, int width) {
    PackedBits.writeAll(page, columnBit + first * width, width, values, to - from);
  }

  private void ensureValues() {
    if (values.length < to - from) {
      values = new long[Math.max(to - from, 2 * values.length)];
    }
  }

  /**
   * Encodes entries of a page that stores all bits of coordinates, from entry {@code first} of the
   * page on.
   *
   * <p>This method is too long for inlining (over 325 bytes of code), so that the JIT compiler
   * compiles it once.
   */
  private void encodeJoined(byte[] page, int start, int first) {
    mapSides(entries.minXs(), columns.xMode, columns.xBase);
    write(page, start + (int) columns.xBit, first, columns.xWidth);
    mapSides(entries.minYs(), columns.yMode, columns.yBase);
    write(page, start + (int) columns.yBit, first, columns.yWidth);
    if (!columns.points) {
      mapExtents(entries.minXs(), entries.maxXs(), columns.xMode, columns.wBase);
      write(page, start + (int) columns.upperXBit, first, columns.wWidth);
      mapExtents(entries.minYs(), entries.maxYs(), columns.yMode, columns.hBase);
      write(page, start + (int) columns.upperYBit, first, columns.hWidth);
    }
    long[] ids = entries.ids();
    for (int i = from; i < to; i++) {
      values[i - from] = ids[i] - columns.idBase;
    }
    write(page, start + (int) columns.idBit, first, columns.idWidth);
    if (columns.deletions) {
      for (int i = from; i < to; i++) {
        values[i - from] = entries.isDeletion(i) ? 1 : 0;
      }
      write(page, start + (int) columns.deletionBit, first, 1);
    }
  }

  /** Computes the values of a column of lower sides. */
  private void mapSides(double[] sides, int mode, long base) {
    for (int i = from; i < to; i++) {
      values[i - from] = Axis.map(sides[i], mode) - base;
    }
  }

  private void mapExtents(double[] lower, double[] upper, int axisMode, long base) {
    for (int i = from; i < to; i++) {
      values[i - from] = extent(lower[i], upper[i], axisMode) - base;
    }
  }

  private static long extent(double lower, double upper, int axisMode) {
    return Axis.map(upper, axisMode) - Axis.map(lower, axisMode) + 1;
  }

  /**
   * Appends entries to a page that stores all bits of coordinates, without decoding the page. This
   * works only if the new entries fit the modes and widths of the page's columns.
   *
   * <p>This method is too long for inlining (over 325 bytes of code). The JIT compiler thus
   * compiles it once, and not again for every caller or for every new kind of entry.
   *
   * @param page array that contains only the page
   * @return a new array, or null if the entries do not fit
   */
  byte[] append(byte[] page, EntryColumns added, int addedFrom, int addedTo) {
    entries = added;
    from = addedFrom;
    to = addedTo;
    String wrong = columns.read(page, 0, page.length);
    if (wrong != null) {
      throw new IllegalArgumentException(wrong);
    }
    boolean anyDeletion = columns.deletions;
    for (int i = from; i < to; i++) {
      boolean fits =
          (!columns.points || entries.isPoint(i))
              && isWithin(entries.id(i) - columns.idBase, columns.idWidth)
              && fitsAxis(entries.minX(i), entries.maxX(i), true)
              && fitsAxis(entries.minY(i), entries.maxY(i), false);
      if (!fits) {
        return null;
      }
      anyDeletion |= entries.isDeletion(i);
    }
    before.read(page, 0, page.length);
    columns.count += to - from;
    columns.deletions = anyDeletion;
    columns.place();
    if (!PageColumns.isCountable(columns.count)) {
      throw new IllegalArgumentException(
          "page of " + columns.count + " entries (allowed: at most " + PageColumns.MAX_COUNT + ")");
    }
    byte[] longer = new byte[(int) columns.bytes];
    columns.write(longer, 0);
    ensureValues();
    before.copyTo(columns, page, longer);
    encodeJoined(longer, 0, before.count);
    return longer;
  }

  private boolean fitsAxis(double lower, double upper, boolean isX) {
    int axisMode = isX ? columns.xMode : columns.yMode;
    if (!Axis.keeps(lower, axisMode) || !Axis.keeps(upper, axisMode)) {
      return false;
    }
    long base = isX ? columns.xBase : columns.yBase;
    long mapped = Axis.map(lower, axisMode);
    if (mapped < base
        || Axis.map(upper, axisMode) < base
        || !isWithin(mapped - base, isX ? columns.xWidth : columns.yWidth)) {
      return false;
    }
    long least = isX ? columns.wBase : columns.hBase;
    long size = extent(lower, upper, axisMode);
    return columns.points
        || Long.compareUnsigned(size, least) >= 0
            && isWithin(size - least, isX ? columns.wWidth : columns.hWidth);
  }

  private static boolean isWithin(long number, int width) {
    return Long.compareUnsigned(number, PackedBits.greatest(width)) <= 0;
  }

  private void encodeCells(byte[] page, int start) {
    for (int i = from; i < to; i += SLICE) {
      encodeCells(page, start, i, Math.min(i + SLICE, to));
    }
    if (columns.deletions) {
      int bit = start + (int) columns.xBit + PageColumns.CELL_BITS;
      for (int i = from; i < to; i++) {
        PackedBits.write(page, bit, 1, entries.isDeletion(i) ? 1 : 0);
        bit += PageColumns.LANE_BITS;
      }
    }
  }

  private void encodeCells(byte[] page, int start, int first, int end) {
    encodeLane(page, start + (int) columns.xBit, entries.minXs(), true, first, end);
    encodeLane(page, start + (int) columns.yBit, entries.minYs(), false, first, end);
    if (!columns.points) {
      encodeLane(page, start + (int) columns.upperXBit, entries.maxXs(), true, first, end);
      encodeLane(page, start + (int) columns.upperYBit, entries.maxYs(), false, first, end);
    }
  }

  private void encodeLane(
      byte[] page, int laneBit, double[] coordinates, boolean isX, int first, int end) {
    int axisMode = isX ? columns.xMode : columns.yMode;
    long base = isX ? columns.xBase : columns.yBase;
    int shift = isX ? columns.xShift : columns.yShift;
    int at = (laneBit >> 3) + (first - from) * Short.BYTES;
    for (int i = first; i < end; i++) {
      long cell = Axis.map(coordinates[i], axisMode) - base >>> shift;
      page[at] = (byte) cell;
      page[at + 1] = (byte) (cell >>> Byte.SIZE);
      at += Short.BYTES;
    }
  }

  /**
   * Encodes the residual rows of the measured entries, which hold the low bits of coordinates, one
   * after another. Advances {@code rows}.
   *
   * @param rows position of the first row; must equal the position that was passed to {@link
   *     #encode}
   * @param pages residual pages of the block; a new page is cleared and gets its header
   * @param at start of the content of each page; the content extends to the end of the array
   */
  public void encodeRows(ResidualPosition rows, byte[][] pages, int at) {
    if (columns.rowBits == 0) {
      return;
    }
    for (int i = from; i < to; i += SLICE) {
      encodeRows(rows, pages, at, i, Math.min(i + SLICE, to));
    }
  }

  private void encodeRows(ResidualPosition rows, byte[][] pages, int at, int first, int end) {
    for (int i = first; i < end; i++) {
      rows.makeRoom(columns.rowBits);
      byte[] page = pages[rows.page()];
      if (rows.bit() == 0) {
        clear(page, at, page.length);
        PageColumns.writeResidual(page, at);
      }
      encodeRow(page, (at + PageColumns.RESIDUAL_HEADER_BYTES) * Byte.SIZE + rows.bit(), i);
      rows.advance(columns.rowBits);
    }
  }

  private void encodeRow(byte[] page, int firstBit, int i) {
    int bit = firstBit;
    bit = encodeRest(page, bit, entries.minX(i), true);
    bit = encodeRest(page, bit, entries.minY(i), false);
    if (!columns.points) {
      bit = encodeRest(page, bit, entries.maxX(i), true);
      encodeRest(page, bit, entries.maxY(i), false);
    }
  }

  private int encodeRest(byte[] page, int bit, double coordinate, boolean isX) {
    int shift = isX ? columns.xShift : columns.yShift;
    long delta =
        isX
            ? Axis.map(coordinate, columns.xMode) - columns.xBase
            : Axis.map(coordinate, columns.yMode) - columns.yBase;
    PackedBits.write(page, bit, shift, delta & PackedBits.greatest(shift));
    return bit + shift;
  }
}
