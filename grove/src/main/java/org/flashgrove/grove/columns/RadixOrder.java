package org.flashgrove.grove.columns;

import org.flashgrove.core.order.RadixSort;

/**
 * Order of the entries of a list by key, computed by radix sort. Two counting passes sort by the
 * highest 16 bits in which the keys may differ. Only entries that are equal in these bits are
 * compared. Reusable; not safe for use by several threads.
 */
public final class RadixOrder extends ColumnOrder {
  private static final int DIGIT_BITS = 8;
  private static final int RANGE_BITS = 2 * DIGIT_BITS;

  /** Up to this number of entries, insertion sort is used. */
  private static final int FEW = 16;

  private final int[] ends = new int[RadixSort.DIGITS];
  private long[] other = new long[0];
  private EntryColumns entries;

  /** Sorts all entries of a list. Keys must not be negative. */
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

  /** Appends the sorted entries to another list, with key 0. */
  public void copyTo(EntryColumns into) {
    into.addAll(entries, this, entries.size());
  }

  /** Returns the heap memory that this object takes, in bytes. */
  public long bytes() {
    return (long) Long.BYTES * (items.length + other.length) + Integer.BYTES * RadixSort.DIGITS;
  }

  /** Returns the key of the entry at a place in the order. */
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
    RadixSort.distribute(items, other, from, to, Integer.SIZE, ends);
    RadixSort.distribute(other, items, from, to, Integer.SIZE + DIGIT_BITS, ends);
    if (shift > 0) {
      sortEqualDigits(from, to);
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
      insert(from, to); // insertion here avoids the recursion of sort() for most inputs
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
