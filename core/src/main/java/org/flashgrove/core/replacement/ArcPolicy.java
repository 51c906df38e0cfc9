package org.flashgrove.core.replacement;

/**
 * ARC (Megiddo and Modha, FAST 2003, figure 4). T1 contains pages that were used once recently, T2
 * pages that were used at least twice. B1 and B2 contain the identifiers of pages evicted from T1
 * and T2. A hit in B1 or B2 changes the target size p of T1.
 *
 * <p>If all costs are 1 and nothing is pinned, this is the paper's algorithm. Otherwise sizes are
 * sums of costs, p changes by the page's cost times the paper's ratio, and evictions repeat until
 * the new page fits. If all pages of the queue that should evict are pinned, the other queue
 * evicts.
 */
public class ArcPolicy extends QueuedPolicy {
  static final int B1 = 0;
  static final int B2 = 1;
  static final int NO_GHOST = -1;

  /** Index of the queue of pages that were used once recently. */
  protected final int t1;

  /** Index of the queue of pages that were used at least twice recently. */
  protected final int t2;

  private long arcCapacity;
  private double target;

  ArcPolicy(long capacity, CachedPages pages) {
    this(capacity, capacity, 2, pages);
  }

  /**
   * Creates empty queues.
   *
   * @param arcCapacity c, the part of the capacity that T1 and T2 share
   * @param ghostQueues number of queues for keys of evicted pages, at least 2 (B1 and B2)
   */
  protected ArcPolicy(long capacity, long arcCapacity, int ghostQueues, CachedPages pages) {
    super(ghostQueues, 2, capacity, pages);
    this.arcCapacity = arcCapacity;
    t1 = ghostQueues;
    t2 = ghostQueues + 1;
  }

  /** Returns p, the target size of T1. */
  final double target() {
    return target;
  }

  /**
   * Returns true for this class. Returns false for subclasses, because some of their parameters
   * depend on the capacity.
   */
  @Override
  public final boolean isResizable() {
    return getClass() == ArcPolicy.class;
  }

  @Override
  public final void capacity(long other) {
    if (!isResizable()) {
      super.capacity(other);
    }
    arcCapacity = other;
    target = Math.min(target, other);
    changeCapacity(other);
    trimGhosts();
  }

  @Override
  public void access(int position, boolean write) {
    queues.move(t2, position);
    if (write) {
      markDirty(position);
    }
  }

  @Override
  public final int admit(long key, int level, long cost, boolean write) {
    if (cost > arcCapacity) {
      return NONE;
    }
    int ghost = queues.position(key);
    int position = ghost == NONE ? admitNew(key, cost) : readmit(ghost, cost);
    if (position != NONE) {
      if (write) {
        markDirty(position);
      }
      trimGhosts();
    }
    return position;
  }

  /**
   * Admits a key that is in none of the four lists (case IV of the paper). Returns its position, or
   * {@link #NONE} if it cannot be admitted.
   */
  private int admitNew(long key, long cost) {
    if (queues.cost(t1) + queues.cost(B1) + cost > arcCapacity) {
      while (queues.cost(t1) + cost > arcCapacity) {
        int oldest = oldest(t1, NONE);
        if (oldest == NONE) {
          return NONE;
        }
        leave(oldest, NO_GHOST);
      }
      while (queues.size(B1) > 0 && queues.cost(t1) + queues.cost(B1) + cost > arcCapacity) {
        drop(queues.first(B1));
      }
    } else {
      while (queues.size(B2) > 0 && listedCost() + cost > 2 * arcCapacity) {
        drop(queues.first(B2));
      }
    }
    return replace(cost, false, NONE) ? queues.add(t1, key, cost) : NONE;
  }

  /**
   * Admits a key that is in a ghost list (cases II and III of the paper). Returns its position, or
   * {@link #NONE} if it cannot be admitted.
   *
   * @param ghost position of the key
   */
  private int readmit(int ghost, long cost) {
    ghostHits++;
    int list = queues.queue(ghost);
    adapt(list, cost);
    if (!replace(cost, list == B2, NONE)) {
      return NONE;
    }
    queues.cost(ghost, cost);
    queues.move(t2, ghost);
    return ghost;
  }

  private void adapt(int list, long cost) {
    if (list == B1) {
      double ratio = (double) queues.cost(B2) / queues.cost(B1);
      target = Math.min(arcCapacity, target + cost * Math.max(1, ratio));
    } else if (list == B2) {
      double ratio = (double) queues.cost(B1) / queues.cost(B2);
      target = Math.max(0, target - cost * Math.max(1, ratio));
    }
  }

  private long listedCost() {
    return queues.cost(t1) + queues.cost(t2) + queues.cost(B1) + queues.cost(B2);
  }

  /**
   * Runs REPLACE of the ARC paper until a page of {@code cost} fits; returns false if it cannot
   * fit.
   *
   * @param fromB2 whether the key of the page to be admitted is in B2
   * @param spared position of a page that is not evicted, or {@link #NONE}
   */
  private boolean replace(long cost, boolean fromB2, int spared) {
    while (queues.cost(t1) + queues.cost(t2) + cost > arcCapacity) {
      long recent = queues.cost(t1);
      boolean first = recent > target || fromB2 && recent == target;
      int preferred = recent > 0 && first ? t1 : t2;
      int position = oldest(preferred, spared);
      if (position == NONE) {
        position = oldest(t1 + t2 - preferred, spared);
      }
      if (position == NONE) {
        return false;
      }
      leave(position, queues.queue(position) == t1 ? B1 : B2);
    }
    return true;
  }

  /**
   * Evicts a page of T1 or T2 from the buffer.
   *
   * @param ghosts list that keeps the key of the page, or {@link #NO_GHOST}
   */
  protected void leave(int position, int ghosts) {
    if (ghosts == NO_GHOST) {
      evict(position);
    } else {
      evictTo(ghosts, position);
    }
  }

  @Override
  public boolean resize(int position, long cost) {
    boolean fits = cost <= arcCapacity && super.resize(position, cost);
    trimGhosts();
    return fits;
  }

  @Override
  protected boolean makeRoom(long cost, int spared) {
    return replace(cost, false, spared);
  }

  /**
   * Removes the oldest keys of B1 while T1 and B1 together exceed c, and of B2 while all four lists
   * exceed 2c. Has no effect if all costs are 1.
   */
  protected void trimGhosts() {
    while (queues.size(B1) > 0 && queues.cost(t1) + queues.cost(B1) > arcCapacity) {
      drop(queues.first(B1));
    }
    while (queues.size(B2) > 0 && listedCost() > 2 * arcCapacity) {
      drop(queues.first(B2));
    }
  }
}
