package org.flashgrove.grove.merge;

import java.util.Arrays;

/**
 * Sample of every nth key in the input of a merge. It can divide the input into parts of about
 * equal size without holding all keys in memory.
 */
final class KeySample {
  private final long[] keys;
  private final int stride;
  private long seen;
  private long kept;
  private int count;

  /**
   * Creates an empty sample.
   *
   * @param entries approximate number of keys that will be added
   * @param most maximum number of keys to keep
   */
  KeySample(long entries, int most) {
    stride = (int) (entries / most) + 1;
    keys = new long[(int) Math.min(most, entries) + 1];
  }

  /**
   * Adds the key of a group of entries. All keys of the group are near {@code key}.
   *
   * @param entries number of entries in the group
   */
  void note(long key, int entries) {
    long due =
        (seen + entries + stride - 1)
            / stride; // number of keys to have kept by now, including the first
    seen += entries;
    while (kept < due && count < keys.length) {
      keys[count++] = key;
      kept++;
    }
  }

  /** Sorts the sample. {@link #between} and {@link #divide} may be called only after this. */
  void end() {
    Arrays.sort(keys, 0, count);
  }

  /** Returns the approximate number of keys in [lo, hi). */
  long between(long lo, long hi) {
    return (long) (firstFrom(hi) - firstFrom(lo)) * stride;
  }

  /**
   * Returns a key that divides [lo, hi). It is greater than {@code lo} and at most {@code hi}.
   * About the fraction {@code part} of the keys in the range is less than the result.
   */
  long divide(long lo, long hi, double part) {
    int from = firstFrom(lo);
    int to = firstFrom(hi);
    int at = from + (int) ((to - from) * part);
    while (at < to && keys[at] <= lo) {
      at++;
    }
    return at < to ? keys[at] : hi;
  }

  private int firstFrom(long key) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = low + high >>> 1;
      if (keys[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the heap memory that this object takes, in bytes. */
  long bytes() {
    return (long) keys.length * Long.BYTES;
  }
}
