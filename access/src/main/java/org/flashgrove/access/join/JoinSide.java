package org.flashgrove.access.join;

import java.util.Arrays;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.indexes.query.JoinedEntries;
import org.jspecify.annotations.Nullable;

/**
 * One side of a join at a snapshot, for one thread.
 *
 * @param entries index of the objects
 * @param objects number of records or entries
 * @param records reads the geometries of records; null if entries are compared by their rectangles
 * @param admitted sorted ids of the objects that take part in the join; null if all do
 */
record JoinSide(
    EntrySnapshot entries,
    long objects,
    @Nullable RecordFetch records,
    long @Nullable [] admitted) {
  /** Returns whether an object takes part in the join. */
  boolean admits(long id) {
    return admitted == null || Arrays.binarySearch(admitted, id) >= 0;
  }

  long size() {
    return admitted == null ? objects : admitted.length;
  }

  JoinedEntries joined(JoinMeter meter) {
    return new JoinedEntries(entries, this::admits, size(), meter.ends());
  }

  JoinSide withEntries(EntrySnapshot other) {
    return new JoinSide(other, objects, records, admitted);
  }

  boolean isIndexed() {
    return !(entries instanceof HeapEntries);
  }

  /** Returns the number of pages that a scan of the records reads, or 0 for an index. */
  long heapPages() {
    return records == null ? 0 : records.lastPage() + 1;
  }

  /** Returns the key of a record, or the id of an entry. */
  long key(long id) {
    return records == null ? id : records.key(id);
  }
}
