package org.flashgrove.grove.columns;

/**
 * Sorts and selects entries of a list in place, by comparisons. Pivots come from a pseudo-random
 * sequence, which is the same for each new list, so results are reproducible.
 */
final class ColumnSorter {
  private static final long[] NONE = {};
  private static final int INSERTION_SORT = 16;

  /**
   * Length of the stack of ranges that are still to be sorted. Each range takes two elements. The
   * stack needs at most one range for each bit of the list's size.
   */
  private static final int MOST_WAITING = 2 * Integer.SIZE;

  private final EntryColumns entries;
  private long[] ranks = NONE; // working copy of the keys
  private int lastPartition; // end of the entries up to the last pivot
  private long draws = 0x9E3779B97F4A7C15L;

  ColumnSorter(EntryColumns entries) {
    this.entries = entries;
  }

  /**
   * Returns the number of words in the working copy of the keys, which {@link #keyInOrder} uses.
   */
  int ranks() {
    return ranks.length;
  }

  /** Frees the working copy of the keys. */
  void dropRanks() {
    ranks = NONE;
  }

  /** Sorts entries {@code from} to {@code to - 1} in the order of {@link EntryColumns#compare}. */
  void sort(int from, int to) {
    int[] waiting = to - from > INSERTION_SORT ? new int[MOST_WAITING] : null;
    int parts = 0;
    int low = from;
    int high = to;
    while (true) {
      while (high - low > INSERTION_SORT) {
        int middle = partition(low, high);
        if (middle - low < high - middle) { // deferring the longer part keeps the stack small
          waiting[parts++] = middle;
          waiting[parts++] = high;
          high = middle;
        } else {
          waiting[parts++] = low;
          waiting[parts++] = middle;
          low = middle;
        }
      }
      insertionSort(low, high);
      if (parts == 0) {
        return;
      }
      high = waiting[--parts];
      low = waiting[--parts];
    }
  }

  private void insertionSort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      for (int at = i; at > from && entries.compare(at, entries, at - 1) < 0; at--) {
        entries.swap(at, at - 1);
      }
    }
  }

  /**
   * Partitions around a randomly drawn entry with Hoare's scheme, which stops at equal entries.
   *
   * @return index m from {@code from + 1} to {@code to - 1}; no entry before m is greater than one
   *     at or after m
   */
  private int partition(int from, int to) {
    entries.swap(from, medianOfThree(from, to));
    int pivot = from;
    int i = from - 1;
    int j = to;
    while (true) {
      do {
        i++;
      } while (entries.compare(i, entries, pivot) < 0);
      do {
        j--;
      } while (entries.compare(j, entries, pivot) > 0);
      if (i >= j) {
        return j + 1;
      }
      entries.swap(i, j);
      if (pivot == i) {
        pivot = j; // the first exchange moves the pivot
      }
    }
  }

  private int medianOfThree(int from, int to) {
    int a = drawn(from, to);
    int b = drawn(from, to);
    int c = drawn(from, to);
    if (entries.compare(a, entries, b) > 0) {
      int kept = a;
      a = b;
      b = kept;
    }
    if (entries.compare(b, entries, c) <= 0) {
      return b;
    }
    return entries.compare(a, entries, c) > 0 ? a : c;
  }

  /**
   * Returns a random index (Marsaglia's xorshift), so that no order of the entries makes sorting
   * slow.
   */
  private int drawn(int from, int to) {
    draws ^= draws << 13;
    draws ^= draws >>> 7;
    draws ^= draws << 17;
    return from + (int) ((draws >>> 33) % (to - from));
  }

  /**
   * Returns the key that would be at index {@code place} if the keys were sorted. Moves no entries.
   *
   * @param size number of keys
   * @param room capacity of the list; the working copy of the keys gets the same capacity
   */
  long keyInOrder(long[] keys, int size, int room, int place) {
    if (ranks.length < room) {
      ranks = new long[room];
    }
    System.arraycopy(keys, 0, ranks, 0, size);
    int low = 0;
    int high = size - 1;
    while (low < high) {
      long pivot =
          median(
              ranks[drawn(low, high + 1)],
              ranks[drawn(low, high + 1)],
              ranks[drawn(low, high + 1)]);
      int i = low;
      int j = high;
      while (i <= j) {
        while (ranks[i] < pivot) {
          i++;
        }
        while (ranks[j] > pivot) {
          j--;
        }
        if (i <= j) {
          swapRanks(i++, j--);
        }
      }
      if (place <= j) {
        high = j;
      } else if (place >= i) {
        low = i;
      } else {
        return pivot;
      }
    }
    return ranks[place];
  }

  private void swapRanks(int i, int j) {
    long kept = ranks[i];
    ranks[i] = ranks[j];
    ranks[j] = kept;
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  /**
   * Partitions entries {@code from} to {@code to - 1} by their centres on one axis, with Hoare's
   * quickselect. Afterwards, no centre before index {@code middle} is greater than a centre at or
   * after this index. A scan stops at values that equal the pivot, so many equal values do not make
   * it slow.
   */
  void select(double[] lower, double[] upper, int from, int to, int middle) {
    int low = from;
    int high = to;
    while (high - low > 1 && middle > low && middle < high) {
      int i = partition(lower, upper, low, high, medianCentre(lower, upper, low, high));
      int j = lastPartition;
      // midpoints from low to i - 1 are at most the pivot, and from i on at least
      if (middle < i) {
        high = i;
      } else if (middle > j + 1) {
        low = j + 1;
      } else {
        return;
      }
    }
  }

  /**
   * Partitions entries around a pivot. Returns the index of the first entry whose centre is at
   * least the pivot. Stores in {@link #lastPartition} the index of the last entry whose centre is
   * at most the pivot. Only this loop is hot, so it has its own method for the JIT compiler.
   */
  private int partition(double[] lower, double[] upper, int low, int high, double pivot) {
    int i = low - 1;
    int j = high;
    while (true) {
      do {
        i++;
      } while (centre(lower, upper, i) < pivot);
      do {
        j--;
      } while (centre(lower, upper, j) > pivot);
      if (i >= j) {
        lastPartition = j;
        return i;
      }
      entries.swap(i, j);
    }
  }

  private static double centre(double[] lower, double[] upper, int i) {
    return 0.5 * lower[i] + 0.5 * upper[i];
  }

  private double medianCentre(double[] lower, double[] upper, int from, int to) {
    double a = centre(lower, upper, drawn(from, to));
    double b = centre(lower, upper, drawn(from, to));
    double c = centre(lower, upper, drawn(from, to));
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
