package org.flashgrove.literature.buffer.units;

import java.util.Arrays;

/**
 * Packs sections into few pages by first-fit decreasing: each section, the longest first, goes to
 * the first page with enough room. Sections of equal length keep their order. RFTL's paper proves
 * that optimal packing is NP-hard, and therefore also uses an approximation.
 */
public final class PagePacking {
  private final int[] pages;
  private final int pageCount;

  /** Packs sections into pages of {@code pageWords} words. */
  public PagePacking(UnitSections sections, int pageWords) {
    int count = sections.count();
    long[] byLength = new long[count];
    for (int i = 0; i < count; i++) {
      byLength[i] = (long) -sections.words(i) << 32 | i;
    }
    Arrays.sort(byLength);
    pages = new int[count];
    int[] free = new int[count];
    int opened = 0;
    for (long next : byLength) {
      int section = (int) next;
      int words = sections.words(section);
      int page = 0;
      while (page < opened && free[page] < words) {
        page++;
      }
      if (page == opened) {
        free[opened++] = pageWords;
      }
      free[page] -= words;
      pages[section] = page;
    }
    pageCount = opened;
  }

  /** Returns the number of pages. */
  public int pageCount() {
    return pageCount;
  }

  /** Returns the page of a section. */
  public int pageOf(int section) {
    return pages[section];
  }
}
