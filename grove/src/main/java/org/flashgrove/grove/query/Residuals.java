package org.flashgrove.grove.query;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.cache.PageUse;

/** Residual pages that a query needs, each looked for once. For one thread. */
final class Residuals implements PageUse {
  private final PageReader pages;
  private final PageRequests needed = new PageRequests();
  private final PageRequests missing = new PageRequests();
  private byte[][] frames = new byte[16][]; // of the pages that are needed; null of a missing one
  private int[] places = new int[16]; // of the missing pages among those that are needed

  /**
   * Creates a set without pages.
   *
   * @param pages finds and reads them; begun before the first is requested, and not ended before
   *     the pages are used
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
   * Requests a page unless it is requested already; those of a block come one after the other.
   *
   * @return the page if it is in memory, or null until {@link #read}
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

  /** Reads the requested pages that are not in memory in one batch. */
  void read() {
    pages.read(missing, this);
  }

  /** Returns a page that was requested and read, or null if it was not requested. */
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
