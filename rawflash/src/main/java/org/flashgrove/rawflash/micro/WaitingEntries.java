package org.flashgrove.rawflash.micro;

import java.util.Arrays;

/**
 * Pending index entries in memory, in a pool of fixed size. There is one list for each bucket or
 * cell, ordered by address.
 *
 * <p>An entry has a word (the key in MicroHash, the quadrant in MicroGF) and an address (see {@link
 * #address}).
 */
final class WaitingEntries {
  static final int NONE = -1;
  static final int SLOT_BITS = 16;

  /** Memory per entry in bytes. */
  static final int ENTRY_BYTES = 2 * Long.BYTES + Integer.BYTES;

  /** Memory per list in bytes. */
  static final int LIST_BYTES = 3 * Integer.BYTES;

  private final long[] words;
  private final long[] addresses;
  private final int[] next;
  private final int[] first;
  private final int[] last;
  private final int[] counts;
  private int free;
  private int size;

  WaitingEntries(int entries, int lists) {
    words = new long[entries];
    addresses = new long[entries];
    next = new int[entries];
    first = new int[lists];
    last = new int[lists];
    counts = new int[lists];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
    for (int i = 0; i < entries; i++) {
      next[i] = i + 1 < entries ? i + 1 : NONE;
    }
  }

  /**
   * Returns the address of a record: the position of its page and its slot on the page, in one
   * word.
   */
  static long address(long position, int slot) {
    return position << SLOT_BITS | slot;
  }

  static long position(long address) {
    return address >>> SLOT_BITS;
  }

  static int slot(long address) {
    return (int) (address & (1 << SLOT_BITS) - 1);
  }

  long memoryBytes() {
    return (long) ENTRY_BYTES * words.length + (long) LIST_BYTES * first.length;
  }

  int capacity() {
    return words.length;
  }

  int size() {
    return size;
  }

  int count(int list) {
    return counts[list];
  }

  /** Returns the first entry of a list, or {@link #NONE}. */
  int first(int list) {
    return first[list];
  }

  int next(int entry) {
    return next[entry];
  }

  long word(int entry) {
    return words[entry];
  }

  long address(int entry) {
    return addresses[entry];
  }

  /** Appends an entry to a list. The pool must have room. */
  void add(int list, long word, long address) {
    int entry = free;
    free = next[entry];
    words[entry] = word;
    addresses[entry] = address;
    append(list, entry);
    size++;
  }

  private void append(int list, int entry) {
    next[entry] = NONE;
    if (last[list] == NONE) {
      first[list] = entry;
    } else {
      next[last[list]] = entry;
    }
    last[list] = entry;
    counts[list]++;
  }

  /** Removes the first {@code count} entries of a list. */
  void remove(int list, int count) {
    for (int i = 0; i < count; i++) {
      int entry = first[list];
      first[list] = next[entry];
      next[entry] = free;
      free = entry;
    }
    if (first[list] == NONE) {
      last[list] = NONE;
    }
    counts[list] -= count;
    size -= count;
  }

  /** Removes all entries that refer to pages before a position. */
  void dropBefore(long position) {
    for (int list = 0; list < first.length; list++) {
      int count = 0;
      int entry = first[list];
      while (entry != NONE && position(addresses[entry]) < position) {
        count++;
        entry = next[entry];
      }
      remove(list, count);
    }
  }

  /**
   * Returns the position of the oldest page to which an entry of a list refers, or {@code none} if
   * that is smaller. Returns {@code none} for an empty list.
   */
  long oldest(int list, long none) {
    return first[list] == NONE ? none : Math.min(none, position(addresses[first[list]]));
  }

  /**
   * Returns the position of the oldest page to which any entry refers, or {@code none} if that is
   * smaller.
   */
  long oldest(long none) {
    long oldest = none;
    for (int list = 0; list < first.length; list++) {
      oldest = oldest(list, oldest);
    }
    return oldest;
  }

  /** Returns the list with the most entries. */
  int largest() {
    int best = 0;
    for (int list = 1; list < first.length; list++) {
      best = counts[list] > counts[best] ? list : best;
    }
    return best;
  }

  /**
   * Returns the list whose oldest entry is the oldest of all lists, or any list if there are no
   * entries.
   */
  int longestWaiting() {
    int best = 0;
    long oldest = Long.MAX_VALUE;
    for (int list = 0; list < first.length; list++) {
      long own = oldest(list, Long.MAX_VALUE);
      if (own < oldest) {
        oldest = own;
        best = list;
      }
    }
    return best;
  }

  /**
   * Moves entries of a list to the empty list {@code into}. It moves the entries whose words are
   * equal to {@code bound} or greater.
   */
  void split(int list, long bound, int into) {
    int entry = detach(list);
    while (entry != NONE) {
      int following = next[entry];
      append(words[entry] >= bound ? into : list, entry);
      entry = following;
    }
  }

  /** Moves all entries of a list to the list {@code into}, which stays ordered by address. */
  void merge(int list, int into) {
    int a = detach(list);
    int b = detach(into);
    while (a != NONE || b != NONE) {
      boolean takesA = b == NONE || a != NONE && addresses[a] < addresses[b];
      int taken = takesA ? a : b;
      int following = next[taken];
      append(into, taken);
      if (takesA) {
        a = following;
      } else {
        b = following;
      }
    }
  }

  private int detach(int list) {
    int entry = first[list];
    first[list] = NONE;
    last[list] = NONE;
    counts[list] = 0;
    return entry;
  }

  /** Returns the words of a list in ascending order. */
  long[] sortedWords(int list) {
    long[] sorted = new long[counts[list]];
    int at = 0;
    for (int entry = first[list]; entry != NONE; entry = next[entry]) {
      sorted[at++] = words[entry];
    }
    Arrays.sort(sorted);
    return sorted;
  }
}
