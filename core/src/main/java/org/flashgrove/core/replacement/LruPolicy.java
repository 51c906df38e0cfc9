package org.flashgrove.core.replacement;

/** Least recently used (Denning 1980): the victim is the page whose last access is longest ago. */
public class LruPolicy extends SingleVictimPolicy {
  /**
   * Factor that limits the search for dirty pages: for each requested page, at most this many pages
   * are examined.
   */
  private static final int LOOKED_AT = 4;

  /** Index of the list of all pages, the least recently used first. */
  protected static final int RECENT = 0;

  /** Creates an empty list. */
  protected LruPolicy(long capacity, CachedPages pages) {
    super(1, capacity, pages);
  }

  /**
   * Returns true for this class. Returns false for subclasses, because some of their parameters
   * depend on the capacity.
   */
  @Override
  public final boolean isResizable() {
    return getClass() == LruPolicy.class;
  }

  @Override
  public final void capacity(long other) {
    if (!isResizable()) {
      super.capacity(other);
    }
    changeCapacity(other);
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
  protected int victim(int spared) {
    return oldest(RECENT, spared);
  }

  @Override
  public int nextDirty(int[] positions) {
    int found = 0;
    int left = LOOKED_AT * positions.length;
    int position = queues.first(RECENT);
    while (position != NONE && found < positions.length && left-- > 0) {
      if (isDirty(position) && pages.mayEvict(position)) {
        positions[found++] = position;
      }
      position = queues.next(position);
    }
    return found;
  }
}
