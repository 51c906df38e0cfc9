package org.flashgrove.core.replacement;

import java.util.Arrays;

/**
 * Base class of policies that keep resident pages in queues. Additional queues contain ghosts,
 * which are the keys of evicted pages.
 */
public abstract class QueuedPolicy implements ReplacementPolicy {
  /** The queues; the ghost queues come first. */
  protected final KeyQueues queues;

  /** The buffer that contains the pages. */
  protected final CachedPages pages;

  long ghostHits;
  private final int ghostQueues;
  private long capacity;
  private final int[] victim = new int[1];
  private boolean[] dirty = new boolean[16];

  /**
   * Creates empty queues.
   *
   * @param ghostQueues number of queues that contain ghosts; they have the lowest indices
   */
  protected QueuedPolicy(int ghostQueues, int residentQueues, long capacity, CachedPages pages) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity = " + capacity + " (allowed: at least 0)");
    }
    queues = new KeyQueues(ghostQueues + residentQueues, 64);
    this.ghostQueues = ghostQueues;
    this.capacity = capacity;
    this.pages = pages;
  }

  @Override
  public final int position(long key) {
    int position = queues.position(key);
    return position != NONE && queues.queue(position) >= ghostQueues ? position : NONE;
  }

  @Override
  public final long key(int position) {
    return queues.key(position);
  }

  @Override
  public final int size() {
    int size = queues.size();
    for (int queue = 0; queue < ghostQueues; queue++) {
      size -= queues.size(queue);
    }
    return size;
  }

  @Override
  public final long usedCost() {
    long cost = queues.cost();
    for (int queue = 0; queue < ghostQueues; queue++) {
      cost -= queues.cost(queue);
    }
    return cost;
  }

  @Override
  public final long capacity() {
    return capacity;
  }

  /** Changes the capacity to {@code other}, and evicts pages until the remaining pages fit. */
  final void changeCapacity(long other) {
    capacity = other;
    makeRoom(0, NONE);
  }

  @Override
  public final void expect(int count) {
    queues.expect(queues.size() + (int) Math.min(count, capacity));
  }

  @Override
  public final boolean isDirty(int position) {
    return position < dirty.length && dirty[position];
  }

  @Override
  public void clean(int position) {
    markClean(position);
  }

  @Override
  public void level(int position, int level) {
    // only HLRU distinguishes levels
  }

  @Override
  public boolean resize(int position, long cost) {
    if (cost > capacity || !makeRoom(cost - queues.costAt(position), position)) {
      return false;
    }
    queues.cost(position, cost);
    return true;
  }

  @Override
  public final void discard(long key) {
    int position = queues.position(key);
    if (position != NONE) {
      drop(position);
    }
    forgetIdentifier(key);
  }

  /**
   * Removes a key from lists that a subclass keeps in addition to {@link #queues}. The default does
   * nothing.
   */
  protected void forgetIdentifier(long key) {
    // most policies keep their ghosts in the queues
  }

  @Override
  public boolean mayRefuse() {
    return false;
  }

  @Override
  public final long ghostHits() {
    return ghostHits;
  }

  /** Marks a page as clean. */
  protected final void markClean(int position) {
    if (position < dirty.length) {
      dirty[position] = false;
    }
  }

  /** Marks a page as dirty. */
  protected final void markDirty(int position) {
    if (position >= dirty.length) {
      dirty = Arrays.copyOf(dirty, Math.max(position + 1, dirty.length * 2));
    }
    dirty[position] = true;
  }

  /** Adds a resident page as the newest of a queue, and returns its position. */
  protected final int enter(int queue, long key, long cost, boolean write) {
    int position = queues.add(queue, key, cost);
    if (write) {
      markDirty(position);
    }
    return position;
  }

  /**
   * Returns the position of the oldest page of a queue that may be evicted, or {@link #NONE}.
   *
   * @param spared position of a page that must not be returned, or {@link #NONE}
   */
  protected final int oldest(int queue, int spared) {
    int position = queues.first(queue);
    while (position != NONE && (position == spared || !pages.mayEvict(position))) {
      position = queues.next(position);
    }
    return position;
  }

  /**
   * Evicts pages until a page of the given cost fits, or no more pages can be evicted. Returns
   * whether the page fits.
   *
   * @param spared position of a page that is not evicted, or {@link #NONE}
   */
  protected abstract boolean makeRoom(long cost, int spared);

  /** Evicts a page from the buffer, and forgets its key. */
  protected void evict(int position) {
    dropPage(position);
    drop(position);
  }

  /** Evicts a page from the buffer, and keeps its key as the newest of a ghost queue. */
  protected final void evictTo(int ghosts, int position) {
    dropPage(position);
    markClean(position);
    queues.move(ghosts, position);
  }

  private void dropPage(int position) {
    victim[0] = position;
    pages.evict(victim, 1);
  }

  /**
   * Removes the key at a position from its queue. The page of the key may be resident or evicted.
   */
  protected void drop(int position) {
    markClean(position);
    queues.remove(position);
  }
}
