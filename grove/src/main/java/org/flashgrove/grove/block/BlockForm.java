package org.flashgrove.grove.block;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.fence.FooterFields;

/**
 * Layout of the blocks of an index.
 *
 * @param pageSize bytes of a page with the page header of the store; at most 65,536
 * @param envelopeBytes bytes of this page header
 * @param blockPages pages of a block, including residual pages and the footer; 2 to 4,096
 * @param split whether entry pages store only the upper bits of coordinates (cells), and residual
 *     pages the lower bits; otherwise entry pages store all bits
 * @param subBoxes number of runs (groups of neighbouring entries) in a page, each with its own box:
 *     1, 2, 4, 8, 16, 32 or 64
 */
public record BlockForm(
    int pageSize, int envelopeBytes, int blockPages, boolean split, int subBoxes) {
  private static final int MAX_PAGE = 65_536;
  private static final int MIN_CONTENT = 256;
  private static final int MAX_SUB_BOXES = 64;

  /**
   * Creates a form.
   *
   * @throws IllegalArgumentException if a number is out of range
   * @throws SpecException if the footer of a full block does not fit on a page
   */
  public BlockForm {
    if (pageSize > MAX_PAGE || envelopeBytes < 0 || pageSize - envelopeBytes < MIN_CONTENT) {
      throw new IllegalArgumentException(
          "page of "
              + pageSize
              + " bytes with an envelope of "
              + envelopeBytes
              + " bytes (allowed: at most "
              + MAX_PAGE
              + " bytes, at least "
              + MIN_CONTENT
              + " of them content)");
    }
    if (blockPages < 2 || blockPages > BlockSpace.MAX_BLOCK_PAGES) {
      throw new IllegalArgumentException(
          "block of "
              + blockPages
              + " pages (allowed: 2 to "
              + BlockSpace.MAX_BLOCK_PAGES
              + " pages)");
    }
    if (subBoxes < 1 || subBoxes > MAX_SUB_BOXES || Integer.bitCount(subBoxes) != 1) {
      throw new IllegalArgumentException(
          subBoxes + " boxes per page (allowed: powers of two from 1 to " + MAX_SUB_BOXES + ")");
    }
    int footer = FooterFields.footerBytes(blockPages - 1, subBoxes);
    if (footer > pageSize - envelopeBytes) {
      throw new SpecException(
          "footer of "
              + footer
              + " bytes for "
              + (blockPages - 1)
              + " pages with "
              + subBoxes
              + " boxes each (allowed: at most "
              + (pageSize - envelopeBytes)
              + " bytes); use fewer boxes, smaller blocks or larger pages");
    }
  }

  /**
   * Returns a form in which each page has 16 runs (groups of neighbouring entries) with a box each.
   * If the footer of such a block does not fit on a page, the form has 4 runs or 1 run.
   *
   * @throws IllegalArgumentException if no footer fits
   */
  public static BlockForm of(int pageSize, int envelopeBytes, int blockPages, boolean split) {
    int subBoxes = 16;
    while (subBoxes > 1
        && FooterFields.footerBytes(blockPages - 1, subBoxes) > pageSize - envelopeBytes) {
      subBoxes >>= 2;
    }
    return new BlockForm(pageSize, envelopeBytes, blockPages, split, subBoxes);
  }

  /**
   * Returns the largest power of two such that a block with this number of pages has a footer of at
   * most {@code contentBytes} bytes. The footer then has only one box for each page.
   */
  public static int mostPages(int contentBytes) {
    int pages = BlockSpace.MAX_BLOCK_PAGES;
    while (pages > 2 && FooterFields.footerBytes(pages - 1, 1) > contentBytes) {
      pages >>= 1;
    }
    return pages;
  }

  /** Returns the number of content bytes of a page, which exclude the page header of the store. */
  public int contentBytes() {
    return pageSize - envelopeBytes;
  }

  /** Returns the maximum number of pages in a block without its footer. */
  public int contentPages() {
    return blockPages - 1;
  }
}
