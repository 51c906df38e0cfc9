package org.flashgrove.grove.query;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.grove.cache.PageUse;

/** Residual pages that a query needs, each read once. For one thread. */
final class Residuals implements PageUse {
  private final PageReader pages;
  private final PageRequests requests = new PageRequests();
  private byte[][] frames = new byte[16][];

  /**
   * Creates a set without pages.
   *
   * @param pages reads them; begun when {@link #read} is called, and not ended before the pages are
   *     used
   */
  Residuals(PageReader pages) {
    this.pages = pages;
  }

  void clear() {
    Arrays.fill(frames, 0, Math.min(frames.length, requests.count()), null);
    requests.clear();
  }

  /** Requests a page unless it is requested already; those of a block come one after the other. */
  void request(Block block, int page) {
    if (place(block, page) < 0) {
      requests.add(block, page);
    }
  }

  private int place(Block block, int page) {
    for (int i = requests.count() - 1; i >= 0; i--) {
      if (requests.page(i) == page && requests.block(i).number() == block.number()) {
        return i;
      }
    }
    return -1;
  }

  /** Reads the requested pages in one batch. */
  void read() {
    if (frames.length < requests.count()) {
      frames = Arrays.copyOf(frames, 2 * requests.count());
    }
    pages.read(requests, this);
  }

  /** Returns a page that was read, or null if it was not requested. */
  byte[] frame(Block block, int page) {
    int at = place(block, page);
    return at < 0 ? null : frames[at];
  }

  @Override
  public boolean page(int index, byte[] bytes) {
    frames[index] = bytes;
    return true;
  }
}
