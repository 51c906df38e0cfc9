package org.flashgrove.access.structure;

import java.util.function.LongConsumer;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.grove.index.BlockSnapshot;
import org.flashgrove.indexes.query.PartJoin;
import org.jspecify.annotations.Nullable;

/**
 * The entries of an index of sealed blocks as a snapshot has them.
 *
 * @param pages receives the number of pages that a search has looked at
 */
record BlockEntries(BlockSnapshot<?> entries, LongConsumer pages) implements EntrySnapshot {
  @Override
  public long scan(EntryQuery query, @Nullable EntrySink sink) {
    long before = entries.pages();
    long visited = entries.scan(query, sink);
    pages.accept(entries.pages() - before);
    return visited;
  }

  @Override
  public EntryCursor open(EntryQuery query) {
    return entries.open(query);
  }

  @Override
  public Metric metric() {
    return entries.metric();
  }

  @Override
  public long size() {
    return entries.size();
  }

  @Override
  public void joinAll(PartJoin join) {
    entries.joinAll(join);
  }
}
