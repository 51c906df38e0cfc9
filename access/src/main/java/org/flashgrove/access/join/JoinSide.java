package org.flashgrove.access.join;

import java.util.Arrays;
import org.flashgrove.access.structure.EntrySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * One side of a join as a snapshot has it, for one thread.
 *
 * @param entries index of the objects
 * @param objects number of records or entries
 * @param records reads objects; null if the rectangles are the objects
 * @param admitted ids of the objects that take part, ascending; null if all do
 */
record JoinSide(
    EntrySnapshot entries,
    long objects,
    @Nullable RecordFetch records,
    long @Nullable [] admitted) {
  /** Returns whether an object takes part. */
  boolean admits(long id) {
    return admitted == null || Arrays.binarySearch(admitted, id) >= 0;
  }

  /** Returns the number of objects that take part. */
  long size() {
    return admitted == null ? objects : admitted.length;
  }

  /** Returns the key of an object: of a record, or the id of an entry. */
  long key(long id) {
    return records == null ? id : records.key(id);
  }
}
