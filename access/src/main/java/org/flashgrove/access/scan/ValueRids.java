package org.flashgrove.access.scan;

import java.util.List;
import java.util.function.LongConsumer;
import org.flashgrove.access.filter.KeyRanges;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bytekey.KeyCursor;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.jspecify.annotations.Nullable;

/** RIDs of ranges of an index's whole values, in their order or back, read leaf by leaf. */
final class ValueRids implements RidSource {
  private final AttributeIndex index;
  private final TableSnapshot snapshot;
  private final List<KeyRange> ranges;
  private final boolean isDescending;
  private final LongConsumer pages;
  private @Nullable KeyCursor cursor;
  private int range;
  private int at;

  /**
   * Creates a source.
   *
   * @param index one of whole values
   * @param pages receives the number of pages looked at
   */
  ValueRids(
      AttributeIndex index,
      TableSnapshot snapshot,
      KeyRanges keys,
      boolean isDescending,
      LongConsumer pages) {
    this.index = index;
    this.snapshot = snapshot;
    ranges = keys.ranges();
    this.isDescending = isDescending;
    this.pages = pages;
  }

  @Override
  public long next() {
    while (cursor == null || at == cursor.count()) {
      at = 0;
      if (cursor == null || !cursor.nextLeaf()) {
        if (range == ranges.size()) {
          cursor = null;
          return END;
        }
        int next = isDescending ? ranges.size() - 1 - range : range;
        cursor = index.cursor(snapshot, ranges.get(next), !isDescending, pages);
        range++;
      }
    }
    return cursor.value(at++);
  }

  @Override
  public void close() {
    // its reader is the snapshot's
  }
}
