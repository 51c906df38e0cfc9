package org.flashgrove.core.replacement;

/**
 * CFLRU, clean-first LRU (Park et al., CASES 2006): one LRU list whose last {@code windowPages} are
 * the clean-first region. The victim is the clean page of that region that is least recently used,
 * and if all are dirty the least recently used page. The region is static; a region of no page
 * makes it LRU. Finding a victim takes at most as many steps as the region has pages.
 */
final class CleanFirstLruPolicy extends SingleVictimPolicy {
  private static final int RECENT = 0;

  private final long windowPages;

  CleanFirstLruPolicy(long capacity, long windowPages, CachedPages pages) {
    super(1, capacity, pages);
    this.windowPages = windowPages;
  }

  @Override
  public void access(int position, boolean write) {
    queues.move(RECENT, position);
    if (write) {
      markDirty(position);
    }
  }

  @Override
  public int admit(long key, int level, long cost, boolean write) {
    return cost <= capacity() && makeRoom(cost, NONE) ? enter(RECENT, key, cost, write) : NONE;
  }

  @Override
  int victim(int spared) {
    int position = queues.first(RECENT);
    for (long seen = 0; seen < windowPages && position != NONE; seen++) {
      if (!isDirty(position) && position != spared && pages.mayEvict(position)) {
        return position;
      }
      position = queues.next(position);
    }
    return oldest(RECENT, spared);
  }
}
