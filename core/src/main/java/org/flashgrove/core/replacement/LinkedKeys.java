package org.flashgrove.core.replacement;

/**
 * An ordered set of long keys with membership, append, move and removal in constant time and
 * without an object per key. It is a FIFO if keys never move, and an LRU list if every access moves
 * its key to the end.
 *
 * <p>Positions (ints from 0) identify keys in the arrays and are valid while the key is in the set,
 * so callers can store data of keys in their own arrays.
 */
public final class LinkedKeys {
  /** Value that methods return instead of a position if there is none. */
  public static final int NONE = KeyQueues.NONE;

  private static final int ONLY = 0;

  private final KeyQueues queue;

  /** Creates an empty set with room for {@code expected} keys before it grows. */
  public LinkedKeys(int expected) {
    queue = new KeyQueues(1, expected);
  }

  /** Returns the number of keys. */
  public int size() {
    return queue.size();
  }

  /** Returns the position of {@code key}, or {@link #NONE}. */
  public int position(long key) {
    return queue.position(key);
  }

  /** Returns whether {@code key} is in the set. */
  public boolean contains(long key) {
    return queue.position(key) != NONE;
  }

  /** Returns the key at a position. */
  public long key(int position) {
    return queue.key(position);
  }

  /** Returns the position of the oldest key, or {@link #NONE}. */
  public int first() {
    return queue.first(ONLY);
  }

  /** Returns the position of the key that follows the key at {@code position}, or {@link #NONE}. */
  public int next(int position) {
    return queue.next(position);
  }

  /** Appends a key that is not in the set and returns its position. */
  public int addLast(long key) {
    return queue.add(ONLY, key, 0);
  }

  /** Makes the key at {@code position} the newest. */
  public void moveToLast(int position) {
    queue.move(ONLY, position);
  }

  /**
   * Removes {@code key}. Returns the position that the key had, or {@link #NONE} if it was not in
   * the set.
   */
  public int remove(long key) {
    int position = queue.position(key);
    if (position != NONE) {
      queue.remove(position);
    }
    return position;
  }
}
