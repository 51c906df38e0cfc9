package org.flashgrove.core.replacement;

/**
 * Least recently used (Denning 1980): one list, the victim is the page longest without an access.
 */
class LruPolicy extends SingleVictimPolicy {
  /** The list of all pages, the least recently used first. */
  static final int RECENT = 0;

  LruPolicy(long capacity, CachedPages pages) {
    super(1, capacity, pages);
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
    return oldest(RECENT, spared);
  }
}
