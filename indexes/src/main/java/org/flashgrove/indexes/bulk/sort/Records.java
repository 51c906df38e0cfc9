package org.flashgrove.indexes.bulk.sort;

import java.nio.LongBuffer;

/**
 * Format of entries during a sort, in off-heap words. A point is key, id, x, y. A rectangle is key,
 * id, minX, minY, maxX, maxY.
 */
final class Records {
  /** Number of words of a point. */
  static final int POINT_WORDS = 4;

  /** Number of words of a rectangle. */
  static final int RECTANGLE_WORDS = 6;

  /**
   * Number of bytes that is a multiple of both the size of a point record and the size of a
   * rectangle record.
   */
  static final int UNIT_BYTES = 2 * POINT_WORDS * RECTANGLE_WORDS * Long.BYTES;

  private Records() {}

  /** Writes an entry's id and coordinates to a record. The key of the record is not written. */
  static void put(LongBuffer words, int at, boolean points, long[] entry) {
    words.put(at + 1, entry[0]);
    words.put(at + 2, entry[1]);
    words.put(at + 3, entry[2]);
    if (!points) {
      words.put(at + 4, entry[3]);
      words.put(at + 5, entry[4]);
    }
  }

  /** Reads the id and coordinates of a record, but not its key. */
  static void get(LongBuffer words, int at, boolean points, long[] entry) {
    entry[0] = words.get(at + 1);
    entry[1] = words.get(at + 2);
    entry[2] = words.get(at + 3);
    entry[3] = words.get(points ? at + 2 : at + 4);
    entry[4] = words.get(points ? at + 3 : at + 5);
  }

  /** Computes a record's key. */
  static long key(LongBuffer words, int at, boolean points, SortKey key) {
    return key.of(
        words.get(at + 1),
        Double.longBitsToDouble(words.get(at + 2)),
        Double.longBitsToDouble(words.get(at + 3)),
        Double.longBitsToDouble(words.get(points ? at + 2 : at + 4)),
        Double.longBitsToDouble(words.get(points ? at + 3 : at + 5)));
  }

  /** Converts the first {@code count} point records to rectangle records in place. */
  static void widen(LongBuffer words, int count) {
    for (int i = count - 1; i >= 0; i--) {
      int from = i * POINT_WORDS;
      int to = i * RECTANGLE_WORDS;
      long x = words.get(from + 2);
      long y = words.get(from + 3);
      words.put(to + 5, y);
      words.put(to + 4, x);
      words.put(to + 3, y);
      words.put(to + 2, x);
      words.put(to + 1, words.get(from + 1));
      words.put(to, words.get(from));
    }
  }

  /** Compares two records: key, then id, then coordinates as raw words. */
  static int compare(
      LongBuffer aWords, int a, boolean aPoints, LongBuffer bWords, int b, boolean bPoints) {
    int order = Long.compare(aWords.get(a), bWords.get(b));
    for (int word = 1; order == 0 && word < POINT_WORDS; word++) {
      order = Long.compare(aWords.get(a + word), bWords.get(b + word));
    }
    for (int word = 2; order == 0 && word < POINT_WORDS; word++) {
      long upperA = aWords.get(aPoints ? a + word : a + word + 2);
      long upperB = bWords.get(bPoints ? b + word : b + word + 2);
      order = Long.compare(upperA, upperB);
    }
    return order;
  }
}
