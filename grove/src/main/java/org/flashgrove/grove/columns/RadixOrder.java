package org.flashgrove.grove.columns;

import java.util.Arrays;

/**
 * Order of a list's entries by their keys, by a radix sort: two counting passes sort 16-bit digits
 * of the range of keys, and only entries with equal digits are compared. Reusable, but not safe for
 * use by several threads.
 */
public final class RadixOrder extends ColumnOrder {
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int RANGE_BITS = 2 * DIGIT_BITS;

  /** Up to as many entries are sorted by insertion. */
  private static final int FEW = 16;

  private final int[] ends = new int[DIGITS];
  private long[] other = new long[0];
  private EntryColumns entries;

  /** Sorts all entries of a list; keys must not be negative. */
  public void sort(EntryColumns sorted) {
    entries = sorted;
    int count = sorted.size();
    makeRoom(count);
    if (other.length < items.length) {
      other = new long[items.length];
    }
    for (int i = 0; i < count; i++) {
      items[i] = i;
    }
    sort(0, count);
  }

  /** Appends the entries in their order to another list, where their keys are 0. */
  public void copyTo(EntryColumns into) {
    into.addAll(entries, this, entries.size());
  }

  /** Returns the heap memory of the sort in bytes. */
  public long bytes() {
    return (long) Long.BYTES * (items.length + other.length) + Integer.BYTES * DIGITS;
  }

  /** Returns the key of the entry at a place. */
  public long key(int place) {
    return entries.key(at(place));
  }

  private void sort(int from, int to) {
    if (to - from <= FEW) {
      insert(from, to);
      return;
    }
    long least = Long.MAX_VALUE;
    long greatest = 0;
    for (int i = from; i < to; i++) {
      long key = key(i);
      least = Math.min(least, key);
      greatest = Math.max(greatest, key);
    }
    if (least == greatest) {
      return;
    }
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(greatest - least) - RANGE_BITS);
    for (int i = from; i < to; i++) {
      int position = at(i);
      items[i] = entries.key(position) - least >>> shift << Integer.SIZE | position;
    }
    distribute(items, other, from, to, Integer.SIZE);
    distribute(other, items, from, to, Integer.SIZE + DIGIT_BITS);
    if (shift > 0) {
      sortEqualDigits(from, to);
    }
  }

  /** Copies items in the order of a digit; those with the same one stay in their order. */
  private void distribute(long[] source, long[] target, int from, int to, int shift) {
    int[] places = ends;
    Arrays.fill(places, 0);
    for (int i = from; i < to; i++) {
      places[(int) (source[i] >>> shift) & DIGITS - 1]++;
    }
    int next = from;
    for (int digit = 0; digit < DIGITS; digit++) {
      int many = places[digit];
      places[digit] = next;
      next += many;
    }
    for (int i = from; i < to; i++) {
      long item = source[i];
      target[places[(int) (item >>> shift) & DIGITS - 1]++] = item;
    }
  }

  private void sortEqualDigits(int from, int to) {
    int start = from;
    for (int i = from + 1; i < to; i++) {
      if (items[i] >>> Integer.SIZE != items[start] >>> Integer.SIZE) {
        sortEqual(start, i);
        start = i;
      }
    }
    sortEqual(start, to);
  }

  private void sortEqual(int from, int to) {
    if (to - from <= FEW) {
      insert(from, to); // as sort would, but for most keys that never calls itself
    } else {
      sort(from, to);
    }
  }

  private void insert(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long item = items[i];
      long key = entries.key(position(item));
      int at = i;
      while (at > from && key(at - 1) > key) {
        items[at] = items[at - 1];
        at--;
      }
      items[at] = item;
    }
  }
}
