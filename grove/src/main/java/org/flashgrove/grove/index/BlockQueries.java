package org.flashgrove.grove.index;

import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.indexes.query.FoundCursor;
import org.flashgrove.indexes.tree.Spares;

/**
 * Searches of an index of component blocks, which are used again from query to query, and cursors
 * over what a snapshot sees. For several threads at once.
 */
final class BlockQueries<V extends BlockView> {
  private final BlockIndex<V> index;
  private final Metric metric;
  private final Spares<BlockSearch<V>> searches;
  private final Spares<NearestBlocks<V>> nearests;

  BlockQueries(
      BlockIndex<V> index,
      Metric metric,
      Supplier<BlockSearch<V>> searches,
      Supplier<NearestBlocks<V>> nearests) {
    this.index = index;
    this.metric = metric;
    this.searches = new Spares<>(searches);
    this.nearests = new Spares<>(nearests);
  }

  /** Takes a search that is set up for a query, which {@link #give} takes back. */
  BlockSearch<V> search(EntryQuery query) {
    RectangleQuery asked =
        metric.query(query.test(), query.minX(), query.minY(), query.maxX(), query.maxY());
    BlockSearch<V> search = takeSearch();
    search.reset(asked, query.wantsIdsOnly(), query.watch());
    return search;
  }

  /** Takes a search, which {@link #give} takes back. */
  BlockSearch<V> takeSearch() {
    index.requireOpen();
    return searches.take();
  }

  void give(BlockSearch<V> search) {
    search.end();
    searches.give(search);
  }

  /** Takes a search by distance, which {@link #give} takes back. */
  NearestBlocks<V> nearest(EntryQuery query) {
    index.requireOpen();
    NearestBlocks<V> nearest = nearests.take();
    nearest.from(metric, query.minX(), query.minY(), query.maxX(), query.maxY());
    return nearest;
  }

  void give(NearestBlocks<V> nearest) {
    nearests.give(nearest);
  }

  /**
   * Returns a cursor over what a snapshot sees.
   *
   * @param pages receives the number of pages that the cursor looks at, some at a time
   * @param end called when the cursor ends
   */
  EntryCursor open(ComponentSnapshot snapshot, EntryQuery query, LongConsumer pages, Runnable end) {
    if (query.isNearest()) {
      NearestBlocks<V> nearest = nearest(query);
      nearest.start(index.view(snapshot), query);
      return new BlockNeighbours<>(index, nearest, query.most(), pages, end);
    }
    BlockSearch<V> search = search(query);
    return new FoundCursor(
        visitor -> {
          index.requireOpen();
          long before = search.pagesRequested();
          try {
            return search.step(index.view(snapshot), visitor);
          } finally {
            pages.accept(search.pagesRequested() - before);
          }
        },
        () -> {
          give(search);
          end.run();
        });
  }
}
