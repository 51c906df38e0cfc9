package org.flashgrove.core.replacement;

import java.util.Arrays;

/**
 * LRU that prefers the upper levels of trees (HLRU; Carniel's thesis, 2019, section 5.2). A page
 * replaces the least recently used page of its own or a lower level. If no such page exists, the
 * page is not cached. A leaf therefore never displaces an internal node.
 *
 * <p>The C implementation FESTIval also evicts pages above the tree's height, which were roots
 * before the tree shrank. Here the node of such a page is deleted. The buffer then reports {@link
 * #level} −1, and any page may replace a page of this level.
 *
 * <p>Each level has an LRU list. To find a victim, the policy compares the oldest pages of the
 * lists by the time of their last access.
 */
final class HierarchicalLruPolicy extends SingleVictimPolicy {
  private static final int MAX_LEVEL = 1 << 10;

  private int lists;
  private long[] lastAccess = new long[16];
  private long now;
  private int incomingLevel;

  HierarchicalLruPolicy(long capacity, CachedPages pages) {
    super(0, capacity, pages);
  }

  /** Returns the list of a level. The first list is for deleted pages (level −1). */
  private int list(int level) {
    if (level < -1 || level > MAX_LEVEL) {
      throw new IllegalArgumentException(
          "level = " + level + " (allowed: -1 to " + MAX_LEVEL + ")");
    }
    while (lists <= level + 1) {
      queues.addQueue();
      lists++;
    }
    return level + 1;
  }

  @Override
  public void access(int position, boolean write) {
    queues.move(queues.queue(position), position);
    lastAccess[position] = ++now;
    if (write) {
      markDirty(position);
    }
  }

  @Override
  public int admit(long key, int level, long cost, boolean write) {
    int list = list(level);
    incomingLevel = level;
    if (cost > capacity() || !makeRoom(cost, NONE)) {
      return NONE;
    }
    int position = enter(list, key, cost, write);
    if (position >= lastAccess.length) {
      lastAccess = Arrays.copyOf(lastAccess, Math.max(position + 1, lastAccess.length * 2));
    }
    lastAccess[position] = ++now;
    return position;
  }

  @Override
  public boolean resize(int position, long cost) {
    incomingLevel = queues.queue(position) - 1;
    return super.resize(position, cost);
  }

  /**
   * Moves the page to the most recently used end of its new level's list: a change of level is an
   * access of the page.
   */
  @Override
  public void level(int position, int level) {
    int list = list(level);
    if (queues.queue(position) != list) {
      queues.move(list, position);
      lastAccess[position] = ++now;
    }
  }

  @Override
  protected int victim(int spared) {
    int victim = NONE;
    for (int list = Math.min(lists - 1, incomingLevel + 1); list >= 0; list--) {
      int candidate = oldest(list, spared);
      if (candidate != NONE && (victim == NONE || lastAccess[candidate] < lastAccess[victim])) {
        victim = candidate;
      }
    }
    return victim;
  }

  @Override
  public boolean mayRefuse() {
    return true;
  }
}
