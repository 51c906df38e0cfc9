package org.flashgrove.core.replacement;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A hash map from long keys to objects without boxing: open addressing, linear probing, deletion by
 * shifting back. The keys are stored apart from the objects, so a look-up of an absent key touches
 * no object.
 *
 * @param <V> type of the values
 */
public final class LongObjectMap<V> {
  private long[] keys;
  private V[] values;
  private int size;

  /** Creates an empty map that holds {@code expected} keys before it grows. */
  public LongObjectMap(int expected) {
    allocate(Integer.highestOneBit(Math.max(8, expected * 2) - 1) << 1);
  }

  @SuppressWarnings("unchecked")
  private void allocate(int length) {
    keys = new long[length];
    values = (V[]) new Object[length];
  }

  private int home(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & keys.length - 1;
  }

  private int place(long key) {
    int at = home(key);
    while (values[at] != null && keys[at] != key) {
      at = at + 1 & keys.length - 1;
    }
    return at;
  }

  /** Returns the value of {@code key}, or null. */
  public V get(long key) {
    return values[place(key)];
  }

  /** Sets the value of {@code key}, which must not be null. */
  public void put(long key, V value) {
    int at = place(key);
    boolean isNew = values[at] == null;
    keys[at] = key;
    values[at] = value;
    if (isNew && ++size * 2 >= keys.length) {
      grow();
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    V[] oldValues = values;
    allocate(2 * oldKeys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != null) {
        int at = place(oldKeys[i]);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
  }

  /** Removes {@code key} and returns its value, or null. */
  public V remove(long key) {
    int mask = keys.length - 1;
    int gap = place(key);
    V removed = values[gap];
    if (removed == null) {
      return null;
    }
    for (int next = gap + 1 & mask; values[next] != null; next = next + 1 & mask) {
      // An entry may move into the gap unless its home lies cyclically between gap and itself.
      if ((next - home(keys[next]) & mask) >= (next - gap & mask)) {
        keys[gap] = keys[next];
        values[gap] = values[next];
        gap = next;
      }
    }
    values[gap] = null;
    size--;
    return removed;
  }

  /** Returns the number of keys. */
  public int size() {
    return size;
  }

  /** Returns the values, in no particular order. */
  public Stream<V> values() {
    return Arrays.stream(values).filter(Objects::nonNull);
  }
}
