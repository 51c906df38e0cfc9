package org.flashgrove.grove.packed;

/**
 * Header of a packed page and positions of its columns. Only this class knows the offsets. All
 * numbers are little endian.
 */
final class PageColumns {
  /** First four bytes of a page: {@code FGP1}. */
  static final int MAGIC = 'F' | 'G' << 8 | 'P' << 16 | '1' << 24;

  /** Version of the format. No other version is written or read. */
  static final int FORMAT = 2;

  static final int MAGIC_AT = 0;
  static final int FORMAT_AT = 4;
  static final int FORM_AT = 6;
  static final int FLAGS_AT = 7;
  static final int COUNT_AT = 8;
  static final int X_MODE_AT = 10;
  static final int Y_MODE_AT = 11;
  static final int X_WIDTH_AT = 12;
  static final int Y_WIDTH_AT = 13;
  static final int W_WIDTH_AT = 14;
  static final int H_WIDTH_AT = 15;
  static final int ID_WIDTH_AT = 16;
  static final int RESIDUAL_PAGE_AT = 18;
  static final int RESIDUAL_BIT_AT = 20;
  static final int X_BASE_AT = 24;
  static final int Y_BASE_AT = 32;
  static final int W_BASE_AT = 40;
  static final int H_BASE_AT = 48;
  static final int ID_BASE_AT = 56;
  static final int HEADER_BYTES = 64;

  /**
   * Size in bytes of the header of a residual page (low bits of coordinates). The header consists
   * of magic, format and form.
   */
  static final int RESIDUAL_HEADER_BYTES = 8;

  static final int JOINED = 0;
  static final int SPLIT = 1;
  static final int RESIDUAL = 2;

  /** Flag in the header: all entries are points. */
  static final int POINTS = 1;

  /** Flag in the header: some entries are deletions. */
  static final int DELETIONS = 2;

  /**
   * Number of bits of a cell, which holds the upper bits of a coordinate. A guard bit above each
   * cell allows four lanes to be compared at once.
   */
  static final int CELL_BITS = 15;

  /** Number of bits of a lane, which holds one cell and its guard bit. */
  static final int LANE_BITS = 16;

  /** Number of lanes in a word. */
  static final int LANES = 4;

  /** Minimum number of content bytes of a page: the header and the unused bytes at the end. */
  static final int LEAST_CONTENT = HEADER_BYTES + PackedBits.TAIL_BYTES;

  /** Maximum number of entries on a page. */
  static final int MAX_COUNT = 0xffff;

  boolean split;
  boolean points;
  boolean deletions;
  int count;
  int xMode;
  int yMode;
  int xWidth;
  int yWidth;
  int wWidth;
  int hWidth;
  int idWidth;
  long xBase;
  long yBase;
  long wBase;
  long hBase;
  long idBase;
  int residualPage;
  int residualBit;

  /** Number of low bits of a coordinate that are on residual pages. */
  int xShift;

  int yShift;

  /** Number of low bits of each entry that are on a residual page. */
  int rowBits;

  /** Size of the page in bytes, including the header and the unused bytes at the end. */
  long bytes;

  /** Position of the first bit of the column of x, counted in bits from the start of the page. */
  long xBit;

  long yBit;
  long upperXBit;
  long upperYBit;
  long idBit;
  long deletionBit;

  /**
   * Computes the positions of the columns and the size of the page. The number of entries, the
   * widths and the flags must be set.
   */
  void place() {
    xShift = split ? Math.max(0, xWidth - CELL_BITS) : 0;
    yShift = split ? Math.max(0, yWidth - CELL_BITS) : 0;
    rowBits = (xShift + yShift) * (points ? 1 : 2);
    xBit = HEADER_BYTES * (long) Byte.SIZE;
    if (split) {
      long laneBits = (count + LANES - 1L) / LANES * Long.SIZE;
      yBit = xBit + laneBits;
      upperXBit = points ? xBit : yBit + laneBits;
      upperYBit = points ? yBit : upperXBit + laneBits;
      idBit = (points ? yBit : upperYBit) + laneBits;
      deletionBit = idBit + columnBits(idWidth);
    } else {
      yBit = xBit + columnBits(xWidth);
      upperXBit = yBit + columnBits(yWidth);
      upperYBit = upperXBit + (points ? 0 : columnBits(wWidth));
      idBit = upperYBit + (points ? 0 : columnBits(hWidth));
      deletionBit = idBit + columnBits(idWidth);
    }
    long end = deletionBit + (deletions && !split ? columnBits(1) : 0);
    // At least one byte for each entry limits the number of equal entries on a page.
    end = Math.max(end, xBit + count * (long) Byte.SIZE);
    bytes = (end >> 3) + PackedBits.TAIL_BYTES;
  }

  private long columnBits(int width) {
    return PackedBits.bytes(count, width) * Byte.SIZE;
  }

  /**
   * Returns the number of bits that an entry takes on the page itself, without its low bits on
   * residual pages.
   */
  int entryBits() {
    int coordinates =
        split
            ? (points ? 2 : 4) * LANE_BITS
            : xWidth + yWidth + (points ? 0 : wWidth + hWidth) + (deletions ? 1 : 0);
    return Math.max(Byte.SIZE, coordinates + idWidth);
  }

