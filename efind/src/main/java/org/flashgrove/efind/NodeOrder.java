package org.flashgrove.efind;

import java.util.Arrays;

/**
 * Radix sort of node ids, with as many digits as the greatest id has. A flush sorts most ids of the
 * write buffer. These ids lie in a small range and are in random order, so a comparison sort takes
 * several times as long.
 */
final class NodeOrder {
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;

  /** Number of ids below which a comparison sort is at least as fast as the radix sort. */
  private static final int FEW = 64;

  private final int[] places = new int[DIGITS];
  private long[] other = new long[0];

  /** Sorts the first {@code count} ids, which must not be negative. */
  void sort(long[] ids, int count) {
    if (count < FEW) {
      Arrays.sort(ids, 0, count);
      return;
    }
    if (other.length < count) {
      other = new long[ids.length];
    }
    long greatest = 0;
    for (int i = 0; i < count; i++) {
      greatest |= ids[i];
    }
    long[] from = ids;
    long[] to = other;
    for (int shift = 0; shift < Long.SIZE && greatest >>> shift != 0; shift += DIGIT_BITS) {
      distribute(from, to, count, shift);
      long[] sorted = to;
      to = from;
      from = sorted;
    }
    if (from != ids) {
      System.arraycopy(from, 0, ids, 0, count);
    }
  }

  /** Sorts ids by one digit. Ids with equal digits keep their order. */
  private void distribute(long[] from, long[] to, int count, int shift) {
    Arrays.fill(places, 0);
    for (int i = 0; i < count; i++) {
      places[digit(from[i], shift)]++;
    }
    int place = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      int some = places[digit];
      places[digit] = place;
      place += some;
    }
    for (int i = 0; i < count; i++) {
      to[places[digit(from[i], shift)]++] = from[i];
    }
  }

  private static int digit(long id, int shift) {
    return (int) (id >>> shift) & DIGITS - 1;
  }
}
