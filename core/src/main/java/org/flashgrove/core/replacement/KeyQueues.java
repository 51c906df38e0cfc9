package org.flashgrove.core.replacement;

import java.util.Arrays;

/**
 * Several queues of long keys. A key is in at most one queue. Membership, append, move and removal
 * take constant time and create no object per key. Each key has a cost, and each queue maintains
 * the sum of the costs of its keys.
 *
 * <p>Positions (ints from 0) identify keys in the arrays. A key keeps its position when it moves
 * between queues, so callers can store data of keys in their own arrays. The position of a removed
 * key is reused.
 */
public final class KeyQueues {
  /** Value that methods return instead of a position if there is none. */
  public static final int NONE = -1;

  /**
   * Greatest number of keys for which memory is allocated at creation. The number is limited
   * because a large pool may never fill.
   */
  private static final int MOST_ROOM = 1 << 16;

  private final LongIntMap positions;
  private long[] keys;
  private long[] costs;
  private int[] previous;
  private int[] next;
  private int[] queueOf;
  private int firstFree = NONE;
  private int used;

  private int queueCount;
  private int[] first = new int[0];
  private int[] last = new int[0];
  private int[] sizes = new int[0];
  private long[] queueCosts = new long[0];
  private long totalCost;
  private int firstFreeQueue = NONE;

  /**
   * Creates {@code queueCount} empty queues.
   *
   * @param expected number of keys for which the arrays are allocated, limited to a maximum
   */
  public KeyQueues(int queueCount, int expected) {
    int room = Math.max(4, Math.min(expected, MOST_ROOM));
    positions = new LongIntMap(room);
    keys = new long[room];
    costs = new long[room];
    previous = new int[room];
    next = new int[room];
    queueOf = new int[room];
    growQueues(Math.max(1, queueCount));
    for (int queue = 0; queue < queueCount; queue++) {
      addQueue();
    }
  }

  private void growQueues(int room) {
    first = Arrays.copyOf(first, room);
    last = Arrays.copyOf(last, room);
    sizes = Arrays.copyOf(sizes, room);
    queueCosts = Arrays.copyOf(queueCosts, room);
  }

  /**
   * Adds an empty queue. Returns the index of the queue: that of a dropped queue, or the lowest
   * index that was never used.
   */
  public int addQueue() {
    int queue = firstFreeQueue;
    if (queue != NONE) {
      firstFreeQueue = first[queue];
    } else {
      queue = queueCount++;
      if (queue == first.length) {
        growQueues(queue * 2);
      }
    }
    first[queue] = NONE;
    last[queue] = NONE;
    return queue;
  }

  /** Removes a queue, which must be empty. A later queue may get the same index. */
  public void dropQueue(int queue) {
    first[queue] = firstFreeQueue;
    firstFreeQueue = queue;
  }

  /** Returns the number of keys in all queues. */
  public int size() {
    return positions.size();
  }

  /** Returns the sum of the costs of all keys. */
  public long cost() {
    return totalCost;
  }

  /** Returns the number of keys in a queue. */
  public int size(int queue) {
    return sizes[queue];
  }

  /** Returns the sum of the costs of the keys in a queue. */
  public long cost(int queue) {
    return queueCosts[queue];
  }

  /** Returns the position of {@code key}, or {@link #NONE}. */
  public int position(long key) {
    return positions.get(key);
  }

  /** Returns the key at a position. */
  public long key(int position) {
    return keys[position];
  }

  /** Returns the cost of the key at a position. */
  public long costAt(int position) {
    return costs[position];
  }

  /** Returns the queue of the key at a position. */
  public int queue(int position) {
    return queueOf[position];
  }

  /** Returns the position of a queue's oldest key, or {@link #NONE}. */
  public int first(int queue) {
    return first[queue];
  }

  /** Returns the position of a queue's newest key, or {@link #NONE}. */
  public int last(int queue) {
    return last[queue];
  }

  /** Returns the position of the next newer key in the same queue, or {@link #NONE}. */
  public int next(int position) {
    return next[position];
  }

  /** Returns the position of the next older key in the same queue, or {@link #NONE}. */
  public int previous(int position) {
    return previous[position];
  }

  /** Allocates room for {@code expected} keys. */
  void expect(int expected) {
    if (expected > keys.length) {
      grow(expected);
      positions.expect(expected);
    }
  }

  /** Appends a key that is in no queue and returns its position. */
  public int add(int queue, long key, long cost) {
    int position = firstFree;
    if (position != NONE) {
      firstFree = next[position];
    } else {
      position = used++;
      if (position == keys.length) {
        grow(position * 2);
      }
    }
    keys[position] = key;
    costs[position] = cost;
    positions.put(key, position);
    linkLast(queue, position);
    return position;
  }

  private void grow(int room) {
    keys = Arrays.copyOf(keys, room);
    costs = Arrays.copyOf(costs, room);
    previous = Arrays.copyOf(previous, room);
    next = Arrays.copyOf(next, room);
    queueOf = Arrays.copyOf(queueOf, room);
  }

  /** Makes a key the newest of {@code queue}, which may be its current queue or another. */
  public void move(int queue, int position) {
    if (position != last[queue]) {
      unlink(position);
      linkLast(queue, position);
    }
  }

  /** Changes a key's cost but not its place in the queue. */
  public void cost(int position, long cost) {
    queueCosts[queueOf[position]] += cost - costs[position];
    totalCost += cost - costs[position];
    costs[position] = cost;
  }

  /** Removes the key at a position. */
  public void remove(int position) {
    positions.remove(keys[position]);
    unlink(position);
    next[position] = firstFree;
    firstFree = position;
  }

  private void linkLast(int queue, int position) {
    int before = last[queue];
    previous[position] = before;
    next[position] = NONE;
    if (before == NONE) {
      first[queue] = position;
    } else {
      next[before] = position;
    }
    last[queue] = position;
    queueOf[position] = queue;
    sizes[queue]++;
    queueCosts[queue] += costs[position];
    totalCost += costs[position];
  }

  private void unlink(int position) {
    int queue = queueOf[position];
    int before = previous[position];
    int after = next[position];
    if (before == NONE) {
      first[queue] = after;
    } else {
      next[before] = after;
    }
    if (after == NONE) {
      last[queue] = before;
    } else {
      previous[after] = before;
    }
    sizes[queue]--;
    queueCosts[queue] -= costs[position];
    totalCost -= costs[position];
  }
}
