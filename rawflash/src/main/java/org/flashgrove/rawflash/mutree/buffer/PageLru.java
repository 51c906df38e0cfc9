package org.flashgrove.rawflash.mutree.buffer;

import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/**
 * LRU-P: least recently used replacement of complete pages (Yang et al., section III.A), as in the
 * μ-tree. Every request for a node of a cached page is a hit. Stale nodes remain in the page.
 */
class PageLru extends ReadBuffer {
  private final LinkedKeys pages;

  PageLru(int pageCount, int pageBytes, PageLayout layout) {
    super(pageCount, pageBytes, layout);
    pages = new LinkedKeys(pageCount);
  }

  @Override
  int use(int level, int page) {
    int frame = pages.position(page);
    if (frame == LinkedKeys.NONE) {
      return MISS;
    }
    pages.moveToLast(frame);
    return frame;
  }

  @Override
  public int peek(int level, int page) {
    int frame = pages.position(page);
    return frame == LinkedKeys.NONE ? MISS : frame;
  }

  @Override
  public int admit(int level, int page, int validLevels) {
    if (pages.size() == pageCount()) {
      pages.remove(pages.key(pages.first()));
    }
    // Positions of removed keys are reused, so positions stay below the number of frames.
    return pages.addLast(page);
  }

  @Override
  public void supersede(int level, int page) {}

  @Override
  public void forget(int page) {
    pages.remove(page);
  }

  @Override
  public void height(int height) {
    while (pages.size() > 0) {
      pages.remove(pages.key(pages.first()));
    }
  }
}
