package org.flashgrove.indexes.bulk;

import java.nio.LongBuffer;

/**
 * Brings records in memory into order without moving them: words that hold as much of the key as
 * fits above the record's number are sorted by radix, least digit first, and records whose words
 * agree in the key's part are compared.
 *
 * <p>Nothing recurs; equal keys cost n log n comparisons at most.
 */
final class RecordOrder {
  /** Words of memory for each record, beside the record. */
  static final int WORDS_PER_RECORD = 2;

  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 4;
  private static final int BUCKETS = 1 << DIGIT_BITS;
  private static final int FEW = 12;

  private final LongBuffer words;
  private final int[] counts = new int[DIGITS * BUCKETS];
  private int stride;
  private boolean points;
  private int first;
  private int spare;
  private int numberBits;

  /** Creates an order of records that begin at word 0. */
  RecordOrder(LongBuffer words) {
    this.words = words;
  }

  /**
   * Sorts.
   *
   * @param count records
   * @param isPoints whether records are points
   * @param scratch word from which on {@code 2 * count} words may be used
   */
  void sort(int count, boolean isPoints, SortKey key, int scratch) {
    points = isPoints;
    stride = isPoints ? Records.POINT_WORDS : Records.RECTANGLE_WORDS;
    first = scratch;
    spare = scratch + count;
    numberBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(count));
    fill(count, key);
    for (int digit = 0; digit < DIGITS; digit++) {
      pass(count, digit);
    }
    settleTies(count);
  }

  /** Computes keys and the words to be sorted. */
  private void fill(int count, SortKey key) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0, at = 0; i < count; i++, at += stride) {
      long value = Records.key(words, at, points, key);
      words.put(at, value);
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    int keyBits = Math.min(DIGITS * DIGIT_BITS, Long.SIZE - numberBits);
    int rangeBits = Long.SIZE - Long.numberOfLeadingZeros(most - least);
    int shift = Math.max(0, rangeBits - keyBits);
    java.util.Arrays.fill(counts, 0);
    for (int i = 0, at = 0; i < count; i++, at += stride) {
      long part = words.get(at) - least >>> shift;
      words.put(first + i, part << numberBits | i);
      for (int digit = 0; digit < DIGITS; digit++) {
        counts[digit * BUCKETS + (int) (part >>> digit * DIGIT_BITS & BUCKETS - 1)]++;
      }
    }
  }

  /** Sorts by one digit, unless all agree in it. */
  private void pass(int count, int digit) {
    int shift = numberBits + digit * DIGIT_BITS;
    int base = digit * BUCKETS;
    int sum = spare;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      int size = counts[base + bucket];
      if (size == count) {
        return;
      }
      counts[base + bucket] = sum;
      sum += size;
    }
    for (int at = first; at < first + count; at++) {
      long word = words.get(at);
      words.put(counts[base + (int) (word >>> shift & BUCKETS - 1)]++, word);
    }
    int swap = first;
    first = spare;
    spare = swap;
  }

  private void settleTies(int count) {
    int from = first;
    int end = first + count;
    while (from < end) {
      long part = words.get(from) >>> numberBits;
      int to = from + 1;
      while (to < end && words.get(to) >>> numberBits == part) {
        to++;
      }
      if (to - from > 1 && !isSorted(from, to)) {
        if (to - from <= FEW) {
          sortFew(from, to);
        } else {
          sortMany(from, to - from);
        }
      }
      from = to;
    }
  }

  private boolean isSorted(int from, int to) {
    for (int at = from + 1; at < to; at++) {
      if (isBehind(words.get(at - 1), words.get(at))) {
        return false;
      }
    }
    return true;
  }

  private boolean isBehind(long a, long b) {
    return Records.compare(words, record(a), points, words, record(b), points) > 0;
  }

  private int record(long word) {
    return (int) (word & (1L << numberBits) - 1) * stride;
  }

  private void sortFew(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long word = words.get(i);
      int at = i;
      while (at > from && isBehind(words.get(at - 1), word)) {
        words.put(at, words.get(at - 1));
        at--;
      }
      words.put(at, word);
    }
  }

  /** Merges neighbours of 1, 2, 4, ... words, to and fro between the words and the spare ones. */
  private void sortMany(int from, int count) {
    int source = from;
    int target = spare + (from - first);
    for (int width = 1; width < count; width *= 2) {
      for (int low = 0; low < count; low += 2 * width) {
        int middle = Math.min(low + width, count);
        merge(source, target, low, middle, Math.min(middle + width, count));
      }
      int swap = source;
      source = target;
      target = swap;
    }
    if (source != from) {
      words.put(from, words, source, count);
    }
  }

  private void merge(int source, int target, int low, int middle, int high) {
    int left = low;
    int right = middle;
    for (int at = low; at < high; at++) {
      boolean takeRight =
          left == middle
              || right < high && isBehind(words.get(source + left), words.get(source + right));
      words.put(target + at, words.get(source + (takeRight ? right++ : left++)));
    }
  }

  /** Returns the word where the record of a rank, 0 to count - 1, begins. */
  int at(int rank) {
    return record(words.get(first + rank));
  }

  /** Copies the records of some ranks, one after the other, to the front of a buffer. */
  void gather(int rank, int some, LongBuffer into) {
    int to = 0;
    for (int at = first + rank; at < first + rank + some; at++) { // independent of each other
      int from = record(words.get(at));
      into.put(to, words.get(from));
      into.put(to + 1, words.get(from + 1));
      into.put(to + 2, words.get(from + 2));
      into.put(to + 3, words.get(from + 3));
      if (!points) {
        into.put(to + 4, words.get(from + 4));
        into.put(to + 5, words.get(from + 5));
      }
      to += stride;
    }
  }
}
