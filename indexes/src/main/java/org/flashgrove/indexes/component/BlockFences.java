package org.flashgrove.indexes.component;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.flashgrove.core.failure.DamagedStoreException;

/**
 * What stays in memory of a block: its interval and box, and for each page of entries its number of
 * entries, where it stands in the block, its box relative to the block's (15 bits a side), and the
 * boxes of its runs of entries relative to the page's (8 bits a side). Relative boxes are rounded
 * outwards: no entry is outside of them. Immutable.
 *
 * <p>Where memory is short fences are {@linkplain #coarse coarse}.
 *
 * <p>The footer of a block on the device holds the same (docs/packed-format.md); its offsets are
 * here. Upper sides are kept as their distance from the last step, so that one subtraction compares
 * all four sides of a box: a box meets a window if none of its numbers is above the window's.
 */
public final class BlockFences {
  /** {@code FGF1}. */
  static final int MAGIC = 'F' | 'G' << 8 | 'F' << 16 | '1' << 24;

  /** The format that is written, and the only one that is read. */
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
  static final int HEADER_BYTES = 64;

  /** A bit of the level: the block stands above others. */
  static final int UPPER = 1;

  /** A bit of the level: the next block of the same interval is another part, not newer. */
  static final int GOES_ON = 2;

  /** Last step of a page's sides in its block's box. */
  static final int LAST_PAGE_STEP = 0x7fff;

  /** Last step of a sub-box's sides in its page's box. */
  static final int LAST_SUB_STEP = 0xff;

  /** The bit above each side of a page's box. */
  static final long GUARDS = 0x8000_8000_8000_8000L;

  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  /** What sides of pages' boxes lose where they are coarse: 8 of 15 bits stay. */
  private static final int COARSE_SHIFT = 7;

  private static final int SIDES = 4;
  private static final int[] NONE = {};
  private static final short[] NO_SHORTS = {};
  private static final long[] NO_LONGS = {};
  private static final int MAX_SUB_BOXES = 64;
  private static final int OBJECT_BYTES = 112;
  private static final int ARRAY_BYTES = 16;

  private final long lowKey;
  private final long highKey;
  private final int count;
  private final int residualPages;
  private final int subBoxes;
  private final int level;
  private final double minX;
  private final double minY;
  private final double maxX;
  private final double maxY;
  private final int pages;
  private final short[] counts; // none if coarse
  private final short[] indices; // none if coarse
  private final long[] pageBoxes; // none if coarse
  private final int[] subBoxSides;
  private final int[] coarseBoxes; // 8 bits a side; none if not coarse
  private final long places; // of pages of entries in the block, a bit each, if coarse

  private BlockFences(byte[] footer, int at, int keptSubBoxes) {
    lowKey = (long) LONG.get(footer, at + LOW_KEY_AT);
    highKey = (long) LONG.get(footer, at + HIGH_KEY_AT);
    count = (int) INT.get(footer, at + COUNT_AT);
    residualPages = unsigned(footer, at + RESIDUAL_PAGES_AT);
    minX = side(footer, at, 0);
    minY = side(footer, at, 1);
    maxX = side(footer, at, 2);
    maxY = side(footer, at, 3);
    pages = unsigned(footer, at + PAGES_AT);
    int written = footer[at + SUB_BOXES_AT];
    subBoxes = keptSubBoxes;
    coarseBoxes = NONE;
    places = 0;
    level = footer[at + LEVEL_AT];
    counts = new short[pages];
    indices = new short[pages];
    pageBoxes = new long[pages];
    subBoxSides = new int[subBoxes == 1 ? 0 : pages * subBoxes];
    for (int page = 0; page < pages; page++) {
      counts[page] = (short) SHORT.get(footer, at + countAt(page));
      indices[page] = (short) SHORT.get(footer, at + indexAt(page, pages));
      pageBoxes[page] = (long) LONG.get(footer, at + pageBoxAt(page, pages));
    }
    int joined = written / subBoxes;
    for (int run = 0; run < subBoxSides.length; run++) {
      subBoxSides[run] =
          union(footer, at + subBoxesAt(pages) + run * joined * Integer.BYTES, joined);
    }
  }

