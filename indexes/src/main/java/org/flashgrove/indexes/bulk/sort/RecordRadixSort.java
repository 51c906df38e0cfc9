package org.flashgrove.indexes.bulk.sort;

import java.nio.LongBuffer;
import java.util.Arrays;

/**
 * Sorts records in memory without moving them. For each record it builds a word from the leading
 * bits of the key and the index of the record. A radix sort orders these words. Then records with
 * equal leading bits are compared with each other.
 *
 * <p>The sort does not recurse. It makes at most n log n comparisons for n equal keys.
 */
final class RecordRadixSort {
  /** Number of words of additional memory per record. */
  static final int WORDS_PER_RECORD = 2;

  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 4;
  private static final int BUCKETS = 1 << DIGIT_BITS;
  private static final int FEW = 12;

  /**
   * Maximum number of records that one call of an innermost loop handles. If calls are short, the
   * JIT compiler compiles each loop early and only once.
   */
  private static final int SLICE = 32;

  private final LongBuffer words;
  private final int[] counts = new int[DIGITS * BUCKETS];
  private int stride;
  private boolean points;
  private int first;
  private int spare;
  private int numberBits;
  private long least; // smallest key
  private long most;
  private boolean ascending; // whether the records are in order already
  private long touched; // keeps the compiler from removing the reads

  /** Creates a sort of the records that begin at index 0 of {@code words}. */
  RecordRadixSort(LongBuffer words) {
    this.words = words;
  }

