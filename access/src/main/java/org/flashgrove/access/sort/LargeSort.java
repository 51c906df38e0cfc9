package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the sort that takes over when the records do not fit in the memory of a {@link
 * HeapSort}. It is a partitioned sort if a sample of the keys is known, and otherwise an external
 * merge sort.
 *
 * @param space creates temporary space, which the caller closes
 * @param config memory of the sort
 * @param marks returns a sample of the keys, or null
 */
public record LargeSort(
    Supplier<TemporarySpace> space,
    SortConfig config,
    Function<TemporarySpace, @Nullable KeyMarks> marks) {
  /** Creates the settings of an external merge sort. */
  public LargeSort(Supplier<TemporarySpace> space, SortConfig config) {
    this(space, config, any -> null);
  }

  SortedCursor begin(RecordCursor input, @Nullable Comparator<ByteBuffer> ties) {
    TemporarySpace room = space.get();
    @Nullable KeyMarks known = marks.apply(room);
    return known == null
        ? new ExternalSort(input, ties, config, room)
        : new PartitionedSort(input, known, ties, config, room);
  }
}