  /** Joins sub-boxes. */
  private BlockFences(BlockFences from, int fewerSubBoxes) {
    lowKey = from.lowKey;
    highKey = from.highKey;
    count = from.count;
    residualPages = from.residualPages;
    level = from.level;
    minX = from.minX;
    minY = from.minY;
    maxX = from.maxX;
    maxY = from.maxY;
    pages = from.pages;
    counts = from.counts;
    indices = from.indices;
    pageBoxes = from.pageBoxes;
    coarseBoxes = NONE;
    places = 0;
    subBoxes = fewerSubBoxes;
    subBoxSides = new int[subBoxes == 1 ? 0 : counts.length * subBoxes];
    int joined = from.subBoxes / subBoxes;
    for (int run = 0; run < subBoxSides.length; run++) {
      int union = from.subBoxSides[run * joined];
      for (int other = 1; other < joined; other++) {
        union = union(union, from.subBoxSides[run * joined + other]);
      }
      subBoxSides[run] = union;
    }
  }

  /** Rounds boxes of pages outwards, and forgets all that is not needed to find them. */
  private BlockFences(BlockFences from) {
    lowKey = from.lowKey;
    highKey = from.highKey;
    count = from.count;
    residualPages = from.residualPages;
    level = from.level;
    minX = from.minX;
    minY = from.minY;
    maxX = from.maxX;
    maxY = from.maxY;
    pages = from.pages;
    counts = NO_SHORTS;
    indices = NO_SHORTS;
    pageBoxes = NO_LONGS;
    subBoxes = 1;
    subBoxSides = NONE;
    coarseBoxes = new int[pages];
    long bits = 0;
    for (int page = 0; page < pages; page++) {
      bits |= 1L << from.indexOf(page);
      int packed = 0;
      for (int side = 0; side < SIDES; side++) {
        long kept = from.pageBoxes[page] >>> side * Short.SIZE + COARSE_SHIFT & LAST_SUB_STEP;
        packed |= (int) kept << side * Byte.SIZE;
      }
      coarseBoxes[page] = packed;
    }
    places = bits;
  }

