package org.flashgrove.grove.query;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.cache.PageUse;

/**
 * Residual pages (low bits of coordinates) that a query needs for one batch of pages. Each residual
 * page is looked up only once. Not safe for use by several threads.
 */
final class Residuals implements PageUse {
  private final PageReader pages;
  private final PageRequests needed = new PageRequests();
  private final PageRequests missing = new PageRequests();
  private byte[][] frames = new byte[16][]; // bytes of the requested pages, null until read
  private int[] places = new int[16]; // indexes of the missing pages among the requested pages

  /**
   * Creates an empty set.
   *
   * @param pages source of the pages; the caller must call {@link PageReader#begin} before the
   *     first request, and {@link PageReader#end} after the last use of a page
   */
  Residuals(PageReader pages) {
    this.pages = pages;
  }

  void clear() {
    Arrays.fill(frames, 0, needed.count(), null);
    needed.clear();
    missing.clear();
  }

  /**
   * Returns a page from the cache. If the cache does not contain the page, the next {@link #read}
   * reads it, and this method returns null. Pages of one block must be requested one after another.
   */
  byte[] request(Block block, int page) {
    int at = place(block, page);
    if (at < 0) {
      at = needed.count();
      needed.add(block, page);
      makeRoom();
      frames[at] = pages.cachedPage(block, page, true);
      if (frames[at] == null) {
        places[missing.count()] = at;
        missing.add(block, page);
      }
    }
    return frames[at];
  }

  private void makeRoom() {
    if (frames.length < needed.count()) {
      frames = Arrays.copyOf(frames, 2 * needed.count());
      places = Arrays.copyOf(places, frames.length);
    }
  }

  private int place(Block block, int page) {
    for (int i = needed.count() - 1; i >= 0; i--) {
      if (needed.page(i) == page && needed.block(i).number() == block.number()) {
        return i;
      }
    }
    return -1;
  }

  /** Reads all requested pages that are not in the cache, as one batch. */
  void read() {
    pages.read(missing, this);
  }

  /** Returns a requested page, or null if the page was not requested. */
  byte[] frame(Block block, int page) {
    int at = place(block, page);
    return at < 0 ? null : frames[at];
  }

  @Override
  public boolean page(int index, byte[] bytes) {
    frames[places[index]] = bytes;
    return true;
  }
}
