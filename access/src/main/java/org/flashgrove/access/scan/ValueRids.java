package org.flashgrove.access.scan;

import java.util.List;
import java.util.function.LongConsumer;
import org.flashgrove.access.filter.KeyRanges;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.OrderedRids;
import org.flashgrove.indexes.bytekey.KeyCursor;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.jspecify.annotations.Nullable;

/** RIDs of the pairs (value, RID) in ranges of an index whose keys are complete values. */
final class ValueRids extends OrderedRids<KeyCursor> {
  private final AttributeIndex index;
  private final TableSnapshot snapshot;
  private final List<KeyRange> ranges;
  private final LongConsumer pages;
  private byte[] opened = {};

  /**
   * Creates a source of RIDs.
   *
   * @param index an index of whole values
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   */
  ValueRids(
      AttributeIndex index,
      TableSnapshot snapshot,
      KeyRanges keys,
      boolean isDescending,
      LongConsumer pages) {
    super(keys.ranges().size(), isDescending);
    this.index = index;
    this.snapshot = snapshot;
    ranges = keys.ranges();
    this.pages = pages;
  }

  @Override
  protected KeyCursor open(int range, boolean isAscending) {
    return index.cursor(snapshot, ranges.get(range), isAscending, pages);
  }

  @Override
  protected boolean haveEqualKeys(KeyCursor leaf, int one, int two) {
    return leaf.hasEqualKeys(one, two);
  }

  @Override
  protected KeyCursor openKey(KeyCursor leaf, int pair) {
    opened = leaf.key(pair);
    return index.cursor(snapshot, KeyRange.closed(opened, opened), true, pages);
  }

  @Override
  protected @Nullable KeyCursor openBelow(int range) {
    KeyRange rest = new KeyRange(ranges.get(range).from(), opened);
    return rest.isEmpty() ? null : index.cursor(snapshot, rest, false, pages);
  }
}
