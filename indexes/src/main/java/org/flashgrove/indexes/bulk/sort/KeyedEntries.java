package org.flashgrove.indexes.bulk.sort;

/** Sorted entries together with their sort keys. */
public interface KeyedEntries extends SortedEntries {
  /** Returns the key of the entry that {@link #next} returned. */
  long key();
}
