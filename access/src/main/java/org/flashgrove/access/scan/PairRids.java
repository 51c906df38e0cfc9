package org.flashgrove.access.scan;

import java.util.function.LongConsumer;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.jspecify.annotations.Nullable;

/** RIDs of ranges of an index's words, in the order of words or back, read leaf by leaf. */
final class PairRids implements RidSource {
  private final PairIndex index;
  private final TableSnapshot snapshot;
  private final WordRanges words;
  private final boolean isDescending;
  private final LongConsumer pages;
  private @Nullable LeafCursor cursor;
  private int range;
  private int at;

  /**
   * Creates a source.
   *
   * @param pages receives the number of pages looked at
   */
  PairRids(
      PairIndex index,
      TableSnapshot snapshot,
      WordRanges words,
      boolean isDescending,
      LongConsumer pages) {
    this.isDescending = isDescending;
    this.index = index;
    this.snapshot = snapshot;
    this.words = words;
    this.pages = pages;
  }

  @Override
  public long next() {
    while (cursor == null || at == cursor.count()) {
      at = 0;
      if (cursor == null || !cursor.nextLeaf()) {
        if (range == words.count()) {
          cursor = null;
          return END;
        }
        int next = isDescending ? words.count() - 1 - range : range;
        cursor = index.cursor(snapshot, words.from(next), words.to(next), !isDescending, pages);
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
