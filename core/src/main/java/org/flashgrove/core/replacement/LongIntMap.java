package org.flashgrove.core.replacement;

import java.util.Arrays;

/**
 * A hash map from long keys to non-negative ints without boxing: open addressing, linear probing,
 * deletion by shifting back.
 */
public final class LongIntMap {
  /** Value that {@link #get} returns for a missing key. */
  public static final int ABSENT = -1;

  private long[] keys;
  private int[] values;
  private int size;
  private int mask;

  /** Creates an empty map that holds {@code expected} keys before it grows. */
  public LongIntMap(int expected) {
    int length = length(expected);
    keys = new long[length];
    values = new int[length];
    Arrays.fill(values, ABSENT);
    mask = length - 1;
  }

  private static int length(int expected) {
    return Integer.highestOneBit(Math.max(8, expected * 2) - 1) << 1;
  }

  /** Allocates room for {@code expected} keys. */
  void expect(int expected) {
    int length = length(expected);
    if (length > keys.length) {
      grow(length);
    }
  }

  private int home(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
  }

  /** Returns the value of {@code key}, or {@link #ABSENT}. */
  public int get(long key) {
    int at = home(key);
    while (values[at] != ABSENT) {
      if (keys[at] == key) {
        return values[at];
      }
      at = (at + 1) & mask;
    }
    return ABSENT;
  }

  /** Sets the value, at least 0, of {@code key}. */
  public void put(long key, int value) {
    int at = home(key);
    while (values[at] != ABSENT) {
      if (keys[at] == key) {
        values[at] = value;
        return;
      }
      at = (at + 1) & mask;
    }
    keys[at] = key;
    values[at] = value;
    if (++size * 2 > mask) {
      grow(keys.length * 2);
    }
  }

  private void grow(int length) {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[length];
    values = new int[length];
    Arrays.fill(values, ABSENT);
    mask = keys.length - 1;
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != ABSENT) {
        put(oldKeys[i], oldValues[i]);
      }
    }
  }

  /** Removes {@code key} and returns its value, or {@link #ABSENT}. */
  public int remove(long key) {
    int at = home(key);
    while (values[at] != ABSENT && keys[at] != key) {
      at = (at + 1) & mask;
    }
    int removed = values[at];
    if (removed == ABSENT) {
      return ABSENT;
    }
    size--;
    int gap = at;
    int next = (gap + 1) & mask;
    while (values[next] != ABSENT) {
      int home = home(keys[next]);
      // An entry may move into the gap unless its home lies cyclically between gap and itself.
      if (((next - home) & mask) >= ((next - gap) & mask)) {
        keys[gap] = keys[next];
        values[gap] = values[next];
        gap = next;
      }
      next = (next + 1) & mask;
    }
    values[gap] = ABSENT;
    return removed;
  }

  /** Returns the number of keys. */
  public int size() {
    return size;
  }
}
