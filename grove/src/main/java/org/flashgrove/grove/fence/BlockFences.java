package org.flashgrove.grove.fence;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Block metadata in memory: the block's interval and box, and for each page its number of entries,
 * its position in the block, its box relative to the block's (15 bits a side), and the boxes of its
 * runs of entries relative to the page's (8 bits a side). Relative boxes are rounded outwards and
 * therefore contain all entries. Immutable.
 *
 * <p>Where memory is short fences are {@linkplain #isCoarse coarse}.
 *
 * <p>The footer of a block on the device holds the same (docs/format/packed.md). Upper sides are
 * kept as their distance from the last step, so that one subtraction compares all four sides of a
 * box: a box meets a window if none of its numbers is above the window's.
 */
public abstract class BlockFences {
  /** Last step of a page's sides in its block's box. */
  public static final int LAST_PAGE_STEP = 0x7fff;

  /** Last step of a sub-box's sides in its page's box. */
  public static final int LAST_SUB_STEP = 0xff;

  /** The bit above each side of a page's box. */
  static final long GUARDS = 0x8000_8000_8000_8000L;

  private final long lowKey;
  private final long highKey;
  private final double minX;
  private final double minY;
  private final double maxX;
  private final double maxY;
  private final int count;
  private final char residualPages;
  private final byte level;

  /** Reads the fields of the whole block from a footer. */
  BlockFences(byte[] footer, int at) {
    lowKey = (long) FooterFields.LONG.get(footer, at + FooterFields.LOW_KEY_AT);
    highKey = (long) FooterFields.LONG.get(footer, at + FooterFields.HIGH_KEY_AT);
    minX = FooterFields.side(footer, at, 0);
    minY = FooterFields.side(footer, at, 1);
    maxX = FooterFields.side(footer, at, 2);
    maxY = FooterFields.side(footer, at, 3);
    count = (int) FooterFields.INT.get(footer, at + FooterFields.COUNT_AT);
    residualPages = (char) FooterFields.unsigned(footer, at + FooterFields.RESIDUAL_PAGES_AT);
    level = footer[at + FooterFields.LEVEL_AT];
  }

  /** Writes the fields of the whole block to a footer. */
  final void putWhole(byte[] footer) {
    FooterFields.putSizes(footer, 0, subBoxes(), level, pages(), residualPages, count);
    FooterFields.putInterval(footer, 0, lowKey, highKey);
    FooterFields.putBox(footer, 0, minX, minY, maxX, maxY);
  }

  /** Copies the fields of the whole block. */
  BlockFences(BlockFences from) {
    lowKey = from.lowKey;
    highKey = from.highKey;
    minX = from.minX;
    minY = from.minY;
    maxX = from.maxX;
    maxY = from.maxY;
    count = from.count;
    residualPages = from.residualPages;
    level = from.level;
  }

  /**
   * Reads the footer of a block.
   *
   * @param footer the page
   * @param at offset of the content, after the store's envelope
   * @param limit end of the content
   * @param subBoxes greatest number of boxes of runs to keep per page, a power of two up to 64
   * @param file name of the file, for the message of an error
   * @param block number of the block, for the message of an error
   * @throws DamagedStoreException if the content is invalid
   */
  public static BlockFences read(
      byte[] footer, int at, int limit, int subBoxes, String file, long block) {
    if (Integer.bitCount(subBoxes) != 1 || subBoxes < 1 || subBoxes > FooterFields.MAX_SUB_BOXES) {
      throw new IllegalArgumentException(
          subBoxes
              + " boxes a page (allowed: powers of two up to "
              + FooterFields.MAX_SUB_BOXES
              + ")");
    }
    String wrong = FooterFields.wrongSizes(footer, at, limit);
    if (wrong == null) {
      int kept = Math.min(subBoxes, footer[at + FooterFields.SUB_BOXES_AT]);
      WholeFences fences = new WholeFences(footer, at, kept);
      wrong = fences.wrongContent();
      if (wrong == null) {
        return fences;
      }
    }
    throw new DamagedStoreException(file, "block " + block + ", footer", wrong);
  }

  /**
   * Returns whether this is an upper block: it contains entries that are newer than those of the
   * blocks below, and does not replace these blocks.
   */
  public boolean isUpper() {
    return (level & FooterFields.UPPER) != 0;
  }

  /**
   * Returns whether the next block of the interval is another part of the same upper level, instead
   * of a replacement.
   */
  public boolean goesOn() {
    return (level & FooterFields.GOES_ON) != 0;
  }

  /** Returns the least key of the block's interval. */
  public long lowKey() {
    return lowKey;
  }

  /** Returns the end of the block's interval; no key in the block is greater. */
  public long highKey() {
    return highKey;
  }

  /** Returns the number of entries in the block. */
  public int count() {
    return count;
  }

  /** Returns the number of entry pages. */
  public abstract int pages();

  /** Returns the number of residual pages, which are between and after entry pages. */
  public int residualPages() {
    return residualPages;
  }

  /** Returns the index of an entry page in the block. */
  public abstract int indexOf(int page);

  /**
   * Returns the index in the block of the k-th residual page of an entry page.
   *
   * @throws DamagedStoreException if the page refers to a residual page that does not exist
   */
  public int residualIndexOf(PackedPage page, int k) {
    return residualIndexOf(page.residual(k, residualPages));
  }

  /**
   * Returns the index of a residual page in the block. Residual pages fill, in order, all positions
   * before the footer that are not entry pages.
   *
   * @param residual 0 to {@code residualPages() - 1}
   */
  public int residualIndexOf(int residual) {
    int before = 0; // pages of entries that are known to stand before it
    int last = pages();
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
  public abstract int count(int page);

  /** Returns the number of runs of a page's entries with a sub-box. */
  public abstract int subBoxes();

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
    box[0] = FenceScale.coordinate(minX, maxX, pageStep(sides, 0), LAST_PAGE_STEP);
    box[1] = FenceScale.coordinate(minY, maxY, pageStep(sides, 1), LAST_PAGE_STEP);
    box[2] = FenceScale.coordinate(minX, maxX, pageStep(sides, 2), LAST_PAGE_STEP);
    box[3] = FenceScale.coordinate(minY, maxY, pageStep(sides, 3), LAST_PAGE_STEP);
  }

  /**
   * Returns which step of the block's box a side of a page's box is.
   *
   * @param sides of {@link #pageSides}
   * @param side 0 to 3: left, lower, right, upper
   */
  static int pageStep(long sides, int side) {
    int step = (int) (sides >>> side * Short.SIZE) & LAST_PAGE_STEP;
    return side < 2 ? step : LAST_PAGE_STEP - step;
  }

  /**
   * Returns the sides of a page's box, 16 bits each: left, lower, and right and upper from the last
   * step.
   */
  abstract long pageSides(int page);

  /**
   * Returns the first page from {@code from} with no side above that of a bound, or -1.
   *
   * @param most the bound's sides, with the guard bit above each set
   */
  int firstAtMost(int from, long most) {
    for (int page = from; page < pages(); page++) {
      if ((most - pageSides(page) & GUARDS) == GUARDS) {
        return page;
      }
    }
    return -1;
  }

  /**
   * Returns the sides of a run's box, 8 bits each, in the same order. Requires more than one box
   * per page.
   */
  abstract int subBoxSides(int page, int run);

  /**
   * Returns fences with fewer boxes of runs per page, in which neighbouring runs are combined.
   *
   * @param most greatest number of boxes, a power of two; fences with at most this number are
   *     returned unchanged
   */
  abstract BlockFences withSubBoxes(int most);

  /**
   * Returns a footer, without an envelope, that {@link #read} reads as these fences. It equals the
   * block's own footer if all boxes of runs are present.
   *
   * @throws IllegalStateException if the fences are coarse
   */
  public abstract byte[] footer();

  /** Returns the bytes of {@link #footer}. */
  public int footerBytes() {
    return FooterFields.footerBytes(pages(), subBoxes());
  }

  /**
   * Returns whether boxes of pages are rounded to 8 bits a side, without boxes of runs and numbers
   * of entries ({@link StoredBlock#coarse}).
   */
  public abstract boolean isCoarse();

  /** Returns the heap memory of the boxes of runs in bytes. */
  public abstract long subBoxBytes();

  /** Returns the heap memory of these fences in bytes. */
  public abstract long bytes();
}
