package org.flashgrove.core.replacement;

import java.util.Arrays;

/**
 * Base class of policies that keep resident pages in queues. Queues of ghosts contain the keys of
 * evicted pages.
 */
public abstract class QueuedPolicy implements ReplacementPolicy {
  /** The queues; the ghost queues come first. */
  protected final KeyQueues queues;

  /** The buffer that has the pages. */
  protected final CachedPages pages;

  long ghostHits;
  private final int ghostQueues;
  private long capacity;
  private final int[] victim = new int[1];
  private boolean[] dirty = new boolean[16];

  /**
   * Creates empty queues.
   *
   * @param ghostQueues how many of the queues, the first ones, hold ghosts
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

  /** Changes the capacity, and evicts what does not fit. */
  final void changeCapacity(long other) {
    capacity = other;
    makeRoom(0, NONE);
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
    // only HLRU looks at levels
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

  /** Forgets a key that is stored outside of the queues. */
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

  /** Forgets that a page was written. */
  protected final void markClean(int position) {
    if (position < dirty.length) {
      dirty[position] = false;
    }
  }

  /** Notes that a page was written. */
  protected final void markDirty(int position) {
    if (position >= dirty.length) {
      dirty = Arrays.copyOf(dirty, Math.max(position + 1, dirty.length * 2));
    }
    dirty[position] = true;
  }

  /** Makes a key resident at the new end of a queue. */
  protected final int enter(int queue, long key, long cost, boolean write) {
    int position = queues.add(queue, key, cost);
    if (write) {
      markDirty(position);
    }
    return position;
  }

  /**
   * Returns the oldest page of a queue that may leave and is not {@code spared}, or {@link #NONE}.
   */
  protected final int oldest(int queue, int spared) {
    int position = queues.first(queue);
    while (position != NONE && (position == spared || !pages.mayEvict(position))) {
      position = queues.next(position);
    }
    return position;
  }

  /**
   * Evicts pages other than {@code spared} until a cost of {@code cost} fits; returns whether it
   * fits.
   */
  protected abstract boolean makeRoom(long cost, int spared);

  /** Has the buffer evict a page, and forgets its key. */
  protected void evict(int position) {
    dropPage(position);
    drop(position);
  }

  /** Has the buffer evict a page, and keeps its key as the newest of a ghost queue. */
  protected final void evictTo(int ghosts, int position) {
    dropPage(position);
    markClean(position);
    queues.move(ghosts, position);
  }

  private void dropPage(int position) {
    victim[0] = position;
    pages.evict(victim, 1);
  }

  /** Forgets a key, resident or ghost. */
  protected void drop(int position) {
    markClean(position);
    queues.remove(position);
  }
}
