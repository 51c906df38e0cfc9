package org.flashgrove.grove.fence;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Metadata of a block in memory. It stores the interval and the bounding box of the block. For each
 * page, it stores the number of entries, the position of the page in the block, and a box. The
 * sides of a page box have 15 bits each, relative to the box of the block. Each run of entries on a
 * page has a box, with 8 bits for each side relative to the box of the page. Relative boxes are
 * rounded outwards, so they contain all entries. Immutable.
 *
 * <p>If memory is short, the metadata is {@linkplain #isCoarse coarse}.
 *
 * <p>The footer of a block on the device has the same content (docs/format/packed.md). Sides are
 * step numbers, and upper sides are stored as their distance from the last step. One subtraction
 * then compares all four sides of a box with a window: a box meets the window if none of its four
 * numbers exceeds the corresponding number of the window.
 */
public abstract class BlockFences {
  /**
   * Greatest step number of a side of a page box. A side is stored as the number of one of the
   * steps that divide the box of the block.
   */
  public static final int LAST_PAGE_STEP = 0x7fff;

  /**
   * Greatest step number of a side of a run box. Steps divide the box of the page, and a run is a
   * group of neighbouring entries on it.
   */
  public static final int LAST_SUB_STEP = 0xff;

  /**
   * Mask with the highest bit of each 16-bit side of a page box. Sides have 15 bits, and the
   * highest bit shows after a subtraction whether it underflowed.
   */
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

  /** Reads the fields that describe the whole block from a footer. */
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

  /** Writes the fields that describe the whole block to a footer. */
  final void putWhole(byte[] footer) {
    FooterFields.putForm(footer, 0, subBoxes(), level);
    FooterFields.putSizes(footer, 0, pages(), residualPages, count);
    FooterFields.putInterval(footer, 0, lowKey, highKey);
    FooterFields.putBox(footer, 0, minX, minY, maxX, maxY);
  }

  /** Copies the fields that describe the whole block. */
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
   * @param footer array that contains the page
   * @param at start of the content, after the page header of the store
   * @param limit end of the content
   * @param subBoxes maximum number of run boxes to keep for each page, a power of two up to 64
   * @param file name of the file, for error messages
   * @param block number of the block, for error messages
   * @throws DamagedStoreException if the content is invalid
   */
  public static BlockFences read(
      byte[] footer, int at, int limit, int subBoxes, String file, long block) {
    if (Integer.bitCount(subBoxes) != 1 || subBoxes < 1 || subBoxes > FooterFields.MAX_SUB_BOXES) {
      throw new IllegalArgumentException(
          subBoxes
              + " boxes per page (allowed: powers of two from 1 to "
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
   * Returns whether this is a block of the upper level. The entries of such a block are newer than
   * the entries of the lower blocks of its interval, and it does not replace these blocks.
   */
  public boolean isUpper() {
    return (level & FooterFields.UPPER) != 0;
  }

  /** Returns whether the next block belongs to the same interval and level as this upper block. */
  public boolean goesOn() {
    return (level & FooterFields.GOES_ON) != 0;
  }

  /** Returns the smallest key of the interval of the block. */
  public long lowKey() {
    return lowKey;
  }

  /** Returns the end of the interval of the block. No key in the block is greater than this. */
  public long highKey() {
    return highKey;
  }

  /** Returns the number of entries in the block. */
  public int count() {
    return count;
  }

  /** Returns the number of entry pages. */
  public abstract int pages();

  /** Returns the number of residual pages, which hold the low bits of coordinates. */
  public int residualPages() {
    return residualPages;
  }

  /** Returns the index of an entry page among all pages of the block. */
  public abstract int indexOf(int page);

  /**
   * Returns the position in the block of the k-th residual page that an entry page refers to. A
   * residual page holds low bits of coordinates.
   *
   * @throws DamagedStoreException if this residual page does not exist
   */
  public int residualIndexOf(PackedPage page, int k) {
    return residualIndexOf(page.residual(k, residualPages));
  }

  /**
   * Returns the index of a residual page (low bits of coordinates) among all pages of the block.
   * Residual pages fill, in order, all positions before the footer that entry pages leave free.
   *
   * @param residual 0 to {@code residualPages() - 1}
   */
  public int residualIndexOf(int residual) {
    int before = 0; // entry pages known to come before the residual page
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

  /**
   * Returns the number of entries on a page. If the metadata is reduced to save memory ({@link
   * #isCoarse}), returns the average number for the pages of the block.
   */
  public abstract int count(int page);

  /**
   * Returns the number of runs (groups of neighbouring entries) of each page for which boxes are
   * kept.
   */
  public abstract int subBoxes();

  /** Returns the left side of the bounding box of all entries. */
  public double minX() {
    return minX;
  }

  /** Returns the lower side of the bounding box of all entries. */
  public double minY() {
    return minY;
  }

  /** Returns the right side of the bounding box of all entries. */
  public double maxX() {
    return maxX;
  }

  /** Returns the upper side of the bounding box of all entries. */
  public double maxY() {
    return maxY;
  }

  /** Copies a box that contains all entries of a page to {@code box}: minX, minY, maxX, maxY. */
  public void pageBox(int page, double[] box) {
    long sides = pageSides(page);
    box[0] = FenceScale.coordinate(minX, maxX, pageStep(sides, 0), LAST_PAGE_STEP);
    box[1] = FenceScale.coordinate(minY, maxY, pageStep(sides, 1), LAST_PAGE_STEP);
    box[2] = FenceScale.coordinate(minX, maxX, pageStep(sides, 2), LAST_PAGE_STEP);
    box[3] = FenceScale.coordinate(minY, maxY, pageStep(sides, 3), LAST_PAGE_STEP);
  }

  /**
   * Returns one side of a page box as a step number, relative to the box of the block.
   *
   * @param sides result of {@link #pageSides}
   * @param side 0 to 3: left, lower, right, upper
   */
  static int pageStep(long sides, int side) {
    int step = (int) (sides >>> side * Short.SIZE) & LAST_PAGE_STEP;
    return side < 2 ? step : LAST_PAGE_STEP - step;
  }

  /**
   * Returns the sides of a page box, with 16 bits each: left, lower, right, upper. The right and
   * upper sides are distances from the last step.
   */
  abstract long pageSides(int page);

  /**
   * Returns the first page, from {@code from} on, whose four sides are each at most the
   * corresponding side in {@code most}. Returns -1 if there is no such page.
   *
   * @param most four sides with 16 bits each, in the order of {@link #pageSides}; the highest bit
   *     of each is set
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
   * Returns the sides of the box of a run (a group of neighbouring entries), with 8 bits each, in
   * the order of {@link #pageSides}. Requires more than one run box for each page.
   */
  abstract int subBoxSides(int page, int run);

  /**
   * Returns metadata with fewer runs for each page. A run is a group of neighbouring entries with a
   * box, and neighbouring runs are combined.
   *
   * @param most maximum number of boxes, a power of two; if each page has at most this many boxes,
   *     this object is returned
   */
  abstract BlockFences withSubBoxes(int most);

  /**
   * Returns a footer that {@link #read} turns into this metadata. The footer lacks the page header
   * of the store. It equals the original footer if this metadata has the boxes of all runs (groups
   * of neighbouring entries).
   *
   * @throws IllegalStateException if the metadata is reduced ({@link #isCoarse})
   */
  public abstract byte[] footer();

  /** Returns the number of bytes of {@link #footer}. */
  public int footerBytes() {
    return FooterFields.footerBytes(pages(), subBoxes());
  }

  /**
   * Returns whether the metadata is reduced to save memory ({@link StoredBlock#coarse}). Page boxes
   * are then rounded to 8 bits for each side, and run boxes and numbers of entries are missing.
   */
  public abstract boolean isCoarse();

  /**
   * Returns the heap memory, in bytes, of the boxes of runs. A run is a group of neighbouring
   * entries on a page.
   */
  public abstract long subBoxBytes();

  /** Returns the heap memory that this object takes, in bytes. */
  public abstract long bytes();
}
