package org.flashgrove.simulator.ftl;

import java.util.Arrays;
import org.flashgrove.core.flash.FlashGeometry;

/** Layout of DFTL's translation pages: the locations of consecutive logical pages, two per word. */
final class TranslationPages {
  /** Location of a page that is not mapped. */
  static final int UNMAPPED = -1;

  private static final long BOTH_UNMAPPED = -1;

  private final int logicalPages;
  private final int wordsPerPage;
  private final int entriesPerPage;
  private final int count;

  TranslationPages(int logicalPages, FlashGeometry geometry) {
    this.logicalPages = logicalPages;
    wordsPerPage = wordsPerPage(geometry);
    entriesPerPage = 2 * wordsPerPage;
    count = count(logicalPages, geometry);
  }

  /** Returns the number of translation pages that {@code logicalPages} logical pages need. */
  static int count(int logicalPages, FlashGeometry geometry) {
    int entries = 2 * wordsPerPage(geometry);
    return (logicalPages + entries - 1) / entries;
  }

  private static int wordsPerPage(FlashGeometry geometry) {
    return geometry.pageBytes() / Long.BYTES;
  }

  /** Returns the number of translation pages in this layout. */
  int count() {
    return count;
  }

  /** Returns the translation page of a logical page. */
  int of(int page) {
    return page / entriesPerPage;
  }

  /** Returns the first logical page of a translation page. */
  int first(int translation) {
    return translation * entriesPerPage;
  }

  /** Returns the logical page that follows the last logical page of a translation page. */
  int end(int translation) {
    return Math.min(logicalPages, first(translation + 1));
  }

  /** Returns the location of a logical page from the words of its translation page. */
  int get(long[] words, int page) {
    int entry = page % entriesPerPage;
    return (int) (words[entry >> 1] >>> ((entry & 1) << 5));
  }

  /** Sets the location of a logical page in the words of its translation page. */
  void set(long[] words, int page, int location) {
    int entry = page % entriesPerPage;
    int shift = (entry & 1) << 5;
    words[entry >> 1] =
        words[entry >> 1] & ~(0xFFFF_FFFFL << shift) | (location & 0xFFFF_FFFFL) << shift;
  }

  /** Creates the words of a translation page whose logical pages are all unmapped. */
  long[] unmapped() {
    long[] words = new long[wordsPerPage];
    Arrays.fill(words, BOTH_UNMAPPED);
    return words;
  }

  /**
   * Creates the words of a translation page.
   *
   * @param locations the location of every logical page of the device, not only those of this
   *     translation page
   */
  long[] contentOf(int translation, int[] locations) {
    long[] words = unmapped();
    for (int page = first(translation); page < end(translation); page++) {
      set(words, page, locations[page]);
    }
    return words;
  }
}