  /** Returns the box of two boxes: their least numbers. */
  private static int union(int a, int b) {
    int union = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      union |= Math.min(a >>> shift & LAST_SUB_STEP, b >>> shift & LAST_SUB_STEP) << shift;
    }
    return union;
  }

  private static double side(byte[] footer, int at, int side) {
    return Double.longBitsToDouble((long) LONG.get(footer, at + BOX_AT + side * Long.BYTES));
  }

  private static int unsigned(byte[] footer, int at) {
    return (short) SHORT.get(footer, at) & 0xffff;
  }

  /** Returns the box of some boxes that stand one behind the other. */
  private static int union(byte[] footer, int at, int boxes) {
    int union = (int) INT.get(footer, at);
    for (int box = 1; box < boxes; box++) {
      union = union(union, (int) INT.get(footer, at + box * Integer.BYTES));
    }
    return union;
  }

  static int countAt(int page) {
    return HEADER_BYTES + page * Short.BYTES;
  }

  static int indexAt(int page, int pages) {
    return countAt(pages) + page * Short.BYTES;
  }

  static int pageBoxAt(int page, int pages) {
    return indexAt(pages, pages) + page * Long.BYTES;
  }

  static int subBoxesAt(int pages) {
    return pageBoxAt(pages, pages);
  }

  /** Returns the bytes of the footer of a block. */
  static int footerBytes(int pages, int subBoxes) {
    return subBoxesAt(pages) + (subBoxes == 1 ? 0 : pages * subBoxes * Integer.BYTES);
  }

  /**
   * Reads the footer of a block.
   *
   * @param footer the page
   * @param at where the content begins behind the store's envelope
   * @param limit where it ends
   * @param subBoxes how many boxes of runs to keep for a page: a power of two up to 64; if the
   *     footer has fewer, these are kept
   * @param file name of the file, for the message of an error
   * @param block number of the block, for the message of an error
   * @throws DamagedStoreException if the content is impossible
   */
  public static BlockFences read(
      byte[] footer, int at, int limit, int subBoxes, String file, long block) {
    if (Integer.bitCount(subBoxes) != 1 || subBoxes < 1 || subBoxes > MAX_SUB_BOXES) {
      throw new IllegalArgumentException(
          subBoxes + " boxes a page (allowed: powers of two up to " + MAX_SUB_BOXES + ")");
    }
    String wrong = wrongSizes(footer, at, limit);
    if (wrong == null) {
      BlockFences fences =
          new BlockFences(footer, at, Math.min(subBoxes, footer[at + SUB_BOXES_AT]));
      wrong = fences.wrongContent();
      if (wrong == null) {
        return fences;
      }
    }
    throw new DamagedStoreException(file, "block " + block + ", footer", wrong);
  }

  private static String wrongSizes(byte[] footer, int at, int limit) {
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

  private String wrongContent() {
    // A NaN makes a comparison false.
    if (!(minX >= -Double.MAX_VALUE
        && minY >= -Double.MAX_VALUE
        && minX <= maxX
        && minY <= maxY
        && maxX <= Double.MAX_VALUE
        && maxY <= Double.MAX_VALUE)) {
      return "box " + minX + " " + minY + " " + maxX + " " + maxY;
    }
    if (lowKey > highKey) {
      return "keys from " + lowKey + " to " + highKey;
    }
    long sum = 0;
    double[] box = new double[4];
    for (int page = 0; page < pages; page++) {
      pageBox(page, box);
      if ((pageBoxes[page] & GUARDS) != 0 || box[0] > box[2] || box[1] > box[3]) {
        return "impossible box of page " + page;
      }
      if (counts[page] == 0) {
        return "page " + page + " without entries";
      }
      if (!isPossibleIndex(page)) {
        return "page " + page + " stands at " + indexOf(page);
      }
      sum += count(page);
    }
    return sum == count ? null : sum + " entries on pages, but " + count + " in the block";
  }

  /**
   * Returns whether a page stands behind the one before, with no more residual ones than there are.
   */
  private boolean isPossibleIndex(int page) {
    int least = page == 0 ? 0 : indexOf(page - 1) + 1;
    int most = page == 0 ? 0 : page + residualPages;
    return indexOf(page) >= least && indexOf(page) <= most;
  }

  /**
   * Returns whether the block stands above others: it holds entries that came later than theirs,
   * and does not replace them.
   */
  public boolean isUpper() {
    return (level & UPPER) != 0;
  }

  /**
   * Returns whether an upper block is one of several of its interval, and not the last one: that
   * with the next sequence number does not replace it.
   */
  public boolean goesOn() {
    return (level & GOES_ON) != 0;
  }

  /** Returns the least key of the block's interval. */
  public long lowKey() {
    return lowKey;
  }

  /** Returns the end of the block's interval; no key of the block is greater. */
  public long highKey() {
    return highKey;
  }

  /** Returns the number of entries in the block. */
  public int count() {
    return count;
  }

  /** Returns the number of pages of entries. */
  public int pages() {
    return pages;
  }

  /** Returns the number of residual pages, which stand between pages of entries and behind them. */
  public int residualPages() {
    return residualPages;
  }

  /** Returns where a page of entries stands in the block. */
  public int indexOf(int page) {
    if (!isCoarse()) {
      return indices[page] & 0xffff;
    }
    long left = places;
    for (int before = 0; before < page; before++) {
      left &= left - 1;
    }
    return Long.numberOfTrailingZeros(left);
  }

  /**
   * Returns where a residual page stands in the block: where all pages that are none of entries do,
   * one after the other, up to the footer.
   *
   * @param residual 0 to {@code residualPages() - 1}
   */
  public int residualIndexOf(int residual) {
    int before = 0; // pages of entries that are known to stand before it
    int last = pages;
    while (before < last) {
      int middle = before + last >>> 1;
      if (indexOf(middle) - middle > residual) {
        last = middle;
      } else {
        before = middle + 1;
      }
    }
    return residual + before;
  }

  /** Returns the number of entries on a page, or its even share of the block's if coarse. */
  public int count(int page) {
    if (isCoarse()) {
      return (int) ((long) count * (page + 1) / pages - (long) count * page / pages);
    }
    return counts[page] & 0xffff;
  }

  /** Returns the number of runs of a page's entries with a sub-box. */
  public int subBoxes() {
    return subBoxes;
  }

  /** Returns the left side of the least box of all entries. */
  public double minX() {
    return minX;
  }

  /** Returns the lower side of the least box of all entries. */
  public double minY() {
    return minY;
  }

  /** Returns the right side of the least box of all entries. */
  public double maxX() {
    return maxX;
  }

  /** Returns the upper side of the least box of all entries. */
  public double maxY() {
    return maxY;
  }

  /** Puts a box of all entries on a page into {@code box}: minX, minY, maxX, maxY. */
  public void pageBox(int page, double[] box) {
    long sides = pageSides(page);
    box[0] = FenceScale.coordinate(minX, maxX, (int) sides & LAST_PAGE_STEP, LAST_PAGE_STEP);
    box[1] =
        FenceScale.coordinate(minY, maxY, (int) (sides >>> 16) & LAST_PAGE_STEP, LAST_PAGE_STEP);
    box[2] =
        FenceScale.coordinate(
            minX, maxX, LAST_PAGE_STEP - ((int) (sides >>> 32) & LAST_PAGE_STEP), LAST_PAGE_STEP);
    box[3] =
        FenceScale.coordinate(
            minY, maxY, LAST_PAGE_STEP - ((int) (sides >>> 48) & LAST_PAGE_STEP), LAST_PAGE_STEP);
  }

  /**
   * Puts the sub-box of the entries in run r of a page, {@code [n r / subBoxes, n (r + 1) /
   * subBoxes)} of its n entries, into {@code box}: minX, minY, maxX, maxY. A run without entries
   * has any box.
   */
  public void subBox(int page, int run, double[] box) {
    pageBox(page, box);
    if (subBoxes == 1) {
      return;
    }
    int sides = subBoxSides[page * subBoxes + run];
    double left = box[0];
    double bottom = box[1];
    double right = box[2];
    double top = box[3];
    box[0] = FenceScale.coordinate(left, right, sides & LAST_SUB_STEP, LAST_SUB_STEP);
    box[1] = FenceScale.coordinate(bottom, top, sides >>> 8 & LAST_SUB_STEP, LAST_SUB_STEP);
    box[2] =
        FenceScale.coordinate(
            left, right, LAST_SUB_STEP - (sides >>> 16 & LAST_SUB_STEP), LAST_SUB_STEP);
    box[3] = FenceScale.coordinate(bottom, top, LAST_SUB_STEP - (sides >>> 24), LAST_SUB_STEP);
  }

  /**
   * Returns the sides of a page's box, 16 bits each: left, lower, and right and upper from the last
   * step.
   */
  long pageSides(int page) {
    if (!isCoarse()) {
      return pageBoxes[page];
    }
    long packed = coarseBoxes[page];
    return (packed & 0xff
            | (packed & 0xff00) << 8
            | (packed & 0xff0000) << 16
            | (packed & 0xff000000L) << 24)
        << COARSE_SHIFT;
  }

  /**
   * Returns the sides of a run's box, 8 bits each, in the same order; only with more than one
   * sub-box.
   */
  int subBoxSides(int page, int run) {
    return subBoxSides[page * subBoxes + run];
  }

  /**
   * Returns fences with fewer boxes of runs a page, which are those of as many neighbouring runs
   * together.
   *
   * @param most a power of two; fences that do not have more are returned as they are
   */
  public BlockFences withSubBoxes(int most) {
    return subBoxes <= most ? this : new BlockFences(this, most);
  }

  /** Returns whether boxes of pages are rounded to 8 bits a side, and their entries not counted. */
  public boolean isCoarse() {
    return coarseBoxes.length > 0;
  }

  /**
   * Returns fences with 8 bits a side of a page's box, rounded outwards, without boxes of runs and
   * numbers of entries: a third of the memory. Those of blocks of more than 64 pages are returned
   * as they are.
   */
  public BlockFences coarse() {
    return isCoarse() || pages + residualPages > Long.SIZE ? this : new BlockFences(this);
  }

  /** Returns those of the heap bytes that boxes of runs take. */
  public long subBoxBytes() {
    return (long) subBoxSides.length * Integer.BYTES;
  }

  /** Returns the heap bytes of these fences. */
  public long bytes() {
    if (isCoarse()) {
      return OBJECT_BYTES + ARRAY_BYTES + (long) pages * Integer.BYTES;
    }
    return OBJECT_BYTES
        + 4 * ARRAY_BYTES
        + (long) pages * (2 * Short.BYTES + Long.BYTES)
        + subBoxBytes();
  }
}