  /**
   * Sorts the records.
   *
   * @param count number of records
   * @param isPoints whether records are points
   * @param scratch index of the first of {@code 2 * count} words that may be overwritten
   */
  void sort(int count, boolean isPoints, SortKey key, int scratch) {
    points = isPoints;
    stride = isPoints ? Records.POINT_WORDS : Records.RECTANGLE_WORDS;
    first = scratch;
    spare = scratch + count;
    numberBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(count));
    computeKeys(count, key);
    if (ascending) {
      for (int i = 0; i < count; i++) {
        words.put(first + i, i);
      }
      return;
    }
    makeWords(count);
    for (int digit = 0; digit < DIGITS; digit++) {
      pass(count, digit);
    }
    settleTies(count);
  }

  private void computeKeys(int count, SortKey key) {
    least = Long.MAX_VALUE;
    most = Long.MIN_VALUE;
    ascending = true;
    for (int i = 0; i < count; i += SLICE) {
      computeKeys(i, Math.min(i + SLICE, count), key);
    }
  }

  /**
   * Computes the words that the radix sort orders. Counts how often each value of each digit occurs
   * in them.
   */
  private void makeWords(int count) {
    int keyBits = Math.min(DIGITS * DIGIT_BITS, Long.SIZE - numberBits);
    int rangeBits = Long.SIZE - Long.numberOfLeadingZeros(most - least);
    int shift = Math.max(0, rangeBits - keyBits);
    Arrays.fill(counts, 0);
    for (int i = 0; i < count; i += SLICE) {
      makeWords(i, Math.min(i + SLICE, count), shift);
    }
  }

  private void computeKeys(int from, int to, SortKey key) {
    for (int i = from, at = from * stride; i < to; i++, at += stride) {
      long value = Records.key(words, at, points, key);
      words.put(at, value);
      least = Math.min(least, value);
      ascending &= value > most || i == 0 || value == most && !isBehind(at - stride, at);
      most = Math.max(most, value);
    }
  }

  private void makeWords(int from, int to, int shift) {
    for (int i = from, at = from * stride; i < to; i++, at += stride) {
      long part = words.get(at) - least >>> shift;
      words.put(first + i, part << numberBits | i);
      count(part, 0); // all digits at once
      count(part, 1);
      count(part, 2);
      count(part, 3);
    }
  }

  private void count(long part, int digit) {
    counts[digit * BUCKETS + (int) (part >>> digit * DIGIT_BITS & BUCKETS - 1)]++;
  }

  /** Sorts the words by one digit, unless all of them have the same digit. */
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
    int end = first + count;
    for (int at = first; at < end; at += SLICE) {
      spread(at, Math.min(at + SLICE, end), shift, base);
    }
    int swap = first;
    first = spare;
    spare = swap;
  }

  private void spread(int from, int to, int shift, int base) {
    for (int at = from; at < to; at++) {
      long word = words.get(at);
      words.put(counts[base + (int) (word >>> shift & BUCKETS - 1)]++, word);
    }
  }

  private void settleTies(int count) {
    int end = first + count;
    int from = first;
    while (from < end) {
      from = settleSome(from, end);
    }
  }

  /**
   * Sorts groups of records whose keys have equal leading bits. Handles the groups that begin among
   * the next {@value #SLICE} records from {@code start} on. Returns the start of the first group
   * that was not handled.
   */
  private int settleSome(int start, int end) {
    int from = start;
    int until = Math.min(start + SLICE, end);
    while (from < until) {
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
    return from;
  }

  private boolean isSorted(int from, int to) {
    for (int at = from + 1; at < to; at++) {
      if (isAfter(words.get(at - 1), words.get(at))) {
        return false;
      }
    }
    return true;
  }

  private boolean isAfter(long a, long b) {
    return isBehind(record(a), record(b));
  }

  /** Returns whether the record at {@code a} comes after the record at {@code b}. */
  private boolean isBehind(int a, int b) {
    return Records.compare(words, a, points, words, b, points) > 0;
  }

  private int record(long word) {
    return (int) (word & (1L << numberBits) - 1) * stride;
  }

  private void sortFew(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long word = words.get(i);
      int at = i;
      while (at > from && isAfter(words.get(at - 1), word)) {
        words.put(at, words.get(at - 1));
        at--;
      }
      words.put(at, word);
    }
  }

  /**
   * Sorts the words of a range by a merge sort of sorted sequences of length 1, 2, 4 and so on.
   * Each pass copies the words from one of two arrays to the other.
   */
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
              || right < high && isAfter(words.get(source + left), words.get(source + right));
      words.put(target + at, words.get(source + (takeRight ? right++ : left++)));
    }
  }

  /** Returns the least key. There must be a record. */
  long least() {
    return least;
  }

  /** Returns the greatest key. There must be a record. */
  long greatest() {
    return most;
  }

  /** Returns the index of the first word of the record with the given rank, 0 to count - 1. */
  int at(int rank) {
    return record(words.get(first + rank));
  }

  /**
   * Copies records to the start of an array, in sorted order.
   *
   * @param rank index of the first record in sorted order
   * @param some number of records
   */
  void gather(int rank, int some, long[] into) {
    int end = first + rank + some;
    for (int at = first + rank; at < end; at += SLICE) {
      touched += touch(at, Math.min(at + SLICE, end));
    }
    int to = 0;
    for (int at = first + rank; at < end; at += SLICE) {
      to = copy(at, Math.min(at + SLICE, end), into, to);
    }
  }

  /** Reads a word of each record in a range ahead of its use, so that cache misses overlap. */
  private long touch(int from, int to) {
    long sum = 0;
    for (int at = from; at < to; at++) {
      sum += words.get(record(words.get(at)));
    }
    return sum;
  }

  private int copy(int begin, int end, long[] into, int toFirst) {
    int to = toFirst;
    for (int at = begin; at < end; at++) {
      int from = record(words.get(at));
      into[to] = words.get(from);
      into[to + 1] = words.get(from + 1);
      into[to + 2] = words.get(from + 2);
      into[to + 3] = words.get(from + 3);
      if (!points) {
        into[to + 4] = words.get(from + 4);
        into[to + 5] = words.get(from + 5);
      }
      to += stride;
    }
    return to;
  }
}
