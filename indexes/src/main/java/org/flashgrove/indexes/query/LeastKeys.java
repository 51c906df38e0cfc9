package org.flashgrove.indexes.query;

import java.util.Arrays;

/** The k least of all keys offered: a binary heap with the greatest of them on top. */
final class LeastKeys {
  private double[] keys = new double[16];
  private long limit;
  private int size;

  /**
   * Starts over.
   *
   * @param newLimit k, at least 1
   */
  void of(long newLimit) {
    limit = newLimit;
    size = 0;
  }

  /** A key above which none is among the k least; infinity while there are fewer than k. */
  double bound() {
    return size < limit ? Double.POSITIVE_INFINITY : keys[0];
  }

  /** Offers a key that is not above the bound. */
  void offer(double key) {
    if (size < limit) {
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, 2 * size);
      }
      int at = size++;
      while (at > 0 && keys[(at - 1) >>> 1] < key) {
        keys[at] = keys[(at - 1) >>> 1];
        at = (at - 1) >>> 1;
      }
      keys[at] = key;
    } else if (key < keys[0]) {
      replaceGreatest(key);
    }
  }

  private void replaceGreatest(double key) {
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && keys[child + 1] > keys[child]) {
        child++;
      }
      if (keys[child] <= key) {
        break;
      }
      keys[at] = keys[child];
      at = child;
      child = 2 * at + 1;
    }
    keys[at] = key;
  }
}
