package org.flashgrove.indexes.bplus;

import java.util.Arrays;
import org.flashgrove.indexes.tree.ItemOrder;

/** Pairs that a batch inserts together, in ascending order. A pair may occur several times. */
final class PostponedPairs {
  private static final int MOST = 4_096;

  private long[] keys = {};
  private long[] values = {};
  private int count;
  private boolean isSorted = true;

  int count() {
    return count;
  }

  boolean isFull() {
    return count == MOST;
  }

  void clear() {
    count = 0;
    isSorted = true;
  }

  void add(long key, long value) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, Math.max(16, 2 * count));
      values = Arrays.copyOf(values, keys.length);
    }
    keys[count] = key;
    values[count] = value;
    isSorted &= count == 0 || compare(count - 1, count) <= 0;
    count++;
  }

  private int compare(int one, int other) {
    int order = Long.compare(keys[one], keys[other]);
    return order != 0 ? order : Long.compare(values[one], values[other]);
  }

  void sort() {
    if (!isSorted) {
      int[] order = ItemOrder.sorted(count, this::compare);
      long[] oldKeys = keys.clone();
      long[] oldValues = values.clone();
      for (int i = 0; i < count; i++) {
        keys[i] = oldKeys[order[i]];
        values[i] = oldValues[order[i]];
      }
      isSorted = true;
    }
  }

  long key(int index) {
    return keys[index];
  }

  long value(int index) {
    return values[index];
  }

  /** Returns whether the pair before an index is the same pair. */
  boolean isRepeated(int index) {
    return index > 0 && compare(index - 1, index) == 0;
  }
}
