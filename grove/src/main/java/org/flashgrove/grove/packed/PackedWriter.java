package org.flashgrove.grove.packed;

import org.flashgrove.grove.columns.EntryColumns;

/**
 * Encodes entries as a packed page (format FGP1, docs/format/packed.md). First {@link #measure},
 * which says how large the page becomes, so that entries can be divided among pages before a byte
 * is written; then {@link #encode}. To be used again; not by several threads at once.
 *
 * <p>Each page has a mode, a minimum and a width of its own for each column. Coordinates are kept
 * exactly, bit for bit. On a split page the topmost 15 bits of a coordinate's difference from the
 * minimum, its cell, stand on the page, and the others in the entry's row on a residual page.
 */
public final class PackedWriter {
  /**
   * Entries that a call of the innermost loops works on, so that they are compiled soon, and once;
   * a loop over a page's entries would be compiled in its middle, and once more as a whole.
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
   * @param split whether pages are split into cells and residual bits
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
   * Returns a writer of joined pages whose minima are lowered, at no cost in bits, so that entries
   * of other pages are likely to fit the widths, too.
   *
   * @param risingIds whether ids have a bit or two more than they need
   */
  static PackedWriter centred(boolean risingIds) {
    return new PackedWriter(false, true, risingIds, false);
  }

  /**
   * Returns a writer of pages that are not packed: each column has 64 bits an entry, so that a
   * point takes 24 bytes and a rectangle 40. They are read as all others are.
   */
  public static PackedWriter plain() {
    return new PackedWriter(false, false, false, true);
  }

  /**
   * Finds the modes, minima and widths of the columns of some entries.
   *
   * @param measuredFrom position of the first, at most measuredTo - 1
   * @param measuredTo position behind the last
   * @return bytes of the page with its header, rows on residual pages aside; {@code
   *     Integer.MAX_VALUE} if no page counts as many entries
   */
  public int measure(EntryColumns measured, int measuredFrom, int measuredTo) {
    entries = measured;
    from = measuredFrom;
    to = measuredTo;
    return measure.measure(measured, measuredFrom, measuredTo);
  }

  /** Returns the bits for columns on a page of some content. */
  public static long columnBits(int contentBytes) {
    return (contentBytes - PageColumns.HEADER_BYTES - PackedBits.TAIL_BYTES) * (long) Byte.SIZE;
  }

  /** Returns whether columns have 64 bits an entry, whatever their values. */
  public boolean isPlain() {
    return plain;
  }

  /** Returns the bits that each entry measured takes on the page. */
  public int entryBits() {
    return columns.entryBits();
  }

  /** Returns the bits of each measured entry's row on residual pages; 0 if there are no rows. */
  public int residualBits() {
    return columns.rowBits;
  }

  /**
   * Encodes the entries of the last call of {@link #measure} into a page of the length that it
   * returned. The entries must have no rows on residual pages.
   *
   * @param measured the list of these entries
   * @param page array that receives the page
   * @param at offset of the page in the array
   */
  public void encode(EntryColumns measured, byte[] page, int at) {
    if (measured != entries || columns.rowBits != 0) {
      throw new IllegalStateException(
          "other entries than measured, or rows of " + columns.rowBits + " bits without a place");
    }
    encode(page, at, at + (int) columns.bytes, null);
  }

  /**
   * Encodes the entries measured last.
   *
   * @param page takes the page; no other bytes than at to limit - 1 are written
   * @param at where it begins
   * @param limit where it may end at most: at + what {@link #measure} returned, or more
   * @param rows where its rows stand on residual pages; without meaning if it has none
   */
  public void encode(byte[] page, int at, int limit, ResidualPosition rows) {
    if (columns.bytes > limit - at || !PageColumns.isCountable(columns.count)) {
      throw new IllegalArgumentException(
          columns.count
              + " entries of "
              + columns.bytes
              + " bytes (allowed: "
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
      encodeIds(page, at * Byte.SIZE, 0);
    } else {
      encodeJoined(page, at * Byte.SIZE, 0);
    }
  }

  /** Sets bytes from at to limit - 1 to zero. */
  public static void clear(byte[] page, int at, int limit) {
    int done = at;
    while (done < limit) { // a copy, unlike a loop over the bytes, need not be compiled
      int some = Math.min(limit - done, ZEROS.length);
      System.arraycopy(ZEROS, 0, page, done, some);
      done += some;
    }
  }

  private void encodeIds(byte[] page, int start, int first) {
    long[] ids = entries.ids();
    for (int i = from; i < to; i++) {
      values[i - from] = ids[i] - columns.idBase;
    }
    write(page, start + (int) columns.idBit, first, columns.idWidth);
  }

  /** Writes {@link #values} as a column's entries from {@code first} on. */
  private void write(byte[] page, int columnBit, int first, int width) {
    PackedBits.writeAll(page, columnBit + first * width, width, values, to - from);
  }

  private void ensureValues() {
    if (values.length < to - from) {
      values = new long[Math.max(to - from, 2 * values.length)];
    }
  }

  /**
   * Encodes entries of a joined page from its entry {@code first} on.
   *
   * <p>This method and {@link #append} are longer than what the compiler puts into its callers (325
   * bytes of code): each is compiled once, and not with each of all those that pack something, nor
   * all of these again when one meets entries of another kind.
   */
  private void encodeJoined(byte[] page, int start, int first) {
    double[] xs = entries.minXs();
    for (int i = from; i < to; i++) {
      values[i - from] = Axis.map(xs[i], columns.xMode) - columns.xBase;
    }
    write(page, start + (int) columns.xBit, first, columns.xWidth);
    double[] ys = entries.minYs();
    for (int i = from; i < to; i++) {
      values[i - from] = Axis.map(ys[i], columns.yMode) - columns.yBase;
    }
    write(page, start + (int) columns.yBit, first, columns.yWidth);
    if (!columns.points) {
      mapExtents(entries.minXs(), entries.maxXs(), columns.xMode, columns.wBase);
      write(page, start + (int) columns.upperXBit, first, columns.wWidth);
      mapExtents(entries.minYs(), entries.maxYs(), columns.yMode, columns.hBase);
      write(page, start + (int) columns.upperYBit, first, columns.hWidth);
    }
    encodeIds(page, start, first);
    if (columns.deletions) {
      for (int i = from; i < to; i++) {
        values[i - from] = entries.isDeletion(i) ? 1 : 0;
      }
      write(page, start + (int) columns.deletionBit, first, 1);
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
   * Encodes the entries of a joined page and some more, without decoding those, if the others fit
   * its modes and widths.
   *
   * @param page the page, alone in the array
   * @return a new array, or null if they do not fit
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
      throw new IllegalArgumentException(columns.count + " entries on a page");
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
   * Encodes the rows of the entries measured last, each behind the one before, and moves the
   * position behind them.
   *
   * @param rows where the first row goes, as it was handed to {@link #encode}
   * @param pages the block's residual pages; those that are begun are cleared and get their header
   * @param at where the content of each page begins; it ends with the page
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
