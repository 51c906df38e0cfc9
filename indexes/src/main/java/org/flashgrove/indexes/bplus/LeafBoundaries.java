package org.flashgrove.indexes.bplus;

/**
 * The first keys of the leaves of an index, as the inner nodes store them. No leaf is read.
 *
 * @param firstKeys smallest possible key of each leaf in a range; for the first leaf, the start of
 *     the range
 * @param leastPairs minimum number of pairs in a leaf, except the first and the last one
 * @param mostPairs maximum number of pairs in a leaf
 */
public record LeafBoundaries(long[] firstKeys, int leastPairs, int mostPairs) {
  /** Checks the numbers of pairs. */
  public LeafBoundaries {
    if (leastPairs < 0 || mostPairs < 1 || mostPairs < leastPairs) {
      throw new IllegalArgumentException(
          "leaf of "
              + leastPairs
              + " to "
              + mostPairs
              + " pairs (allowed: minimum 0 or more, maximum 1 or more)");
    }
  }

  /** Returns the boundaries of the leaves in a key range, both ends included. */
  public static LeafBoundaries of(BPlusTree index, long fromKey, long toKey) {
    long[] others = index.leafBoundaries(fromKey, toKey);
    long[] keys = new long[others.length + 1];
    keys[0] = fromKey;
    System.arraycopy(others, 0, keys, 1, others.length);
    return new LeafBoundaries(keys, index.leafMinimum(), index.leafCapacity());
  }

  /** Returns the minimum number of records in the range. */
  public long leastRecords() {
    return (long) Math.max(0, firstKeys.length - 2) * leastPairs;
  }
}
