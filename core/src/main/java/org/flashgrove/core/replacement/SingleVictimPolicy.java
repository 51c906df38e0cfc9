package org.flashgrove.core.replacement;

/** A policy that evicts one page after the other until there is room. */
public abstract class SingleVictimPolicy extends QueuedPolicy {
  /**
   * Creates empty queues.
   *
   * @param residentQueues how many queues of residents there are
   */
  protected SingleVictimPolicy(int residentQueues, long capacity, CachedPages pages) {
    super(0, residentQueues, capacity, pages);
  }

  /** Returns the page to leave next, not {@code spared}, or {@link #NONE} if none may leave. */
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