  /**
   * Returns the number of bits for rows on a residual page with {@code contentBytes} bytes of
   * content. A row holds the low bits of an entry's coordinates.
   */
  static int residualCapacity(int contentBytes) {
    return (contentBytes - RESIDUAL_HEADER_BYTES - PackedBits.TAIL_BYTES) * Byte.SIZE;
  }

  /**
   * Copies all columns from {@code page} to {@code into}. This object describes the layout of
   * {@code page}, and {@code longer} describes the layout of {@code into}: columns of the same
   * widths, with room for more entries. The layout must be joined, which means that a page stores
   * all bits of its coordinates. Both pages must begin at index 0 of their arrays.
   */
  void copyTo(PageColumns longer, byte[] page, byte[] into) {
    copy(page, xBit, into, longer.xBit, xWidth);
    copy(page, yBit, into, longer.yBit, yWidth);
    if (!points) {
      copy(page, upperXBit, into, longer.upperXBit, wWidth);
      copy(page, upperYBit, into, longer.upperYBit, hWidth);
    }
    copy(page, idBit, into, longer.idBit, idWidth);
    if (deletions) {
      copy(page, deletionBit, into, longer.deletionBit, 1);
    }
  }

  private void copy(byte[] page, long bit, byte[] into, long intoBit, int width) {
    int bytesOfColumn = (int) PackedBits.bytes(count, width);
    System.arraycopy(page, (int) (bit >> 3), into, (int) (intoBit >> 3), bytesOfColumn);
  }

  /** Writes the header. */
  void write(byte[] page, int at) {
    putInt(page, at + MAGIC_AT, MAGIC);
    putShort(page, at + FORMAT_AT, FORMAT);
    page[at + FORM_AT] = (byte) (split ? SPLIT : JOINED);
    page[at + FLAGS_AT] = (byte) ((points ? POINTS : 0) | (deletions ? DELETIONS : 0));
    putShort(page, at + COUNT_AT, count);
    page[at + X_MODE_AT] = (byte) xMode;
    page[at + Y_MODE_AT] = (byte) yMode;
    page[at + X_WIDTH_AT] = (byte) xWidth;
    page[at + Y_WIDTH_AT] = (byte) yWidth;
    page[at + W_WIDTH_AT] = (byte) wWidth;
    page[at + H_WIDTH_AT] = (byte) hWidth;
    page[at + ID_WIDTH_AT] = (byte) idWidth;
    putShort(page, at + RESIDUAL_PAGE_AT, residualPage);
    putInt(page, at + RESIDUAL_BIT_AT, residualBit);
    PackedBits.LONG.set(page, at + X_BASE_AT, xBase);
    PackedBits.LONG.set(page, at + Y_BASE_AT, yBase);
    PackedBits.LONG.set(page, at + W_BASE_AT, wBase);
    PackedBits.LONG.set(page, at + H_BASE_AT, hBase);
    PackedBits.LONG.set(page, at + ID_BASE_AT, idBase);
  }

  /** Writes the header of a residual page (low bits of coordinates). */
  static void writeResidual(byte[] page, int at) {
    putInt(page, at + MAGIC_AT, MAGIC);
    putShort(page, at + FORMAT_AT, FORMAT);
    page[at + FORM_AT] = RESIDUAL;
  }

  /** Returns whether a valid page may contain an id. Reads only the header of the page. */
  static boolean mayHoldId(byte[] page, int at, long id) {
    long base = (long) PackedBits.LONG.get(page, at + ID_BASE_AT);
    return ((id - base) & ~PackedBits.greatest(page[at + ID_WIDTH_AT])) == 0;
  }

  /**
   * Reads the header of a page of entries and computes the positions of its columns.
   *
   * @return description of the damage, or null if the header is valid
   */
  String read(byte[] page, int at, int limit) {
    int form = page[at + FORM_AT];
    String wrong = wrongStart(page, at, "page of entries", form == JOINED || form == SPLIT);
    if (wrong != null) {
      return wrong;
    }
    split = form == SPLIT;
    int flags = page[at + FLAGS_AT];
    points = (flags & POINTS) != 0;
    deletions = (flags & DELETIONS) != 0;
    count = getShort(page, at + COUNT_AT);
    xMode = page[at + X_MODE_AT];
    yMode = page[at + Y_MODE_AT];
    xWidth = page[at + X_WIDTH_AT];
    yWidth = page[at + Y_WIDTH_AT];
    wWidth = page[at + W_WIDTH_AT];
    hWidth = page[at + H_WIDTH_AT];
    idWidth = page[at + ID_WIDTH_AT];
    residualPage = getShort(page, at + RESIDUAL_PAGE_AT);
    residualBit = (int) (long) PackedBits.LONG.get(page, at + RESIDUAL_BIT_AT);
    xBase = (long) PackedBits.LONG.get(page, at + X_BASE_AT);
    yBase = (long) PackedBits.LONG.get(page, at + Y_BASE_AT);
    wBase = (long) PackedBits.LONG.get(page, at + W_BASE_AT);
    hBase = (long) PackedBits.LONG.get(page, at + H_BASE_AT);
    idBase = (long) PackedBits.LONG.get(page, at + ID_BASE_AT);
    if ((flags & ~(POINTS | DELETIONS)) != 0) {
      return "flags " + flags;
    }
    if (!Axis.isPossible(xMode, xBase) || !Axis.isPossible(yMode, yBase)) {
      return "modes " + xMode + " and " + yMode + " with bases " + xBase + " and " + yBase;
    }
    return wrongSizes(limit - at);
  }

