package org.flashgrove.access.sort;

import org.flashgrove.indexes.bplus.BPlusTree;

/**
 * The keys at which the leaves of an index begin, as the nodes above them have them: no leaf is
 * read.
 *
 * @param firstKeys least key of each leaf of a range, the start of the range for the first
 * @param leastPairs pairs that a leaf holds at least, but for the first and the last of the range
 * @param mostPairs pairs that a leaf holds at most
 */
public record LeafBoundaries(long[] firstKeys, int leastPairs, int mostPairs) {
  /** Checks the numbers of pairs. */
  public LeafBoundaries {
    if (leastPairs < 0 || mostPairs < 1 || mostPairs < leastPairs) {
      throw new IllegalArgumentException(
          leastPairs + " to " + mostPairs + " pairs a leaf (allowed: from 0 on, at least 1)");
    }
  }

  /** Returns the boundaries of the leaves in a key range, both ends included. */
  static LeafBoundaries of(BPlusTree index, long fromKey, long toKey) {
    long[] others = index.leafBoundaries(fromKey, toKey);
    long[] keys = new long[others.length + 1];
    keys[0] = fromKey;
    System.arraycopy(others, 0, keys, 1, others.length);
    return new LeafBoundaries(keys, index.leafMinimum(), index.leafCapacity());
  }

  /** Records that the range has at least. */
  long leastRecords() {
    return (long) Math.max(0, firstKeys.length - 2) * leastPairs;
  }
}
