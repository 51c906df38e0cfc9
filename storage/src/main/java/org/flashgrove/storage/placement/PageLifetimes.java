package org.flashgrove.storage.placement;

import java.util.Arrays;
import org.flashgrove.core.page.PageStore;

/**
 * Estimates how soon the images of a structure's pages will be obsolete, and tells the device. A
 * device with units then places images that become obsolete at about the same time in the same
 * units. The estimate of a page is the geometric mean of the lifetimes of its images, in log
 * frames. Recent lifetimes have more weight.
 */
final class PageLifetimes {
  /** Level of images that last half as long as usual or less. */
  static final int SHORT = 0;

  static final int USUAL = 1;

  /** Level of images that last twice as long as usual or more, and of the first image of a page. */
  static final int LONG = 2;

  private static final int ONE = 1 << 8;
  private static final int WEIGHT = 4;
  private static final double WEIGHT_OF_ALL = 1.0 / 256;

  private final PageStore store;

  /**
   * For each page, the binary logarithm of the estimate plus 1, times {@link #ONE}. It is 0 if no
   * lifetime of the page is known.
   */
  private short[] logarithms = new short[0];

  /** Moving average of the logarithms of all estimates. Negative if there are none. */
  private double usual = -1;

  PageLifetimes(PageStore store) {
    this.store = store;
  }

  /**
   * Tells the device how long the next image of a page will probably last.
   *
   * @param before version of the page's present image, or -1 if it has none
   * @param version version of the next image
   * @param slot slot of the next image
   */
  void expect(long pageId, long before, long version, long slot) {
    store.expect(slot, 1, level(Math.toIntExact(pageId), before, version));
  }

  private int level(int page, long before, long version) {
    if (page >= logarithms.length) {
      logarithms = Arrays.copyOf(logarithms, Math.max(page + 1, 2 * logarithms.length));
    }
    if (before < 0) {
      logarithms[page] = 0;
      return LONG;
    }
    int last = (int) (ONE * (1 + Math.log(Math.max(1, version - before)) / Math.log(2)));
    int known = logarithms[page];
    int now = known == 0 ? last : known + (last - known) / WEIGHT;
    logarithms[page] = (short) now;
    usual = usual < 0 ? now : usual + WEIGHT_OF_ALL * (now - usual);
    if (now <= usual - ONE) {
      return SHORT;
    }
    return now < usual + ONE ? USUAL : LONG;
  }
}
