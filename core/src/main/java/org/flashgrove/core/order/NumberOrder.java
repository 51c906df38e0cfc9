package org.flashgrove.core.order;

/**
 * Finds the ascending order of numbers without moving them. Equal numbers may come in any order.
 *
 * <p>The loops over all numbers call a method for {@link #STEP} numbers at a time. The JIT compiler
 * compiles a method that is called hundreds of times once, but a method with a long loop at least
 * twice: once for the running loop and once for further calls.
 *
 * <p>An object keeps its memory for the next call, and serves one thread.
 */
public final class NumberOrder {
  /** Number of bits that the radix sort compares. An insertion sort compares the rest. */
  private static final int SORTED_BITS = 32;

  /** Number of elements that a loop over many elements passes to a method at a time. */
  public static final int STEP = 64;

  private final RadixSort sorting = new RadixSort();
  private long[] keys = {};
  private int[] order = {};
  private int indexBits; // bits of an index

  /**
   * Returns the indexes in ascending order of their numbers.
   *
   * @param numbers numbers, none of which is NaN
   * @param count number of indexes, from 0
   * @return an array with at least {@code count} elements, valid until the next call
   */
  public int[] of(double[] numbers, int count) {
    return of(numbers, 0, 1, count);
  }

  /**
   * Does the same for the elements {@code first}, {@code first + step} and so on of an array, which
   * have the indexes 0, 1 and so on.
   */
  public int[] of(double[] numbers, int first, int step, int count) {
    if (order.length < count) {
      int room = Math.max(count, 2 * order.length);
      order = new int[room];
      keys = new long[room];
    }
    indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    int shift = shift(numbers, first, step, count);
    for (int i = 0; i < count; i += STEP) {
      setKeys(numbers, first, step, i, Math.min(i + STEP, count), shift);
    }
    sorting.sortNext(keys, count, indexBits);
    for (int i = 0; i < count; i += STEP) {
      insert(numbers, first, step, i, Math.min(i + STEP, count), (1L << indexBits) - 1);
    }
    return order;
  }

  /** Returns bits that, compared without a sign, have the order of the numbers. */
  private static long ordered(double number) {
    long raw = Double.doubleToRawLongBits(number);
    return raw ^ (raw >> 63 | Long.MIN_VALUE);
  }

  /** Returns the number of low bits that keys leave out. Higher bits have equal values. */
  private int shift(double[] numbers, int first, int step, int count) {
    long differing = 0;
    for (int i = 0; i < count; i += STEP) {
      differing |= differing(numbers, first, step, i, Math.min(i + STEP, count));
    }
    int highest = Long.SIZE - Long.numberOfLeadingZeros(differing);
    return Math.max(0, highest - Math.min(SORTED_BITS, Long.SIZE - 1 - indexBits));
  }

  /** Returns the bits in which some numbers differ from the first one of all. */
  private static long differing(double[] numbers, int first, int step, int from, int to) {
    long differing = 0;
    long some = Double.doubleToRawLongBits(numbers[first]);
    for (int i = from; i < to; i++) {
      differing |= Double.doubleToRawLongBits(numbers[first + step * i]) ^ some;
    }
    return differing;
  }

  private void setKeys(double[] numbers, int first, int step, int from, int end, int shift) {
    long[] to = keys;
    int bits = indexBits;
    long mask = -1L >>> bits + 1;
    for (int i = from; i < end; i++) {
      to[i] = (ordered(numbers[first + step * i]) >>> shift & mask) << bits | i;
    }
  }

  private void insert(double[] numbers, int first, int step, int from, int end, long mask) {
    int[] to = order;
    for (int i = from; i < end; i++) {
      int moving = (int) (keys[i] & mask);
      double number = numbers[first + step * moving];
      int at = i;
      while (at > 0 && number < numbers[first + step * to[at - 1]]) {
        to[at] = to[at - 1];
        at--;
      }
      to[at] = moving;
    }
  }
}
