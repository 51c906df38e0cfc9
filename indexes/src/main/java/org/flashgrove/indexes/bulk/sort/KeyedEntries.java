package org.flashgrove.indexes.bulk.sort;

/** Sorted entries whose keys are known. */
public interface KeyedEntries extends SortedEntries {
  /** Returns the key of the entry that {@link #next} gave. */
  long key();
}
