package org.flashgrove.core.replacement;

import java.util.Arrays;

/**
 * An ordered set of long keys with constant-time membership, append, move and removal: a FIFO as it
 * stands, an LRU list when every access moves its key to the end. No object per key.
 *
 * <p>Positions (ints from 0) name the keys' places in the arrays and stay valid while the key is in
 * the set, so that callers can keep what belongs to a key in arrays of their own.
 */
public final class LinkedKeys {
  /** No position. */
  public static final int NONE = -1;

  private final LongIntMap positions;
  private long[] keys;
  private int[] previous;
  private int[] next;
  private int first = NONE;
  private int last = NONE;
  private int firstFree = NONE;
  private int used;

  /** An empty set with room for {@code expected} keys before it grows. */
  public LinkedKeys(int expected) {
    int room = Math.max(4, expected);
    positions = new LongIntMap(room);
    keys = new long[room];
    previous = new int[room];
    next = new int[room];
  }

  /** Number of keys. */
  public int size() {
    return positions.size();
  }

  /** The position of {@code key}, or {@link #NONE}. */
  public int position(long key) {
    return positions.get(key);
  }

  /** Whether {@code key} is in the set. */
  public boolean contains(long key) {
    return positions.get(key) != NONE;
  }

  /** The key at a position. */
  public long key(int position) {
    return keys[position];
  }

  /** Position of the oldest key, or {@link #NONE}. */
  public int first() {
    return first;
  }

  /** Position of the key after the one at {@code position}, or {@link #NONE}. */
  public int next(int position) {
    return next[position];
  }

  /** Appends a key that is not in the set and returns its position. */
  public int addLast(long key) {
    int position = firstFree;
    if (position != NONE) {
      firstFree = next[position];
    } else {
      position = used++;
      if (position == keys.length) {
        keys = Arrays.copyOf(keys, position * 2);
        previous = Arrays.copyOf(previous, position * 2);
        next = Arrays.copyOf(next, position * 2);
      }
    }
    keys[position] = key;
    positions.put(key, position);
    linkLast(position);
    return position;
  }

  /** Makes the key at {@code position} the newest. */
  public void moveToLast(int position) {
    if (position != last) {
      unlink(position);
      linkLast(position);
    }
  }

  /** Removes {@code key} and returns the position it had, or {@link #NONE}. */
  public int remove(long key) {
    int position = positions.remove(key);
    if (position != NONE) {
      unlink(position);
      next[position] = firstFree;
      firstFree = position;
    }
    return position;
  }

  private void linkLast(int position) {
    previous[position] = last;
    next[position] = NONE;
    if (last == NONE) {
      first = position;
    } else {
      next[last] = position;
    }
    last = position;
  }

  private void unlink(int position) {
    int before = previous[position];
    int after = next[position];
    if (before == NONE) {
      first = after;
    } else {
      next[before] = after;
    }
    if (after == NONE) {
      last = before;
    } else {
      previous[after] = before;
    }
  }
}
