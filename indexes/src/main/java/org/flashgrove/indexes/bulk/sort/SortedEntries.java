package org.flashgrove.indexes.bulk.sort;

/** Entries one after the other, in ascending order of key, then id, then coordinates. */
public interface SortedEntries {
  /** Words of an entry: id, minX, minY, maxX, maxY. */
  int WORDS = 5;

  /** Writes the next entry to {@code into}; returns false if there is none. */
  boolean next(long[] into);
}
