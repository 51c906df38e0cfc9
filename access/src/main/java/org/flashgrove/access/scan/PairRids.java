package org.flashgrove.access.scan;

import java.util.function.LongConsumer;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bplus.OrderedRids;
import org.jspecify.annotations.Nullable;

/**
 * RIDs of the pairs in ranges of an index whose keys are words. A word consists of eight bytes that
 * sort like the attribute values.
 */
final class PairRids extends OrderedRids<LeafCursor> {
  private final PairIndex index;
  private final TableSnapshot snapshot;
  private final WordRanges words;
  private final LongConsumer pages;
  private long opened;

  /**
   * Creates a source of RIDs.
   *
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   */
  PairRids(
      PairIndex index,
      TableSnapshot snapshot,
      WordRanges words,
      boolean isDescending,
      LongConsumer pages) {
    super(words.count(), isDescending);
    this.index = index;
    this.snapshot = snapshot;
    this.words = words;
    this.pages = pages;
  }

  private LeafCursor open(long from, long to, boolean isAscending) {
    return index.cursor(snapshot, from, to, isAscending, pages);
  }

  @Override
  protected LeafCursor open(int range, boolean isAscending) {
    return open(words.from(range), words.to(range), isAscending);
  }

  @Override
  protected boolean haveEqualKeys(LeafCursor leaf, int one, int two) {
    return leaf.key(one) == leaf.key(two);
  }

  @Override
  protected LeafCursor openKey(LeafCursor leaf, int pair) {
    opened = leaf.key(pair);
    return open(opened, opened, true);
  }

  @Override
  protected @Nullable LeafCursor openBelow(int range) {
    return opened == words.from(range) ? null : open(words.from(range), opened - 1, false);
  }
}
