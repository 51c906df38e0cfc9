package org.flashgrove.access.structure;

import java.util.function.LongConsumer;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.grove.index.BlockSnapshot;
import org.flashgrove.indexes.statistics.BoxHistogram;
import org.flashgrove.storage.log.StoreSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The entries of an index of sealed blocks at a snapshot.
 *
 * @param at the snapshot of the store; reading is impossible once it is closed
 * @param entries the entries of the index
 * @param pages receives the number of pages that each search reads
 */
record BlockEntries(StoreSnapshot at, BlockSnapshot<?> entries, LongConsumer pages)
    implements EntrySnapshot {
  @Override
  public long scan(EntryQuery query, @Nullable EntrySink sink) {
    at.requireOpen();
    long before = entries.pages();
    long visited = entries.scan(query, sink);
    pages.accept(entries.pages() - before);
    return visited;
  }

  @Override
  public EntryCursor open(EntryQuery query) {
    at.requireOpen();
    return entries.open(query, pages);
  }

  /** {@inheritDoc} Reads no page, because the boxes of pages are in memory. */
  @Override
  public @Nullable BoxHistogram histogram(int mostPages) {
    at.requireOpen();
    BoxHistogram.Builder boxes = new BoxHistogram.Builder();
    long[] onPages = {0};
    entries.visitNodes(
        (level, number, parent, count, minX, minY, maxX, maxY) -> {
          if (level == 0) {
            onPages[0] += count;
            boxes.add(count, 1, minX, minY, maxX, maxY);
          }
        });
    long all = entries.size();
    boolean isMostlyOnPages = onPages[0] > 0 && onPages[0] >= all / 2;
    return isMostlyOnPages ? boxes.build(0, 0, all) : null;
  }

  @Override
  public Metric metric() {
    return entries.metric();
  }

  @Override
  public long size() {
    at.requireOpen();
    return entries.size();
  }
}
