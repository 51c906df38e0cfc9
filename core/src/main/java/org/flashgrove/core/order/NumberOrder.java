package org.flashgrove.core.order;

/**
 * Finds the ascending order of numbers without moving them. Equal numbers may come in any order.
 *
 * <p>An object keeps its memory for the next call, and serves one thread.
 */
public final class NumberOrder {
  /** Number of bits that the radix sort compares. An insertion sort compares the rest. */
  private static final int SORTED_BITS = 32;

  private final RadixSort sorting = new RadixSort();
  private long[] keys = {};
  private int[] order = {};

  /**
   * Returns the indexes in ascending order of their numbers.
   *
   * @param numbers numbers, none of which is NaN
   * @param count number of indexes, from 0
   * @return an array with at least {@code count} elements, valid until the next call
   */
  public int[] of(double[] numbers, int count) {
    if (order.length < count) {
      int room = Math.max(count, 2 * order.length);
      order = new int[room];
      keys = new long[room];
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count); // bits of an index
    int shift = shift(numbers, count, bits);
    setKeys(numbers, count, shift, bits);
    sorting.sortNext(keys, count, bits);
    insert(numbers, count, (1L << bits) - 1);
    return order;
  }

  /** Returns bits that, compared without a sign, have the order of the numbers. */
  private static long ordered(double number) {
    long raw = Double.doubleToRawLongBits(number);
    return raw ^ (raw >> 63 | Long.MIN_VALUE);
  }

  /** Returns the number of low bits that keys leave out. Higher bits have equal values. */
  private static int shift(double[] numbers, int count, int bits) {
    long differing = 0;
    for (int i = 1; i < count; i++) {
      differing |= Double.doubleToRawLongBits(numbers[i]) ^ Double.doubleToRawLongBits(numbers[0]);
    }
    int highest = Long.SIZE - Long.numberOfLeadingZeros(differing);
    return Math.max(0, highest - Math.min(SORTED_BITS, Long.SIZE - 1 - bits));
  }

  private void setKeys(double[] numbers, int count, int shift, int bits) {
    long[] to = keys;
    long mask = -1L >>> bits + 1;
    for (int i = 0; i < count; i++) {
      to[i] = (ordered(numbers[i]) >>> shift & mask) << bits | i;
    }
  }

  private void insert(double[] numbers, int count, long mask) {
    int[] to = order;
    for (int i = 0; i < count; i++) {
      int moving = (int) (keys[i] & mask);
      int at = i;
      while (at > 0 && numbers[moving] < numbers[to[at - 1]]) {
        to[at] = to[at - 1];
        at--;
      }
      to[at] = moving;
    }
  }
}