  private String wrongSizes(int content) {
    if (!isWidth(xWidth)
        || !isWidth(yWidth)
        || !isWidth(wWidth)
        || !isWidth(hWidth)
        || !isWidth(idWidth)) {
      return "widths " + xWidth + " " + yWidth + " " + wWidth + " " + hWidth + " " + idWidth;
    }
    place();
    if (count == 0 || bytes > content) {
      return count + " entries in " + bytes + " bytes (allowed: 1 or more in " + content + ")";
    }
    if (rowBits > 0 && (residualBit < 0 || residualBit > residualCapacity(content) - rowBits)) {
      return "rows of " + rowBits + " bits from bit " + residualBit + " of a residual page";
    }
    return null;
  }

  private static boolean isWidth(int width) {
    return width >= 0 && width <= Long.SIZE;
  }

  /**
   * Checks the header of a residual page, which stores the low bits of coordinates of split pages.
   * Returns a description of the damage, or null if the header is valid.
   */
  static String readResidual(byte[] page, int at) {
    return wrongStart(page, at, "residual page", page[at + FORM_AT] == RESIDUAL);
  }

  private static String wrongStart(byte[] page, int at, String expected, boolean rightForm) {
    if ((int) (long) PackedBits.LONG.get(page, at + MAGIC_AT) != MAGIC) {
      return "no packed page";
    }
    int format = getShort(page, at + FORMAT_AT);
    if (format != FORMAT) {
      return "format " + format + " (known: " + FORMAT + ")";
    }
    return rightForm ? null : "form " + page[at + FORM_AT] + " is no " + expected;
  }

  /** Returns whether a page can have this many entries. */
  static boolean isCountable(long entries) {
    return entries <= MAX_COUNT;
  }

  /**
   * Returns the number of bytes that {@link #pageOf} can restore from the other bytes of a page.
   * These are magic, format, form, unused fields and the unused bytes at the end.
   */
  static int impliedBytes(boolean points) {
    int kept = ID_WIDTH_AT + 1 - FLAGS_AT + (points ? 3 : 5) * Long.BYTES;
    return LEAST_CONTENT - kept;
  }

  /**
   * Copies a page that stores all bits of its coordinates, without its {@linkplain #impliedBytes
   * implied bytes}. The page must fill its array.
   */
  static void copyShort(byte[] page, byte[] into, int at) {
    boolean isOfPoints = (page[FLAGS_AT] & POINTS) != 0;
    int to = at;
    to = copy(page, FLAGS_AT, ID_WIDTH_AT + 1, into, to);
    to = copy(page, X_BASE_AT, isOfPoints ? W_BASE_AT : ID_BASE_AT, into, to);
    copy(page, ID_BASE_AT, page.length - PackedBits.TAIL_BYTES, into, to);
  }

  private static int copy(byte[] from, int first, int end, byte[] into, int at) {
    System.arraycopy(from, first, into, at, end - first);
    return at + end - first;
  }

  /**
   * Restores a page that stores all bits of its coordinates from the bytes that {@link #copyShort}
   * wrote. Returns null if there are too few bytes.
   */
  static byte[] pageOf(byte[] bytes, int at, int length) {
    boolean isOfPoints = length > 0 && (bytes[at] & POINTS) != 0;
    int kept = LEAST_CONTENT - impliedBytes(isOfPoints);
    if (length < kept) {
      return null;
    }
    byte[] page = new byte[length + impliedBytes(isOfPoints)];
    putInt(page, MAGIC_AT, MAGIC);
    putShort(page, FORMAT_AT, FORMAT);
    int bases = at + ID_WIDTH_AT + 1 - FLAGS_AT;
    copy(bytes, at, bases, page, FLAGS_AT);
    copy(bytes, bases, at + kept - Long.BYTES, page, X_BASE_AT);
    copy(bytes, at + kept - Long.BYTES, at + length, page, ID_BASE_AT);
    return page;
  }

  private static void putInt(byte[] page, int at, int value) {
    putShort(page, at, value);
    putShort(page, at + Short.BYTES, value >>> Short.SIZE);
  }

  private static void putShort(byte[] page, int at, int value) {
    page[at] = (byte) value;
    page[at + 1] = (byte) (value >>> Byte.SIZE);
  }

  private static int getShort(byte[] page, int at) {
    return page[at] & 0xff | (page[at + 1] & 0xff) << Byte.SIZE;
  }
}
