package org.flashgrove.literature.replacement;

import org.flashgrove.core.replacement.CachedPages;
import org.flashgrove.core.replacement.LruPolicy;

/**
 * CFLRU, clean-first LRU (Park et al., CASES 2006). The {@code windowPages} least recently used
 * pages of an LRU list are the clean-first region. The victim is the least recently used clean page
 * of that region. If all pages of the region are dirty, the victim is the least recently used page.
 * The size of the region is fixed; with size 0 the policy is LRU. Finding a victim takes at most
 * one step per page of the region.
 */
final class CleanFirstLruPolicy extends LruPolicy {
  private final long windowPages;

  CleanFirstLruPolicy(long capacity, long windowPages, CachedPages pages) {
    super(capacity, pages);
    this.windowPages = windowPages;
  }

  @Override
  protected int victim(int spared) {
    int position = queues.first(RECENT);
    for (long seen = 0; seen < windowPages && position != NONE; seen++) {
      if (!isDirty(position) && position != spared && pages.mayEvict(position)) {
        return position;
      }
      position = queues.next(position);
    }
    return super.victim(spared);
  }
}
