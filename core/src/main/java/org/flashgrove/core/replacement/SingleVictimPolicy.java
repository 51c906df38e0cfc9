package org.flashgrove.core.replacement;

/** Base class of policies that evict single pages until there is room. */
public abstract class SingleVictimPolicy extends QueuedPolicy {
  /**
   * Creates empty queues.
   *
   * @param residentQueues number of queues of resident pages
   */
  protected SingleVictimPolicy(int residentQueues, long capacity, CachedPages pages) {
    super(0, residentQueues, capacity, pages);
  }

  /**
   * Returns the position of the next page to evict, or {@link #NONE} if none can be evicted.
   *
   * @param spared position of a page that must not be evicted, or {@link #NONE}
   */
  protected abstract int victim(int spared);

  @Override
  protected boolean makeRoom(long cost, int spared) {
    while (usedCost() + cost > capacity()) {
      int position = victim(spared);
      if (position == NONE) {
        return false;
      }
      evict(position);
    }
    return true;
  }
}
