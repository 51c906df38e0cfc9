package org.flashgrove.rawflash.logged;

import java.util.Arrays;

/**
 * Pairs of a key and a value in ascending order of keys, collected from the first part of a range.
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

  /** Returns the maximum key of the part. */
  long end() {
    return end;
  }

  void end(long greatest) {
    end = greatest;
  }
}
