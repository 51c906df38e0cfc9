package org.flashgrove.storage.page;

/**
 * Decides which pages a store copies when it takes over the pages of an earlier reader. Other pages
 * are shared. The memory of a shared page is freed together with its slab, when no store uses a
 * page of the slab. Each page is therefore copied from time to time, so that old slabs become
 * unused. The page id determines the time, because otherwise one store would copy all pages.
 */
public final class PageSharing {
  private static final int LEAST_SHARES = 8;
  private static final int SPREAD = 16;

  private PageSharing() {}

  /**
   * Returns whether a page is copied instead of shared.
   *
   * @param shares number of times that the page was shared before
   */
  public static boolean isCopied(int shares, long pageId) {
    return shares >= LEAST_SHARES + Math.floorMod(pageId, SPREAD);
  }
}
