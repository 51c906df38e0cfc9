package org.flashgrove.core.replacement;

/**
 * Simplified 2Q (Johnson and Shasha 1994) as used in Carniel's thesis (2019). A1 contains
 * identifiers only; Am is an LRU list with the whole capacity. The first access of a page only adds
 * its identifier to A1. The next access while the identifier is in A1 admits the page to Am.
 */
final class SimplifiedTwoQueuePolicy extends SingleVictimPolicy {
  private static final int AM = 0;

  private final IdentifierQueue a1;

  SimplifiedTwoQueuePolicy(long capacity, IdentifierQueue a1, CachedPages pages) {
    super(1, capacity, pages);
    this.a1 = a1;
  }

  @Override
  public void access(int position, boolean write) {
    queues.move(AM, position);
    if (write) {
      markDirty(position);
    }
  }

  @Override
  public int admit(long key, int level, long cost, boolean write) {
    if (!a1.remove(key)) {
      a1.add(key);
      return NONE;
    }
    ghostHits++;
    return cost <= capacity() && makeRoom(cost, NONE) ? enter(AM, key, cost, write) : NONE;
  }

  @Override
  protected int victim(int spared) {
    return oldest(AM, spared);
  }

  @Override
  protected void forgetIdentifier(long key) {
    a1.remove(key);
  }

  @Override
  public boolean mayRefuse() {
    return true;
  }
}
