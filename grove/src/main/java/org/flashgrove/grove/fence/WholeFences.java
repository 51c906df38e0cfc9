package org.flashgrove.grove.fence;

import java.util.Arrays;

/**
 * Metadata of a block with all values of its footer. Only the boxes of runs (groups of neighbouring
 * entries) may be fewer than in the footer.
 */
final class WholeFences extends BlockFences {
  private static final int OBJECT_BYTES = 96;
  private static final int ARRAY_BYTES = 16;
  private static final byte[] NONE = {};

  private final int subBoxes;

  /** Number of entries of each page, followed by the index of each page in the block. */
  private final byte[] pages;

  private final long[] pageBoxes;
  private final byte[] subBoxSides;

  /** Reads a footer whose numbers of pages and boxes have been checked. */
  WholeFences(byte[] footer, int at, int keptSubBoxes) {
    super(footer, at);
    int count = FooterFields.unsigned(footer, at + FooterFields.PAGES_AT);
    int written = footer[at + FooterFields.SUB_BOXES_AT];
    subBoxes = keptSubBoxes;
    // Fields are copied as bytes. A loop over them would be compiled while the store is opened.
    // Views of buffers would make compiled code of the sort invalid in the middle of a bulk load,
    // because the sort reads buffers of another class.
    int firstCount = at + FooterFields.countAt(0);
    pages = Arrays.copyOfRange(footer, firstCount, firstCount + 2 * count * Short.BYTES);
    pageBoxes = new long[count];
    int firstBox = at + FooterFields.pageBoxAt(0, count);
    for (int page = 0; page < count; page++) {
      pageBoxes[page] = FooterFields.wide(footer, firstBox + page * Long.BYTES);
    }
    int first = at + FooterFields.subBoxesAt(count);
    int sideBytes = count * subBoxes * Integer.BYTES;
    if (subBoxes == 1) {
      subBoxSides = NONE;
    } else if (subBoxes == written) {
      subBoxSides = Arrays.copyOfRange(footer, first, first + sideBytes);
    } else {
      subBoxSides = new byte[sideBytes];
      int joined = written / subBoxes;
      for (int run = 0; run < sideBytes; run += Integer.BYTES) {
        FooterFields.INT.set(subBoxSides, run, union(footer, first + run * joined, joined));
      }
    }
  }

  /**
   * Copies metadata, and combines the boxes of runs (groups of neighbouring entries) so that each
   * page has fewer of them.
   */
  private WholeFences(WholeFences from, int fewerSubBoxes) {
    super(from);
    pages = from.pages;
    pageBoxes = from.pageBoxes;
    subBoxes = fewerSubBoxes;
    subBoxSides = subBoxes == 1 ? NONE : new byte[pageBoxes.length * subBoxes * Integer.BYTES];
    int joined = from.subBoxes / subBoxes;
    for (int run = 0; run < subBoxSides.length; run += Integer.BYTES) {
      FooterFields.INT.set(subBoxSides, run, union(from.subBoxSides, run * joined, joined));
    }
  }

  /**
   * Returns the smallest box that contains both boxes. Upper sides are stored as distances from the
   * last step. Each side of the result therefore is the smaller of the two numbers.
   */
  private static int union(int a, int b) {
    int union = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      union |= Math.min(a >>> shift & LAST_SUB_STEP, b >>> shift & LAST_SUB_STEP) << shift;
    }
    return union;
  }

  /** Returns the smallest box that contains {@code boxes} consecutive boxes. */
  private static int union(byte[] sides, int at, int boxes) {
    int union = (int) FooterFields.INT.get(sides, at);
    for (int box = 1; box < boxes; box++) {
      union = union(union, (int) FooterFields.INT.get(sides, at + box * Integer.BYTES));
    }
    return union;
  }

  /** Returns whether the box of the block is valid. */
  private boolean isPossibleBox() {
    // Comparisons with NaN are false.
    return minX() >= -Double.MAX_VALUE
        && minY() >= -Double.MAX_VALUE
        && minX() <= maxX()
        && minY() <= maxY()
        && maxX() <= Double.MAX_VALUE
        && maxY() <= Double.MAX_VALUE;
  }

  /**
   * Checks the content of the footer. Returns a description of the problem, or null if there is
   * none.
   */
  String wrongContent() {
    if (!isPossibleBox()) {
      return "box " + minX() + " " + minY() + " " + maxX() + " " + maxY();
    }
    if (lowKey() > highKey()) {
      return "keys from " + lowKey() + " to " + highKey();
    }
    int residual = residualPages();
    long sum = 0;
    int before = -1;
    for (int page = 0; page < pageBoxes.length; page++) {
      if ((pageBoxes[page] & GUARDS) != 0 || !isPossibleBox(page)) {
        return "impossible box of page " + page;
      }
      if (count(page) == 0) {
        return "page " + page + " without entries";
      }
      // The first page lies at index 0. At most all residual pages (low bits of coordinates) and
      // the
      // earlier pages lie before a later page.
      int index = indexOf(page);
      int most = page == 0 ? 0 : page + residual;
      if (index <= before || index > most) {
        return "page " + page + " stands at " + index;
      }
      before = index;
      sum += count(page);
    }
    return sum == count() ? null : sum + " entries on pages, but " + count() + " in the block";
  }

  /** Returns whether the lower sides of a page box are at most its upper sides. */
  private boolean isPossibleBox(int page) {
    long sides = pageBoxes[page];
    if (pageStep(sides, 0) <= pageStep(sides, 2) && pageStep(sides, 1) <= pageStep(sides, 3)) {
      return true; // coordinates of steps never decrease
    }
    double[] box = new double[4];
    pageBox(page, box);
    return box[0] <= box[2] && box[1] <= box[3];
  }

  @Override
  public int pages() {
    return pageBoxes.length;
  }

  @Override
  public int indexOf(int page) {
    return count(pageBoxes.length + page);
  }

  @Override
  public int count(int page) {
    return FooterFields.unsigned(pages, page * Short.BYTES);
  }

  @Override
  public int subBoxes() {
    return subBoxes;
  }

  @Override
  long pageSides(int page) {
    return pageBoxes[page];
  }

  @Override
  int firstAtMost(int from, long most) {
    long[] boxes = pageBoxes;
    for (int page = from; page < boxes.length; page++) {
      if ((most - boxes[page] & GUARDS) == GUARDS) {
        return page;
      }
    }
    return -1;
  }

  @Override
  int subBoxSides(int page, int run) {
    return (int) FooterFields.INT.get(subBoxSides, (page * subBoxes + run) * Integer.BYTES);
  }

  @Override
  WholeFences withSubBoxes(int most) {
    return subBoxes <= most ? this : new WholeFences(this, most);
  }

  @Override
  public byte[] footer() {
    int count = pageBoxes.length;
    byte[] footer = new byte[footerBytes()];
    putWhole(footer);
    System.arraycopy(pages, 0, footer, FooterFields.countAt(0), pages.length);
    for (int page = 0; page < count; page++) {
      FooterFields.LONG.set(footer, FooterFields.pageBoxAt(page, count), pageBoxes[page]);
    }
    System.arraycopy(subBoxSides, 0, footer, FooterFields.subBoxesAt(count), subBoxSides.length);
    return footer;
  }

  @Override
  public boolean isCoarse() {
    return false;
  }

  @Override
  public long subBoxBytes() {
    return subBoxSides.length;
  }

  @Override
  public long bytes() {
    return OBJECT_BYTES
        + 3 * ARRAY_BYTES
        + (long) pageBoxes.length * (2 * Short.BYTES + Long.BYTES)
        + subBoxBytes();
  }
}
