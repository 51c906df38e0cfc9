package org.flashgrove.grove.fence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Offsets of the fields in the footer of a block, as docs/format/packed.md defines them. */
public final class FooterFields {
  /** First four bytes of a footer: {@code FGF1}. */
  static final int MAGIC = 'F' | 'G' << 8 | 'F' << 16 | '1' << 24;

  /** Version of the format. No other version is written or read. */
  static final int FORMAT = 2;

  static final int MAGIC_AT = 0;
  static final int FORMAT_AT = 4;
  static final int SUB_BOXES_AT = 6;
  static final int LEVEL_AT = 7;
  static final int PAGES_AT = 8;
  static final int RESIDUAL_PAGES_AT = 10;
  static final int COUNT_AT = 12;
  static final int LOW_KEY_AT = 16;
  static final int HIGH_KEY_AT = 24;
  static final int BOX_AT = 32;
  public static final int HEADER_BYTES = 64;

  /**
   * Bit of the level field that marks a block of the upper level, whose entries are newer than
   * those on the lower level.
   */
  public static final int UPPER = 1;

  /**
   * Bit of the level field that is set if the next block also belongs to the upper level of the
   * interval of this block.
   */
  public static final int GOES_ON = 2;

  /** Maximum number of runs (groups of neighbouring entries with a common box) for each page. */
  static final int MAX_SUB_BOXES = 64;

  public static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private FooterFields() {}

  // The next two methods read the fields of pages. They use no VarHandle, because they run in the
  // interpreter while a store is opened, and the interpreter is slow at VarHandles.

  static int unsigned(byte[] footer, int at) {
    return footer[at] & 0xff | (footer[at + 1] & 0xff) << 8;
  }

  static long wide(byte[] footer, int at) {
    long low = footer[at] & 0xff | (footer[at + 1] & 0xff) << 8 | (footer[at + 2] & 0xff) << 16;
    long high =
        footer[at + 4] & 0xff | (footer[at + 5] & 0xff) << 8 | (footer[at + 6] & 0xff) << 16;
    return low | (footer[at + 3] & 0xffL) << 24 | high << 32 | (long) footer[at + 7] << 56;
  }

  static double side(byte[] footer, int at, int side) {
    return Double.longBitsToDouble((long) LONG.get(footer, at + BOX_AT + side * Long.BYTES));
  }

  public static int countAt(int page) {
    return HEADER_BYTES + page * Short.BYTES;
  }

  public static int indexAt(int page, int pages) {
    return countAt(pages) + page * Short.BYTES;
  }

  public static int pageBoxAt(int page, int pages) {
    return indexAt(pages, pages) + page * Long.BYTES;
  }

  public static int subBoxesAt(int pages) {
    return pageBoxAt(pages, pages);
  }

  /** Writes the magic, the format version, the number of boxes and the level of a block. */
  public static void putForm(byte[] footer, int at, int subBoxes, int level) {
    INT.set(footer, at + MAGIC_AT, MAGIC);
    SHORT.set(footer, at + FORMAT_AT, (short) FORMAT);
    footer[at + SUB_BOXES_AT] = (byte) subBoxes;
    footer[at + LEVEL_AT] = (byte) level;
  }

  /** Writes the numbers of pages and entries of a block. */
  public static void putSizes(byte[] footer, int at, int pages, int residualPages, int count) {
    SHORT.set(footer, at + PAGES_AT, (short) pages);
    SHORT.set(footer, at + RESIDUAL_PAGES_AT, (short) residualPages);
    INT.set(footer, at + COUNT_AT, count);
  }

  /** Writes the interval of a block. */
  public static void putInterval(byte[] footer, int at, long low, long high) {
    LONG.set(footer, at + LOW_KEY_AT, low);
    LONG.set(footer, at + HIGH_KEY_AT, high);
  }

  /** Writes the box of a block. */
  public static void putBox(
      byte[] footer, int at, double minX, double minY, double maxX, double maxY) {
    putSide(footer, at, 0, minX);
    putSide(footer, at, 1, minY);
    putSide(footer, at, 2, maxX);
    putSide(footer, at, 3, maxY);
  }

  private static void putSide(byte[] footer, int at, int side, double coordinate) {
    LONG.set(footer, at + BOX_AT + side * Long.BYTES, Double.doubleToRawLongBits(coordinate));
  }

  /** Returns the number of bytes of a footer. */
  public static int footerBytes(int pages, int subBoxes) {
    return subBoxesAt(pages) + (subBoxes == 1 ? 0 : pages * subBoxes * Integer.BYTES);
  }

  /**
   * Checks the numbers of pages and boxes in a footer, and its level. Returns a description of the
   * problem, or null if there is none.
   */
  static String wrongSizes(byte[] footer, int at, int limit) {
    if (limit - at < HEADER_BYTES) {
      return (limit - at) + " bytes";
    }
    if ((int) INT.get(footer, at + MAGIC_AT) != MAGIC) {
      return "no footer";
    }
    int format = unsigned(footer, at + FORMAT_AT);
    if (format != FORMAT) {
      return "format " + format + " (known: " + FORMAT + ")";
    }
    int pages = unsigned(footer, at + PAGES_AT);
    int written = footer[at + SUB_BOXES_AT];
    if (pages == 0
        || written < 1
        || written > MAX_SUB_BOXES
        || Integer.bitCount(written) != 1
        || footerBytes(pages, written) > limit - at) {
      return pages + " pages with " + written + " boxes each in " + (limit - at) + " bytes";
    }
    int level = footer[at + LEVEL_AT];
    boolean known = level == 0 || (level & ~GOES_ON) == UPPER;
    return known ? null : "level " + level;
  }
}
