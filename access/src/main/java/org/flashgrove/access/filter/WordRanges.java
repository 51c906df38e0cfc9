package org.flashgrove.access.filter;

import java.util.Arrays;

/**
 * Disjoint closed ranges of order words in ascending order. The order word of an attribute value is
 * eight bytes that sort like the value.
 */
public final class WordRanges {
  /** Set of all order words, as a single range. */
  public static final WordRanges ALL = of(Long.MIN_VALUE, Long.MAX_VALUE);

  /** First and last word of each range. */
  private final long[] ends;

  private WordRanges(long[] ends) {
    this.ends = ends;
  }

  /** Returns a single range, or no range if {@code to} is less than {@code from}. */
  public static WordRanges of(long from, long to) {
    return from > to ? new WordRanges(new long[0]) : new WordRanges(new long[] {from, to});
  }

  /**
   * Returns a set that may contain three parts: the words below {@code word}, {@code word} itself,
   * and the words above {@code word}. Each part has a parameter that says whether it is in the set.
   */
  static WordRanges around(long word, boolean less, boolean itself, boolean greater) {
    WordRanges none = new WordRanges(new long[0]);
    WordRanges below = less && word > Long.MIN_VALUE ? of(Long.MIN_VALUE, word - 1) : none;
    WordRanges above = greater && word < Long.MAX_VALUE ? of(word + 1, Long.MAX_VALUE) : none;
    return below.or(itself ? of(word, word) : none).or(above);
  }

  /**
   * Returns whether the set contains nearly all words: each gap between its ranges is a single
   * word.
   */
  public boolean areNearlyAll() {
    boolean nearly =
        count() > 0 && from(0) <= Long.MIN_VALUE + 1 && to(count() - 1) >= Long.MAX_VALUE - 1;
    for (int range = 1; nearly && range < count(); range++) {
      nearly = from(range) - to(range - 1) <= 2;
    }
    return nearly;
  }

  /** Returns ranges of one word each. The words may be in any order and may repeat. */
  static WordRanges ofPoints(long[] words) {
    long[] sorted = words.clone();
    Arrays.sort(sorted);
    long[] ends = new long[2 * sorted.length];
    int count = 0;
    for (long word : sorted) {
      if (count == 0 || word != ends[count - 1]) {
        ends[count++] = word;
        ends[count++] = word;
      }
    }
    return new WordRanges(Arrays.copyOf(ends, count));
  }

  /** Returns the range of the order words of texts that start with the given bytes. */
  static WordRanges ofTexts(byte[] beginning) {
    long least = 0;
    long most = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      boolean isKnown = i < beginning.length;
      least = least << Byte.SIZE | (isKnown ? Byte.toUnsignedInt(beginning[i]) : 0);
      most = most << Byte.SIZE | (isKnown ? Byte.toUnsignedInt(beginning[i]) : 0xFF);
    }
    return of(least ^ Long.MIN_VALUE, most ^ Long.MIN_VALUE);
  }

  /** Returns whether every range contains exactly one word; true if there are no ranges. */
  public boolean isOfPoints() {
    for (int range = 0; range < count(); range++) {
      if (from(range) != to(range)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of ranges. */
  public int count() {
    return ends.length / 2;
  }

  /** Returns the first word of a range. */
  public long from(int range) {
    return ends[2 * range];
  }

  /** Returns the last word of a range. */
  public long to(int range) {
    return ends[2 * range + 1];
  }

  WordRanges and(WordRanges other) {
    long[] both = new long[ends.length + other.ends.length];
    int count = 0;
    int mine = 0;
    int its = 0;
    while (mine < count() && its < other.count()) {
      long from = Math.max(from(mine), other.from(its));
      long to = Math.min(to(mine), other.to(its));
      if (from <= to) {
        both[count++] = from;
        both[count++] = to;
      }
      if (to(mine) < other.to(its)) {
        mine++;
      } else {
        its++;
      }
    }
    return new WordRanges(Arrays.copyOf(both, count));
  }

  WordRanges or(WordRanges other) {
    long[] either = new long[ends.length + other.ends.length];
    int count = 0;
    int mine = 0;
    int its = 0;
    while (mine < count() || its < other.count()) {
      boolean takesMine = its == other.count() || mine < count() && from(mine) <= other.from(its);
      long from = takesMine ? from(mine) : other.from(its);
      long to = takesMine ? to(mine++) : other.to(its++);
      boolean isNeighbour = count > 0 && from > Long.MIN_VALUE && from - 1 == either[count - 1];
      if (count > 0 && (from <= either[count - 1] || isNeighbour)) {
        either[count - 1] = Math.max(either[count - 1], to);
      } else {
        either[count++] = from;
        either[count++] = to;
      }
    }
    return new WordRanges(Arrays.copyOf(either, count));
  }
}
