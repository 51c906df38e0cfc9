package org.flashgrove.indexes.bulk;

/** Sorted entries whose keys are known. */
interface KeyedEntries extends SortedEntries {
  /** Returns the key of the entry that {@link #next} gave. */
  long key();
}
