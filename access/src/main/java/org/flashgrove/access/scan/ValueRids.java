package org.flashgrove.access.scan;

import java.util.List;
import java.util.function.LongConsumer;
import org.flashgrove.access.filter.KeyRanges;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bytekey.KeyCursor;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * RIDs of the pairs in ranges of an index that stores complete values, read leaf by leaf in
 * ascending or descending order. RIDs with equal values are ascending in both orders, as in {@link
 * PairRids}.
 */
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
   * Start of a range of positions in a descending leaf. The pairs in this range have the same value
   * and are returned from the end of the range.
   */
  private int groupStart;

  private int groupEnd;

  /**
   * Ascending cursor over the RIDs of a value that may be in several leaves, or null. After the
   * last of these RIDs, the scan continues with smaller values.
   */
  private @Nullable KeyCursor upward;

  private int upwardAt;
  private @Nullable KeyRange below;

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
    this.index = index;
    this.snapshot = snapshot;
    ranges = keys.ranges();
    this.isDescending = isDescending;
    this.pages = pages;
  }

  @Override
  public long next() {
    return isDescending ? nextDescending() : nextAscending();
  }

  private long nextAscending() {
    while (cursor == null || at == cursor.count()) {
      at = 0;
      if (cursor == null || !cursor.nextLeaf()) {
        if (range == ranges.size()) {
          cursor = null;
          return END;
        }
        cursor = index.cursor(snapshot, ranges.get(range++), true, pages);
      }
    }
    return cursor.value(at++);
  }

  private long nextDescending() {
    while (true) {
      KeyCursor ofValue = upward;
      if (ofValue != null) {
        if (upwardAt < ofValue.count() || nextLeafUpward(ofValue)) {
          return ofValue.value(upwardAt++);
        }
        goOnBelow();
      } else if (cursor != null && groupEnd > groupStart) {
        return cursor.value(--groupEnd);
      } else if (!nextGroup()) {
        return END;
      }
    }
  }

  private boolean nextLeafUpward(KeyCursor ofValue) {
    upwardAt = 0;
    return ofValue.nextLeaf();
  }

  /** Finds the pairs of the next lower value. Returns false if there are none. */
  private boolean nextGroup() {
    while (cursor == null || at == cursor.count()) {
      at = 0;
      if (cursor == null || !cursor.nextLeaf()) {
        if (range == ranges.size()) {
          cursor = null;
          return false;
        }
        range++;
        cursor = index.cursor(snapshot, ranges.get(ranges.size() - range), false, pages);
      }
    }
    byte[] key = cursor.key(at);
    groupStart = at;
    while (at < cursor.count() && cursor.hasKey(at, key, key.length)) {
      at++;
    }
    groupEnd = at;
    if (at == cursor.count()) { // the next leaf may have more RIDs of the value
      groupEnd = groupStart;
      upward = index.cursor(snapshot, KeyRange.closed(key, key), true, pages);
      upwardAt = 0;
      below = new KeyRange(ranges.get(ranges.size() - range).from(), key);
    }
    return true;
  }

  private void goOnBelow() {
    upward = null;
    at = 0;
    KeyRange rest = below;
    cursor = rest == null || rest.isEmpty() ? null : index.cursor(snapshot, rest, false, pages);
  }

  @Override
  public void close() {
    // The snapshot closes the reader of the index.
  }
}
