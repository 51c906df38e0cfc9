package org.flashgrove.grove.merge;

import java.util.Arrays;

/**
 * Every nth of the keys of the input of a merge: enough to cut it into parts of about equal size
 * without having all keys in memory.
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
   * @param entries about how many keys will be noted
   * @param most most keys to keep
   */
  KeySample(long entries, int most) {
    stride = (int) (entries / most) + 1;
    keys = new long[(int) Math.min(most, entries) + 1];
  }

  /** Notes some entries of about the same key. */
  void note(long key, int entries) {
    long due =
        (seen + entries + stride - 1) / stride; // every nth of all entries, the first one too
    seen += entries;
    while (kept < due && count < keys.length) {
      keys[count++] = key;
      kept++;
    }
  }

  /** Ends the sample: it can be asked from now on. */
  void end() {
    Arrays.sort(keys, 0, count);
  }

  /** Returns about how many keys are at least one and less than another. */
  long between(long lo, long hi) {
    return (long) (firstFrom(hi) - firstFrom(lo)) * stride;
  }

  /**
   * Returns a key that is greater than {@code lo} and not greater than {@code hi}, below which
   * there is about the given part of the keys between both.
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

  /** Returns the bytes of memory. */
  long bytes() {
    return (long) keys.length * Long.BYTES;
  }
}
