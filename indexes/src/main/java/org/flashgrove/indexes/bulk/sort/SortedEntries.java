package org.flashgrove.indexes.bulk.sort;

/** Iterator over entries in ascending order of key, then id, then coordinates. */
public interface SortedEntries {
  /** Number of words of an entry, which are id, minX, minY, maxX, maxY. */
  int WORDS = 5;

  /** Writes the next entry to {@code into}. Returns false at the end. */
  boolean next(long[] into);
}
