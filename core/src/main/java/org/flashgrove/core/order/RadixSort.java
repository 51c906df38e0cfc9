package org.flashgrove.core.order;

import java.util.Arrays;

/**
 * Radix sort of longs that are not negative. It has much less code than {@link
 * Arrays#sort(long[])}, so the JIT compiler spends less time on it in the first joins of a process.
 * It is also several times as fast for ids that lie in a small range and are in random order. Each
 * loop over all values is a method of its own, because the JIT compiler then compiles it once.
 *
 * <p>An object keeps its memory for the next sort, and serves one thread.
 */
public final class RadixSort {
  private static final int DIGIT_BITS = 8;

  /** Number of values of a digit. */
  public static final int DIGITS = 1 << DIGIT_BITS;

  /** Up to this number of values, insertion sort is used. */
  private static final int FEW = 32;

  private static final int[] ZEROS = new int[DIGITS];

  private final int[] ends = new int[DIGITS];
  private long[] spare = {};

  /** Sorts the first {@code count} values of an array in ascending order. */
  public static void sort(long[] values, int count) {
    new RadixSort().sortNext(values, count);
  }

  /** Sorts the first {@code count} values of an array in ascending order. */
  public void sortNext(long[] values, int count) {
    sortNext(values, count, 0);
  }

  /**
   * Sorts like {@link #sortNext(long[], int)} values whose lowest bits are already in ascending
   * order, such as the positions of the values.
   *
   * @param lowest number of the lowest bit to sort by
   */
  public void sortNext(long[] values, int count, int lowest) {
    if (count <= FEW) {
      insert(values, count);
      return;
    }
    long differing = 0;
    for (int i = 0; i < count; i += NumberOrder.STEP) {
      differing |= differing(values, i, Math.min(i + NumberOrder.STEP, count));
    }
    if (spare.length < count) {
      spare = new long[count];
    }
    long[] source = values;
    long[] target = spare;
    for (int shift = lowest; shift < Long.SIZE; shift += DIGIT_BITS) {
      if ((differing >>> shift & DIGITS - 1) != 0) {
        distribute(source, target, 0, count, shift, ends);
        long[] sorted = target;
        target = source;
        source = sorted;
      }
    }
    if (source != values) {
      System.arraycopy(source, 0, values, 0, count);
    }
  }

  /** Returns the bits in which some values differ from the first one of all. */
  private static long differing(long[] values, int from, int to) {
    long differing = 0;
    for (int i = from; i < to; i++) {
      differing |= values[i] ^ values[0];
    }
    return differing;
  }

  /**
   * Copies a range of values from {@code source} to {@code target}, sorted by one digit. The sort
   * is stable.
   *
   * @param shift number of the lowest bit of the digit
   * @param ends memory for {@link #DIGITS} numbers
   */
  public static void distribute(
      long[] source, long[] target, int from, int to, int shift, int[] ends) {
    System.arraycopy(ZEROS, 0, ends, 0, DIGITS); // unlike a loop, needs no compilation
    for (int i = from; i < to; i++) {
      ends[(int) (source[i] >>> shift) & DIGITS - 1]++;
    }
    int next = from;
    for (int digit = 0; digit < DIGITS; digit++) {
      int many = ends[digit];
      ends[digit] = next;
      next += many;
    }
    for (int i = from; i < to; i++) {
      long value = source[i];
      target[ends[(int) (value >>> shift) & DIGITS - 1]++] = value;
    }
  }

  private static void insert(long[] values, int count) {
    for (int i = 1; i < count; i++) {
      long value = values[i];
      int at = i;
      while (at > 0 && values[at - 1] > value) {
        values[at] = values[at - 1];
        at--;
      }
      values[at] = value;
    }
  }

  /** Returns the distinct ones of the first {@code count} numbers, as a new sorted array. */
  public static long[] distinct(long[] numbers, int count) {
    long[] sorted = Arrays.copyOf(numbers, count);
    sort(sorted, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (kept == 0 || sorted[kept - 1] != sorted[i]) {
        sorted[kept++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, kept);
  }
}
