package org.flashgrove.rawflash.logged;

import java.util.Arrays;

/**
 * First pairs of a range of keys, in ascending order of keys. The list has all pairs of the range
 * up to the key {@link #end()}; pairs with larger keys were not collected yet.
 */
final class PairList {
  private long[] words = new long[32];
  private int count;
  private long end;

  void add(long key, long value) {
    if (2 * count + 2 > words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    words[2 * count] = key;
    words[2 * count + 1] = value;
    count++;
  }

  int count() {
    return count;
  }

  long key(int index) {
    return words[2 * index];
  }

  long value(int index) {
    return words[2 * index + 1];
  }

  /**
   * Returns the key up to which the list is complete. Larger keys of the range were not collected
   * yet.
   */
  long end() {
    return end;
  }

  void end(long greatest) {
    end = greatest;
  }
}
