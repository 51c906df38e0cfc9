package org.flashgrove.storage.node.compact;

import java.util.Arrays;

/**
 * Numbers entries of equal length, in the order in which they are added, and finds an entry's
 * number by its content.
 */
final class EntryNumbers {
  static final int NONE = -1;
  private static final int FEW = 256; // a power of two

  private int[] table = new int[FEW]; // hash table of entry numbers plus 1
  private int[] at = new int[FEW / 2];
  private long[] words;
  private int size;
  private int count;

  /**
   * Removes all entries. The entries that are added next have {@code entryWords} words and are in
   * {@code source}.
   */
  void start(long[] source, int entryWords) {
    if (count > 0) {
      Arrays.fill(table, 0);
    }
    words = source;
    size = entryWords;
    count = 0;
  }

  /** Adds the entry at index {@code word}. */
  void add(int word) {
    if (count == at.length) {
      at = Arrays.copyOf(at, 2 * count);
      table = new int[2 * table.length];
      for (int i = 0; i < count; i++) {
        enter(i);
      }
    }
    at[count] = word;
    enter(count++);
  }

  private void enter(int number) {
    int slot = hash(words, at[number]);
    while (table[slot] != 0) {
      slot = slot + 1 & table.length - 1;
    }
    table[slot] = number + 1;
  }

  /** Returns the number of an entry with equal content, or {@link #NONE}. */
  int of(long[] entry, int from) {
    return of(entry, from, null);
  }

  /**
   * Finds an entry with equal content that is not marked in {@code taken}, and marks it.
   *
   * @return the number of the entry, or {@link #NONE}
   */
  int take(long[] entry, int from, boolean[] taken) {
    int number = of(entry, from, taken);
    if (number != NONE) {
      taken[number] = true;
    }
    return number;
  }

  private int of(long[] entry, int from, boolean[] taken) {
    int slot = hash(entry, from);
    while (table[slot] != 0) {
      int number = table[slot] - 1;
      int to = at[number] + size;
      if ((taken == null || !taken[number])
          && Arrays.equals(words, at[number], to, entry, from, from + size)) {
        return number;
      }
      slot = slot + 1 & table.length - 1;
    }
    return NONE;
  }

  private int hash(long[] entry, int from) {
    long mixed = 0;
    for (int i = 0; i < size; i++) {
      mixed = (mixed ^ entry[from + i]) * 0x9E3779B97F4A7C15L;
    }
    return (int) (mixed >>> Integer.SIZE) & table.length - 1;
  }
}
